import { describe, expect, it } from 'vitest';

import {
  createClipboard,
  clipboardSequence,
  MOST_CLIPBOARD_BYTES,
} from '../../../src/terminal/clipboard/clipboard.ts';

function clipboardOf(environment: Readonly<Record<string, string>>, tmuxTakesIt = true) {
  const sent: string[] = [];
  const tmux: string[] = [];
  const clipboard = createClipboard({
    environment,
    send: (sequence) => sent.push(sequence),
    intoTmux: (text) => Promise.resolve(tmuxTakesIt && tmux.push(text) > 0),
  });
  return { clipboard, sent, tmux };
}

/** What a terminal reads out of the sequence. */
function copied(sequence: string): string {
  const [, base64 = ''] = /^\u001b\]52;c;([A-Za-z0-9+/=]*)\u0007$/.exec(sequence) ?? [];
  return Buffer.from(base64, 'base64').toString();
}

describe('the clipboard', () => {
  it('is asked for with nothing of the text but its base64', async () => {
    const { clipboard, sent } = clipboardOf({ TERM: 'xterm-256color' });
    const text = 'left-pad\u0007\u001b]0;title\u0007 ü';
    expect(await clipboard.copy(text)).toBe('asked');
    expect(sent.map(copied)).toEqual([text]);
  });

  it('is that of tmux within tmux', async () => {
    const { clipboard, sent, tmux } = clipboardOf({ TERM: 'tmux-256color', TMUX: '/tmp/tmux,1,0' });
    expect(await clipboard.copy('left-pad')).toBe('in-tmux');
    expect(tmux).toEqual(['left-pad']);
    expect(sent).toEqual([]);
  });

  it('is asked of the terminal when tmux cannot be', async () => {
    const { clipboard, sent } = clipboardOf({ TERM: 'tmux-256color', TMUX: '/tmp/tmux,1,0' }, false);
    expect(await clipboard.copy('left-pad')).toBe('asked');
    expect(sent.map(copied)).toEqual(['left-pad']);
  });

  it('goes through GNU screen in pieces that it takes', () => {
    const text = 'x'.repeat(3000);
    const sequence = clipboardSequence(text, 'screen');
    const pieces = [...sequence.matchAll(/\u001bP([^\u001b]*(?:\u001b\][^\u001b]*)?)\u001b\\/g)];
    expect(pieces.length).toBeGreaterThan(4);
    expect(pieces.every(([piece]) => piece.length <= 768)).toBe(true);
    expect(copied(pieces.map(([, piece]) => piece).join(''))).toBe(text);
  });

  it('is said not to be there on a console without one', async () => {
    const { clipboard, sent } = clipboardOf({ TERM: 'linux' });
    expect(await clipboard.copy('left-pad')).toBe('no-clipboard');
    expect(sent).toEqual([]);
  });

  it('takes no more than terminals do', async () => {
    const { clipboard, sent } = clipboardOf({ TERM: 'xterm' });
    expect(await clipboard.copy('ü'.repeat(MOST_CLIPBOARD_BYTES / 2))).toBe('asked');
    expect(await clipboard.copy('ü'.repeat(MOST_CLIPBOARD_BYTES / 2 + 1))).toBe('too-long');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.length).toBeLessThan(100_000);
  });
});
