import { graphemes } from './safe-text/graphemes.ts';
import { columnsOf, endThatFits, startThatFits } from './cell-text.ts';
import { isMark, isUnseen } from './safe-text/characters.ts';
import { isNeededJoiner } from './safe-text/joiners.ts';
import { escapeToken, unseenToken } from './safe-text/tokens.ts';
import { cleanInput } from './text-cleaning.ts';

/** A text of one line and the place in it where typing goes on, in UTF-16 units. */
export interface EditedText {
  readonly text: string;
  readonly cursor: number;
}

/** The most that a field holds, in UTF-16 units. */
const LONGEST_TEXT = 65_536;
/** Longer than what people take for one character ever is. */
const LONGEST_GRAPHEME = 64;

function lengthBefore({ text, cursor }: EditedText): number {
  const near = text.slice(Math.max(0, cursor - LONGEST_GRAPHEME), cursor);
  return [...graphemes.segment(near)].at(-1)?.segment.length ?? 0;
}

function lengthBehind({ text, cursor }: EditedText): number {
  const [first] = graphemes.segment(text.slice(cursor, cursor + LONGEST_GRAPHEME));
  return first?.segment.length ?? 0;
}

function withoutBefore({ text, cursor }: EditedText, length: number): EditedText {
  return { text: text.slice(0, cursor - length) + text.slice(cursor), cursor: cursor - length };
}

/** The text with something typed or pasted at the cursor. */
export function typeInto({ text, cursor }: EditedText, typed: string): EditedText {
  const added = cleanInput(typed).slice(0, Math.max(0, LONGEST_TEXT - text.length));
  return { text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length };
}

/** What a key that types nothing makes of the text. A chord that edits nothing leaves it as it is. */
export function pressInto(edited: EditedText, chord: string): EditedText {
  const { text, cursor } = edited;
  switch (chord) {
    case 'left':
      return { text, cursor: cursor - lengthBefore(edited) };
    case 'right':
      return { text, cursor: cursor + lengthBehind(edited) };
    case 'home':
      return { text, cursor: 0 };
    case 'end':
      return { text, cursor: text.length };
    case 'backspace':
    case 'ctrl+h':
      return withoutBefore(edited, lengthBefore(edited));
    case 'delete':
      return { text: text.slice(0, cursor) + text.slice(cursor + lengthBehind(edited)), cursor };
    case 'ctrl+u':
      return { text: '', cursor: 0 };
    case 'ctrl+w':
      return withoutBefore(edited, lengthOfWord(text.slice(0, cursor)));
    default:
      return edited;
  }
}

/** What stands before the cursor, under it (nothing at the end of the text) and behind it. */
export function splitAtCursor(edited: EditedText): readonly [before: string, under: string, behind: string] {
  const { text, cursor } = edited;
  const next = cursor + lengthBehind(edited);
  return [text.slice(0, cursor), text.slice(cursor, next), text.slice(next)];
}

const ASCII = /^[ -~]*$/;

/**
 * A part of a text as it is drawn: what cannot be seen is a token such as `<U+200B>`, but for what its letters need; marks at its beginning have nothing to
 * stand on, so their code points are shown; so is of a name everything that is not ASCII.
 */
export function seenText(text: string, from = 0, to = text.length, isName = false): string {
  const part = text.slice(from, to);
  if (ASCII.test(part)) {
    return part;
  }
  let index = from;
  const points = Array.from(part).filter((point) => {
    const isLeftOut = !isName && isNeededJoiner(text, index);
    index += point.length;
    return !isLeftOut;
  });
  if (isName) {
    return points.map((point) => (ASCII.test(point) ? point : tokenOf(point))).join('');
  }
  const firstBase = points.findIndex((point) => !isMark(point));
  const marks = firstBase === -1 ? points : points.slice(0, firstBase);
  return (
    marks.map((mark) => escapeToken(codeOf(mark))).join('') +
    points
      .slice(marks.length)
      .map((point) => (point !== ' ' && isUnseen(point) ? tokenOf(point) : point))
      .join('')
  );
}

function tokenOf(point: string): string {
  return isUnseen(point) ? unseenToken(codeOf(point)) : escapeToken(codeOf(point));
}

function codeOf(point: string): number {
  return point.codePointAt(0) ?? 0;
}

/** The part of the text around the cursor that fits into `columns`, as it is drawn: before the cursor, under it and behind it. */
export function visibleParts(
  edited: EditedText,
  columns: number,
  isName = false,
): readonly [before: string, under: string, behind: string] {
  // Many times what fits, whatever it is made of: a long text must not cost more than a short one.
  const far = columns * 8;
  const { text, cursor } = edited;
  const next = cursor + lengthBehind(edited);
  const before = seenText(text, Math.max(0, cursor - far), cursor, isName);
  const under = seenText(text, cursor, next, isName) || ' ';
  const behind = seenText(text, next, next + far, isName);
  const room = Math.max(0, columns - columnsOf(under));
  const behindRoom = Math.max(Math.floor(room / 4), room - columnsOf(before));
  const shownBehind = startThatFits(behind, behindRoom);
  return [endThatFits(before, room - columnsOf(shownBehind)), startThatFits(under, columns), shownBehind];
}

/** Of the last word of a text and the blanks behind it. */
function lengthOfWord(text: string): number {
  let start = text.trimEnd().length;
  while (start > 0 && text.charAt(start - 1).trim() !== '') {
    start--;
  }
  return text.length - start;
}
