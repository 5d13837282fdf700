import stringWidth from 'string-width';

import { cellsOf, mayHoldConjuncts } from './safe-text/graphemes.ts';

/** Measuring and cutting text by the columns it takes on a terminal. */

/**
 * Text of which every character takes one column and is one unit of the string: ASCII, the pictures of controls, and the
 * lines, blocks and signs that frames and charts are made of, which need no measuring then.
 */
const NARROW = /^[\x20-\x7e\u2400-\u2421\u2500-\u259f·×–“”…←↑→↓≈●◇▲▼△▵▸▾‹›✓✕✖❚⚑]*$/;

/** Columns that the text takes. The text holds no control characters. */
export function columnsOf(text: string): number {
  if (NARROW.test(text)) {
    return text.length;
  }
  return mayHoldConjuncts(text)
    ? cellsOf(text).reduce((columns, { segment }) => columns + stringWidth(segment), 0)
    : stringWidth(text);
}

/** The longest start of the text that fits into `columns`. Never cuts a cell. */
export function startThatFits(text: string, columns: number): string {
  if (NARROW.test(text)) {
    return text.slice(0, Math.max(0, columns));
  }
  let fitting = '';
  let used = 0;
  for (const { segment } of cellsOf(text)) {
    const width = stringWidth(segment);
    if (used + width > columns) {
      break;
    }
    fitting += segment;
    used += width;
  }
  return fitting;
}

/** The longest end of the text that fits into `columns`. Never cuts a cell. */
export function endThatFits(text: string, columns: number): string {
  if (NARROW.test(text)) {
    return columns <= 0 ? '' : text.slice(-columns);
  }
  const parts = cellsOf(text)
    .map((part) => part.segment)
    .reverse();
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

/**
 * Breaks one line into pieces of at most `columns`, at spaces where there are any; the space at a break is left out. A
 * word that is longer is broken behind a sign that separates its parts, as those of a path, where it has one. A grapheme
 * that is wider stands alone. An empty line gives one piece.
 */
export function wrapLine(line: string, columns: number): readonly string[] {
  const room = Math.max(1, columns);
  return NARROW.test(line) ? wrapNarrow(line, room) : wrapGraphemes(line, room);
}

function wrapNarrow(line: string, room: number): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (line.length - start > room) {
    const end = start + room;
    // Only in this piece, or a long line without blanks would be looked through anew for each.
    const space = line[end] === ' ' ? end : start + line.slice(start, end).lastIndexOf(' ');
    const breaksAtSpace = isWorthBreaking(space - start, room);
    const cut = breaksAtSpace ? space : behindSeparator(line, start, end);
    pieces.push(line.slice(start, cut));
    start = breaksAtSpace ? space + 1 : cut;
  }
  pieces.push(line.slice(start));
  return pieces;
}

/** They stand between the parts of paths, names, versions and addresses. */
const SEPARATORS = '/-._@:,;=&?';

/** Behind the last separator of a part of a line, if that is worth it; else the end of the part. */
function behindSeparator(line: string, start: number, end: number): number {
  for (let cut = end; isWorthBreaking(cut - start, end - start); cut--) {
    if (SEPARATORS.includes(line[cut - 1] ?? '')) {
      return cut;
    }
  }
  return end;
}

function wrapGraphemes(line: string, room: number): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  let used = 0;
  let space = -1;
  for (const { segment, index } of cellsOf(line)) {
    const width = columnsOf(segment);
    while (used + width > room && index > start) {
      space = segment === ' ' ? index : space;
      const breaksAtSpace = isWorthBreaking(space - start, room);
      pieces.push(line.slice(start, breaksAtSpace ? space : index));
      start = breaksAtSpace ? space + 1 : index;
      used = columnsOf(line.slice(start, index));
    }
    if (start <= index) {
      space = segment === ' ' ? index : space;
      used += width;
    }
  }
  pieces.push(line.slice(start));
  return pieces;
}

/** A word is cut rather than a piece left mostly empty. */
function isWorthBreaking(length: number, room: number): boolean {
  return length > room / 3;
}
