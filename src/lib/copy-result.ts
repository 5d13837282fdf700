/** What became of a copy. No terminal answers, so that `asked` is the most that can be known of one. */
export type CopyResult = 'asked' | 'in-tmux' | 'no-clipboard' | 'too-long';
