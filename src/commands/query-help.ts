/** What can be written into the filter of a list, for the help: the form and what it means. */
export const QUERY_HELP: readonly { readonly keys: string; readonly text: string }[] = [
  { keys: 'word', text: 'occurs anywhere in the row, whatever its case' },
  { keys: 'one two', text: 'both occur' },
];
