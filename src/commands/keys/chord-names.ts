import { ownValue } from '../../lib/own-value.ts';

const KEY_NAMES: Readonly<Record<string, string>> = {
  escape: 'Esc',
  enter: 'Enter',
  space: 'Space',
  tab: 'Tab',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pagedown: 'PgDn',
  pageup: 'PgUp',
  home: 'Home',
  end: 'End',
  backspace: 'Backspace',
  'shift+tab': 'Shift-Tab',
  delete: 'Del',
};

const ASCII_NAMES: Readonly<Record<string, string>> = {
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
};

/** A chord as people write it: `Ctrl-D`, `PgDn`, and an arrow as a word where there is nothing but ASCII. */
export function chordName(chord: string, ascii = false): string {
  const [modifier, key] = chord.startsWith('ctrl+') ? ['Ctrl-', chord.slice(5).toUpperCase()] : ['', chord];
  return modifier + ((ascii ? ownValue(ASCII_NAMES, key) : undefined) ?? ownValue(KEY_NAMES, key) ?? key);
}

/** The names of chords, as they stand one behind the other. */
export function chordNames(chords: readonly string[], ascii = false): string {
  return chords.map((chord) => chordName(chord, ascii)).join(' ');
}
