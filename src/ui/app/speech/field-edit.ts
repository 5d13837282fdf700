import type { EditedText } from '../../../lib/text-editing.ts';
import { saysSomething } from './readable-rows.ts';

/** Said behind what was deleted. */
export const DELETED = ' deleted';

/** What a key did to a field: what was typed, what went, or what the cursor is on; all of it where it is another text. */
export function sayEdit(before: EditedText, now: EditedText): string {
  const [old, text] = [before.text, now.text];
  if (old === text) {
    return now.cursor === before.cursor
      ? ''
      : spelled(Array.from(text.slice(now.cursor))[0] ?? 'end of the text');
  }
  let start = 0;
  while (start < Math.min(old.length, text.length) && old[start] === text[start]) {
    start++;
  }
  let end = 0;
  while (
    end < Math.min(old.length, text.length) - start &&
    old[old.length - 1 - end] === text[text.length - 1 - end]
  ) {
    end++;
  }
  const gone = old.slice(start, old.length - end);
  const added = text.slice(start, text.length - end);
  if (gone === '') {
    return spelled(added);
  }
  return added === '' ? `${spelled(gone)}${DELETED}` : text;
}

/** What signs are called, which alone are not heard. */
const SIGN_NAMES: ReadonlyMap<string, string> = new Map([
  [' ', 'space'],
  ['!', 'exclamation mark'],
  ['"', 'quote'],
  ['#', 'number sign'],
  ['$', 'dollar'],
  ['%', 'percent'],
  ['&', 'and sign'],
  ["'", 'apostrophe'],
  ['(', 'left parenthesis'],
  [')', 'right parenthesis'],
  ['*', 'star'],
  ['+', 'plus'],
  [',', 'comma'],
  ['-', 'minus'],
  ['.', 'dot'],
  ['/', 'slash'],
  [':', 'colon'],
  [';', 'semicolon'],
  ['<', 'less than'],
  ['=', 'equals'],
  ['>', 'greater than'],
  ['?', 'question mark'],
  ['@', 'at'],
  ['[', 'left bracket'],
  ['\\', 'backslash'],
  [']', 'right bracket'],
  ['^', 'caret'],
  ['_', 'underscore'],
  ['`', 'backtick'],
  ['{', 'left brace'],
  ['|', 'bar'],
  ['}', 'right brace'],
  ['~', 'tilde'],
]);

/** A text as it is heard: signs without a letter or a figure beside them by their names. */
function spelled(text: string): string {
  return saysSomething(text)
    ? text
    : Array.from(text, (sign) => SIGN_NAMES.get(sign) ?? `sign ${sign}`).join(' ');
}
