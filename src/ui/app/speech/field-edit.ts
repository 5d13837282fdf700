import { graphemes } from '../../../lib/safe-text/graphemes.ts';
import { seenText, type EditedText } from '../../../lib/text-editing.ts';
import { saysSomething } from './readable-rows.ts';

/** Said behind what was deleted. */
export const DELETED = ' deleted';

/**
 * What a key did to a field: what was typed, what went, or what the cursor is on; all of it where it is another text. It is
 * said as the field shows it: signs that are not seen, and in a name every letter that may pass for another one, by their codes.
 */
export function sayEdit(before: EditedText, now: EditedText, isName = false): string {
  const [old, text] = [before.text, now.text];
  const seen = (of: string, from: number, to: number) => spelled(seenText(of, from, to, isName));
  if (old === text) {
    const [under] = graphemes.segment(text.slice(now.cursor));
    return now.cursor === before.cursor
      ? ''
      : under === undefined
        ? 'end of the text'
        : seen(text, now.cursor, now.cursor + under.segment.length);
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
  const gone = seen(old, start, old.length - end);
  const added = seen(text, start, text.length - end);
  if (gone === '') {
    return added;
  }
  return added === '' ? `${gone}${DELETED}` : seenText(text, 0, text.length, isName);
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
