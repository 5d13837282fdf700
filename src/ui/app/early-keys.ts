import type { EventEmitter } from 'node:events';

import type { CommandContext } from '../../commands/command.ts';
import type { KeyArrival } from '../../terminal/input/input-guard.ts';
import { KEY } from '../../terminal/input/key-sequences.ts';
import { chordsOfText } from './chord.ts';
import { dispatchChords } from './dispatch-chords.ts';

/** What hands keys on, one piece at a time. */
export type KeySource = EventEmitter & KeyArrival & { read(): string | null };

/** Keys that are no text, by the form in which they are handed on. */
const NAMED: ReadonlyMap<string, string> = new Map([
  [KEY.up, 'up'],
  [KEY.down, 'down'],
  [KEY.left, 'left'],
  [KEY.right, 'right'],
  [KEY.pageDown, 'pagedown'],
  [KEY.pageUp, 'pageup'],
  [KEY.home, 'home'],
  [KEY.end, 'end'],
  [KEY.escape, 'escape'],
]);

/**
 * Carries out the keys that come before Ink is loaded. What is pressed once a dialog is open waits for Ink, and so does
 * everything after the function returned was called.
 */
export function takeEarlyKeys(context: CommandContext, keys: KeySource): () => void {
  let collected: readonly string[] = [];
  const stop = () => void keys.off('readable', take);
  const take = () => {
    collected = [...collected, ...chordsOfPiece(keys.read() ?? '')];
    if (keys.keysLeft > 0) {
      return;
    }
    const chords = collected;
    collected = [];
    dispatchChords(context, chords, keys.keysTogether);
    if (context.stores.view.getState().dialogs.length > 0) {
      stop();
    }
  };
  keys.on('readable', take);
  return stop;
}

/** The chords of a piece; none of a paste or a key that counts in dialogs alone. */
function chordsOfPiece(piece: string): readonly string[] {
  const named = NAMED.get(piece);
  if (named !== undefined) {
    return [named];
  }
  return /^[\x01-\x1a]$/.test(piece) && piece !== KEY.enter && piece !== KEY.tab
    ? [`ctrl+${String.fromCharCode(piece.charCodeAt(0) + 0x60)}`]
    : piece.startsWith('\u001b') || piece === KEY.backspace
      ? []
      : chordsOfText(piece);
}
