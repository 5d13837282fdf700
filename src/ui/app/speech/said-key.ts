import { chordName } from '../../../commands/keys/chord-names.ts';
import { ownValue } from '../../../lib/own-value.ts';

/** Signs that a screen reader leaves out, by the names that are said of them. */
const SIGN_NAMES: Readonly<Record<string, string>> = {
  '-': 'minus',
  '+': 'plus',
  '=': 'equals',
  '/': 'slash',
  '\\': 'backslash',
  '*': 'star',
  '.': 'full stop',
  ',': 'comma',
  ':': 'colon',
  ';': 'semicolon',
  '!': 'exclamation mark',
  '?': 'question mark',
  "'": 'apostrophe',
  '"': 'quotation mark',
  '`': 'backtick',
  '~': 'tilde',
  '^': 'caret',
  _: 'underscore',
  '|': 'bar',
  '#': 'hash',
  '%': 'percent',
  '&': 'ampersand',
  '@': 'at',
  $: 'dollar',
  '(': 'left parenthesis',
  ')': 'right parenthesis',
  '{': 'left brace',
  '}': 'right brace',
  '[': 'left bracket',
  ']': 'right bracket',
  '<': 'less than',
  '>': 'greater than',
};

/** What a key is called where a sentence about it is read aloud. */
export function saidKey(chord: string, ascii: boolean): string {
  return ownValue(SIGN_NAMES, chord) ?? chordName(chord, ascii);
}
