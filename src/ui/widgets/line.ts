import { columnsOf, endThatFits, startThatFits, wrapLine } from '../../lib/cell-text.ts';
import { keptOfText } from '../../lib/cut-text.ts';
import { heldInPlace } from '../../lib/right-to-left.ts';
import {
  isSuspiciousIdentifier,
  LONGEST_LINE,
  safeSegments,
  tokensApart,
  type SafeSegment,
  type TextProfile,
} from '../../lib/safe-text.ts';
import { moreToken } from '../../lib/safe-text/tokens.ts';
import type { TrustedText } from '../../lib/untrusted.ts';
import type { Style, Theme } from '../theme.ts';

declare const safe: unique symbol;

/** A piece of a line. Only this file makes one, so that no text reaches the screen without having been made safe. */
export interface Span {
  readonly text: string;
  readonly style: Style;
  /** It changes with the time alone, or with every answer: what is said is the same with another one in its place. */
  readonly isPassing?: true;
  readonly [safe]: true;
}

/** One row of the screen. */
export type Line = readonly Span[];

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

function span(text: string, style: Style): Span {
  return { text, style } as Span;
}

/** Text of our own, which holds nothing from the API. */
export function trusted<Text extends string>(text: TrustedText<Text>, style: Style = 'plain'): Span {
  return span(text, style);
}

/** The same line, of which all changes by itself. */
export function passing(line: Line): Line {
  return line.map((part) => ({ ...part, isPassing: true }));
}

/** What a line says, without what changes by itself. */
export function lastingText(line: Line): string {
  return line.map(({ text, isPassing }) => (isPassing === true ? '' : text)).join('');
}

/** Text that somebody else wrote, made safe; what cannot be shown becomes tokens. */
export function untrusted(
  text: string,
  {
    profile = 'cell',
    style = 'plain',
    ascii = false,
  }: { profile?: TextProfile; style?: Style; ascii?: boolean } = {},
): Line {
  return spansOf(safeSegments(text, profile, ascii), style);
}

/** What `safeString` made of such text before it was laid out, or a part of it, with its tokens in their style. */
export function alreadySafe(text: string, style: Style = 'plain', ascii = false): Line {
  return spansOf(tokensApart(text, ascii), style);
}

function spansOf(segments: readonly SafeSegment[], style: Style): Line {
  return segments.map(({ text, token }) => span(text, token ? 'token' : style));
}

/** So many characters of a value are wrapped at most; it may be a whole file. */
const MOST_WRAPPED = 16_384;

/** The beginning of a long text, and how much more of it was sent. */
function startToWrap(text: string): { readonly start: string; readonly more: Line } {
  if (text.length <= MOST_WRAPPED) {
    return { start: text, more: [] };
  }
  const { kept, left } = keptOfText(text);
  const start = kept.slice(0, MOST_WRAPPED);
  return { start, more: [span(moreToken(kept.length - start.length + left, 'chars'), 'token')] };
}

/** Text that somebody else wrote, broken at its own line ends and wrapped to the width; of a long one, the beginning. */
export function untrustedWrapped(
  text: string,
  columns: number,
  { style = 'plain', ascii = false }: { style?: Style; ascii?: boolean } = {},
): readonly Line[] {
  const { start, more } = startToWrap(text);
  const lines = start.split('\n');
  const last = lines.at(-1) ?? '';
  // A line that is cut itself stands for all that is behind it.
  const isLastCut = more.length > 0 && last.length > LONGEST_LINE;
  const whole = isLastCut ? [...lines.slice(0, -1), text.slice(start.length - last.length)] : lines;
  return [
    ...whole.flatMap((line) => wrapped(untrusted(line, { style, ascii }), columns)),
    ...(more.length === 0 || isLastCut ? [] : [more]),
  ];
}

/**
 * An identifier as a whole, wrapped to the width, with the flag of those that hold anything that had to be escaped; of one
 * as long as a file, the beginning.
 */
export function identifierWrapped(
  text: string,
  columns: number,
  { style = 'plain', ascii = false }: { style?: Style; ascii?: boolean } = {},
): readonly Line[] {
  const { start, more } = startToWrap(text);
  const pieces = identifierPieces(start);
  const whole = [
    ...flagOf(text, ascii),
    ...pieces.flatMap((piece) => untrusted(piece, { profile: 'ident', style, ascii })),
  ];
  return [...wrapped(whole, columns), ...(more.length === 0 ? [] : [more])];
}

/** So many characters of an identifier are made safe at once. */
const IDENTIFIER_PIECE = LONGEST_LINE;

/** A text in pieces that are made safe as the whole of it would be: none begins or ends with a space or half a character. */
export function identifierPieces(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > IDENTIFIER_PIECE) {
    let end = start + IDENTIFIER_PIECE;
    while (end > start + 1 && !/^[!-~]{2}$/.test(text.slice(end - 1, end + 1))) {
      end--;
    }
    const cut = end > start + 1 ? end : start + IDENTIFIER_PIECE;
    pieces.push(text.slice(start, cut));
    start = cut;
  }
  return [...pieces, text.slice(start)];
}

/** A line broken at its spaces to the width. */
export function wrapped(line: Line, columns: number): readonly Line[] {
  // A line may have thousands of parts, and as many pieces: none is looked for from the beginning.
  let [start, first, offset] = [0, 0, 0];
  const whole = line.map((part) => part.text).join('');
  return wrapLine(whole, columns).map((piece) => {
    start = whole.indexOf(piece, start);
    for (
      let part = line[first];
      part !== undefined && offset + part.text.length <= start;
      part = line[first]
    ) {
      offset += part.text.length;
      first++;
    }
    const cut = partsBetween(line, start, start + piece.length, { first, offset });
    start += piece.length;
    return cut;
  });
}

/** The flag of an identifier that holds anything that had to be escaped. */
export function flagOf(text: string, ascii: boolean): Line {
  return isSuspiciousIdentifier(text) ? [span(ascii ? '! ' : '⚑ ', 'bad')] : [];
}

/** A part of a line, from one place in its text to another, in UTF-16 units. */
export function sliceLine(line: Line, from: number, to: number): Line {
  return partsBetween(line, from, to, { first: 0, offset: 0 });
}

/** The same, looked for from the part with that number on, which begins at that place of the text. */
function partsBetween(
  line: Line,
  from: number,
  to: number,
  { first, offset }: { readonly first: number; readonly offset: number },
): Line {
  const cut: Span[] = [];
  let [index, start] = [first, offset];
  for (let part = line[index]; part !== undefined && start < to; part = line[++index]) {
    const text = part.text.slice(Math.max(0, from - start), to - start);
    if (text !== '') {
      cut.push(span(text, part.style));
    }
    start += part.text.length;
  }
  return cut;
}

/**
 * An identifier made safe and cut in its middle to fit, since identifiers differ at both ends. One that holds anything
 * that had to be escaped carries a flag, since look-alike names do.
 */
export function identifier(
  text: string | undefined,
  columns: number,
  { style = 'plain', ascii = false }: { style?: Style; ascii?: boolean } = {},
): Line {
  if (text === undefined) {
    return [span(ascii ? '-' : '–', 'dim')];
  }
  const flag = flagOf(text, ascii);
  const room = columns - lineColumns(flag);
  const line = untrusted(text, { profile: 'ident', style, ascii });
  return [...flag, ...cutInMiddle(line, room, span(ascii ? '~' : '…', style))];
}

/** The line in at most so many columns, its middle replaced by the mark; tokens stay tokens. */
export function cutInMiddle(line: Line, columns: number, mark: Span): Line {
  if (lineColumns(line) <= columns) {
    return line;
  }
  const room = columns - columnsOf(mark.text);
  return room < 2
    ? startOfLine(line, columns)
    : [...startOfLine(line, Math.ceil(room / 2)), mark, ...endOfLine(line, Math.floor(room / 2))];
}

/** A part of a token would pass for another one, or for text: it is there whole or not at all. */
function partThatFits(
  { text, style }: Span,
  columns: number,
  cut: (text: string, columns: number) => string,
): string {
  return style !== 'token' ? cut(text, columns) : columnsOf(text) <= columns ? text : '';
}

function startOfLine(line: Line, columns: number): Line {
  const kept: Span[] = [];
  let room = columns;
  for (const part of line) {
    const text = partThatFits(part, room, startThatFits);
    kept.push(span(text, part.style));
    room -= columnsOf(text);
    if (text !== part.text) {
      break;
    }
  }
  return kept;
}

function endOfLine(line: Line, columns: number): Line {
  const kept: Span[] = [];
  let room = columns;
  for (const part of line.toReversed()) {
    const text = partThatFits(part, room, endThatFits);
    kept.unshift(span(text, part.style));
    room -= columnsOf(text);
    if (text !== part.text) {
      break;
    }
  }
  return kept;
}

/** The same line in another style. Tokens keep theirs or, where all else is inverse, are the only thing that is not. */
export function restyled(line: Line, style: Style): Line {
  const ofTokens = style === 'inverse' ? 'plain' : 'token';
  return line.map((part) => span(part.text, part.style === 'token' ? ofTokens : style));
}

/** Styles that old data keeps: what is urgent stays so, and tokens and the cursor have to be distinguished from text. */
const KEPT_STYLES: readonly Style[] = ['token', 'inverse', 'accent', 'block', 'review'];

/** The same line as old data looks, which is not taken for the present. */
export function dimmed(line: Line): Line {
  return line.map((part) => (KEPT_STYLES.includes(part.style) ? part : span(part.text, 'dim')));
}

/** Columns that a line takes. */
export function lineColumns(line: Line): number {
  return line.reduce((sum, part) => sum + columnsOf(part.text), 0);
}

/** The line in exactly that many columns: cut with a mark, or padded. */
export function fit(line: Line, columns: number, { right = false, ascii = false } = {}): Line {
  const width = lineColumns(line);
  if (width <= columns) {
    const padding = span(' '.repeat(columns - width), 'plain');
    return right ? [padding, ...line] : [...line, padding];
  }
  if (columns <= 0) {
    return [];
  }
  const kept = startOfLine(line, columns - 1);
  return [...kept, span((ascii ? '~' : '…').padEnd(columns - lineColumns(kept)), 'dim')];
}

/** The line as it is, or cut with a mark where it is wider than that; blanks at its end may go without one. */
export function cutWithMark(line: Line, columns: number, { ascii = false } = {}): Line {
  const isWider =
    lineColumns(line) > columns &&
    columnsOf(
      line
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    ) > columns;
  return isWider ? fit(line, columns, { ascii }) : line;
}

/** What is left of a line without its first columns. */
export function withoutStart(line: Line, columns: number): Line {
  let hidden = columns;
  return line.map((part) => {
    const cut = startThatFits(part.text, hidden);
    hidden -= columnsOf(cut);
    return span(part.text.slice(cut.length), part.style);
  });
}

/** Exactly that many lines, cut or filled with empty ones. */
export function fitLines(lines: readonly Line[], rows: number): readonly Line[] {
  return lines.length >= rows
    ? lines.slice(0, rows)
    : [...lines, ...Array<Line>(rows - lines.length).fill([])];
}

/** Two bodies side by side with a rule between them. */
export function beside(
  left: readonly Line[],
  right: readonly Line[],
  {
    leftColumns,
    rightColumns,
    theme,
    hasRule = true,
  }: { leftColumns: number; rightColumns: number; theme: Theme; hasRule?: boolean },
): readonly Line[] {
  const rule = hasRule ? span(` ${theme.glyph('vertical')} `, 'dim') : trusted('   ');
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
    ...fit(left[index] ?? [], leftColumns, theme),
    rule,
    ...fit(right[index] ?? [], rightColumns, theme),
  ]);
}

/** A horizontal rule, with a title in it if there is one. */
export function ruleLine(columns: number, theme: Theme, title: Line = []): Line {
  const line = theme.glyph('horizontal');
  if (title.length === 0) {
    return [span(line.repeat(columns), 'dim')];
  }
  const shown = fit(title, Math.min(lineColumns(title), Math.max(0, columns - 4)), theme);
  const rest = Math.max(0, columns - lineColumns(shown) - 4);
  return [span(`${line} `, 'dim'), ...shown, span(` ${line.repeat(rest + 1)}`, 'dim')];
}

/** Joins lines with a separator between those that hold anything. */
export function joined(parts: readonly Line[], separator: Span): Line {
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : [separator, ...part]));
}

/** The line with text from right to left held in its place, where anything stands beside it. */
export function inPlace(line: Line, { sideBySide }: Theme): Line {
  return sideBySide ? heldInPlace(line) : line;
}

/** The line as the terminal wants it. */
export function paintLine(line: Line, theme: Theme): string {
  return inPlace(line, theme)
    .map((part) => theme.paint(part.text, part.style))
    .join('');
}
