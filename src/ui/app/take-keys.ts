import type { EventEmitter } from 'node:events';

import type { KeyArrival } from '../../terminal/input/input-guard.ts';
import { KEY } from '../../terminal/input/known-keys.ts';
import type { KeyDispatcher } from './key-dispatcher.ts';

/** What hands keys on, one piece at a time. */
export type KeySource = EventEmitter & KeyArrival & { read(): string | null };

/** What keys are called that have a name, by the form in which they are handed on. */
const NAMED: ReadonlyMap<string, string> = new Map([
  [KEY.up, 'up'],
  [KEY.down, 'down'],
  [KEY.left, 'left'],
  [KEY.right, 'right'],
  [KEY.pageDown, 'pagedown'],
  [KEY.pageUp, 'pageup'],
  [KEY.home, 'home'],
  [KEY.end, 'end'],
  [KEY.delete, 'delete'],
  [KEY.shiftTab, 'shift+tab'],
  [KEY.escape, 'escape'],
  [KEY.enter, 'enter'],
  [KEY.tab, 'tab'],
  [KEY.backspace, 'backspace'],
  [' ', 'space'],
]);

const PASTE = /^\u001b\[200~([^]*)\u001b\[201~$/;

/**
 * Gives all keys and pastes to the dispatcher of that moment, from now until the program ends: nobody else listens to the
 * keyboard.
 */
export function takeKeys(dispatcherNow: () => KeyDispatcher, keys: KeySource): void {
  let collected: readonly string[] = [];
  keys.on('readable', () => {
    for (let piece = keys.read(); piece !== null; piece = keys.read()) {
      const pasted = PASTE.exec(piece)?.[1];
      if (pasted !== undefined) {
        dispatcherNow().takePaste(pasted, keys.leftOut);
        continue;
      }
      collected = [...collected, ...chordsOf(piece)];
      if (keys.keysLeft === 0) {
        const chords = collected;
        collected = [];
        dispatcherNow().take(chords, keys.keysTogether, keys.hasRepeats);
      }
    }
  });
}

/** The chords of what is handed on: one for a key that is no text, and one for each character of a text. */
function chordsOf(piece: string): readonly string[] {
  const named = NAMED.get(piece);
  if (named !== undefined) {
    return [named];
  }
  return piece.startsWith('\u001b') ? [] : Array.from(piece, chordOfCharacter);
}

function chordOfCharacter(character: string): string {
  return (
    NAMED.get(character) ??
    (character < ' ' ? `ctrl+${String.fromCharCode(character.charCodeAt(0) + 0x60)}` : character)
  );
}
