import type { Key } from 'ink';

import { ownValue } from '../../lib/own-value.ts';

/** What keys are called that are characters but have a name. */
const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
  ' ': 'space',
  '\r': 'enter',
  '\t': 'tab',
  '\n': 'ctrl+j',
};

/**
 * The chords of one input event, in their order. A text that arrived in one piece is one event: each of its characters
 * is a chord. A key that is held with Alt is none.
 */
export function chordsOfInput(input: string, key: Key): readonly string[] {
  const chord = chordOfKey(input, key);
  if (chord !== undefined) {
    return [chord];
  }
  return key.meta ? [] : chordsOfText(input);
}

/** The chords of a text: each of its characters is one. */
export function chordsOfText(text: string): readonly string[] {
  return Array.from(text, (character) => ownValue(NAMED_CHARACTERS, character) ?? character);
}

/** The chord of an event that is a key and no text; undefined for text. */
export function chordOfKey(input: string, key: Key): string | undefined {
  const named = namedKey(key);
  if (named !== undefined) {
    return key.shift && named === 'tab' ? 'shift+tab' : named;
  }
  return key.ctrl && !key.meta ? `ctrl+${input}` : undefined;
}

function namedKey(key: Key): string | undefined {
  const names = [
    ['upArrow', 'up'],
    ['downArrow', 'down'],
    ['leftArrow', 'left'],
    ['rightArrow', 'right'],
    ['pageDown', 'pagedown'],
    ['pageUp', 'pageup'],
    ['home', 'home'],
    ['end', 'end'],
    ['return', 'enter'],
    ['escape', 'escape'],
    ['tab', 'tab'],
    ['backspace', 'backspace'],
    ['delete', 'delete'],
  ] as const;
  return names.find(([property]) => key[property])?.[1];
}
