import stringWidth from 'string-width';

/** Measuring and cutting text by the columns it takes on a terminal. */

const NARROW = /^[\x20-\x7e]*$/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Columns that the text takes. The text holds no control characters. */
export function columnsOf(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

/** The longest start of the text that fits into `columns`. Never cuts a grapheme. */
export function startThatFits(text: string, columns: number): string {
  if (NARROW.test(text)) {
    return text.slice(0, Math.max(0, columns));
  }
  let fitting = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const width = stringWidth(segment);
    if (used + width > columns) {
      break;
    }
    fitting += segment;
    used += width;
  }
  return fitting;
}

/** The longest end of the text that fits into `columns`. Never cuts a grapheme. */
export function endThatFits(text: string, columns: number): string {
  if (NARROW.test(text)) {
    return columns <= 0 ? '' : text.slice(-columns);
  }
  const parts = [...graphemes.segment(text)].map((part) => part.segment).reverse();
  let fitting = '';
  let used = 0;
  for (const part of parts) {
    const width = stringWidth(part);
    if (used + width > columns) {
      break;
    }
    fitting = part + fitting;
    used += width;
  }
  return fitting;
}

/** The text in at most `columns`, its end replaced by the mark when it does not fit. */
export function cutEnd(text: string, columns: number, mark = '…'): string {
  return columnsOf(text) <= columns
    ? text
    : startThatFits(text, columns - columnsOf(mark)) + startThatFits(mark, columns);
}

/** The text in at most `columns`, its middle replaced by the mark: identifiers differ at both ends. */
export function cutMiddle(text: string, columns: number, mark = '…'): string {
  if (columnsOf(text) <= columns) {
    return text;
  }
  const room = columns - columnsOf(mark);
  if (room < 2) {
    return startThatFits(text, columns);
  }
  return startThatFits(text, Math.ceil(room / 2)) + mark + endThatFits(text, Math.floor(room / 2));
}

/** Breaks one line into pieces of at most `columns`, at spaces where there are any. An empty line gives one piece. */
export function wrapLine(line: string, columns: number): readonly string[] {
  const room = Math.max(1, columns);
  const pieces: string[] = [];
  let rest = line;
  while (columnsOf(rest) > room) {
    const fitting = startThatFits(rest, room) || ([...rest][0] as string);
    const space = fitting.lastIndexOf(' ');
    const breaksAtSpace = rest[fitting.length] !== ' ' && space > room / 3;
    const piece = breaksAtSpace ? fitting.slice(0, space) : fitting;
    pieces.push(piece);
    rest = rest.slice(piece.length).replace(/^ /, '');
  }
  pieces.push(rest);
  return pieces;
}
