import { styleText } from 'node:util';

import { columnsOf, endThatFits, startThatFits } from '../../lib/cell-text.ts';
import { HOLDING_BLANK } from '../../lib/right-to-left.ts';
import { holdsRightToLeft } from '../../lib/safe-text/characters.ts';
import {
  LONGEST_LINE,
  safeSegmentsFor,
  safeSentence,
  tokensApart,
  wholeSafeSegments,
  type TextProfile,
} from '../../lib/safe-text.ts';
import type { MixedText } from '../../lib/mixed-text.ts';
import { asUntrusted, type Sentence, type Untrusted } from '../../lib/untrusted.ts';

/**
 * How cells stand beside each other: on a terminal aligned, and cut so that lines fit; in a log aligned, each cut where no
 * value that is meant is as long; on a pipe with a tab between them, which no safe text can hold, and whole.
 */
export type Layout =
  | { readonly kind: 'terminal'; readonly columns: number }
  | { readonly kind: 'log'; readonly columns: number }
  | { readonly kind: 'pipe' };

/** What the place that the text goes to can show. */
export interface TextStyle {
  readonly colour: boolean;
  readonly ascii: boolean;
  readonly layout: Layout;
  /** In UTC. */
  readonly thisYear: number;
}

/**
 * How text stands out. Nothing is known of the terminal's background here, and none of the 16 colours can be read both on
 * white and on black: what is in colour has its own background, two colours that can be read on each other in all the usual
 * palettes. What is good or stands back has the terminal's own letters.
 */
const LOOKS = {
  bold: 'bold',
  alarm: ['bold', 'whiteBright', 'bgRed'],
  warning: ['whiteBright', 'bgMagenta'],
  token: 'inverse',
} as const satisfies Readonly<Record<string, Parameters<typeof styleText>[0]>>;

export type Look = keyof typeof LOOKS;

/** Text that is safe to print, and the columns that it takes. */
export interface Drawn {
  readonly text: string;
  readonly columns: number;
  /** The same in at most so many columns: an identifier without its middle, other text without its end. */
  readonly cutTo: (columns: number) => Drawn;
  /** The same in rows of at most so many columns, broken between words where there are any. */
  readonly rows: (columns: number) => readonly Drawn[];
}

interface Piece {
  readonly text: string;
  readonly look: Look | undefined;
  /** It stands for something that cannot be shown, and is shown whole or not at all: a part of it would read as text. */
  readonly isToken?: boolean;
}

/** Text of our own, one column a character. */
export function trusted(text: string, style: TextStyle, look?: Look): Drawn {
  return drawnFrom([{ text, look }], style, 'end');
}

/**
 * Text of others in one row: no more of it is looked at than a row has room for, which is all of it on a pipe. Tokens are drawn inverse or, without colours,
 * in a form that plain text cannot imitate.
 */
export function drawn(text: Untrusted, profile: TextProfile, style: TextStyle, look?: Look): Drawn {
  const { layout } = style;
  return drawnOf(text, profile, style, look, layout.kind === 'pipe' ? Infinity : layout.columns);
}

/** Text of others that goes on in further rows: as much of it as is ever looked at there. */
export function drawnWhole(text: Untrusted, profile: TextProfile, style: TextStyle, look?: Look): Drawn {
  return drawnOf(text, profile, style, look, LONGEST_LINE);
}

/** A sentence of ours that goes on in further rows, with the tokens of those that it quotes as they are. */
export function drawnSentence(sentence: Sentence, style: TextStyle, look?: Look): Drawn {
  const pieces = tokensApart(safeSentence(sentence, style.ascii, 'cell'), style.ascii).map(
    ({ text, token }) => ({ text, look: token ? ('token' as const) : look, isToken: token }),
  );
  return drawnFrom(pieces, style, 'end');
}

/** Names and prose as one cell. */
export function drawnMixed(parts: MixedText, style: TextStyle, look?: Look): Drawn {
  if (style.layout.kind === 'pipe') {
    // Nothing is cut or wrapped there, and what is printed may have a hundred thousand lines of many parts.
    const pieces = parts.flatMap(({ text, profile }) =>
      piecesOf(asUntrusted(text), profile, style, look, Infinity),
    );
    return drawnFrom(pieces, style, 'end');
  }
  return besides(parts.map(({ text, profile }) => drawn(asUntrusted(text), profile, style, look)));
}

function drawnOf(
  text: Untrusted,
  profile: TextProfile,
  style: TextStyle,
  look: Look | undefined,
  most: number,
): Drawn {
  return drawnFrom(piecesOf(text, profile, style, look, most), style, cutAtOf(profile));
}

function piecesOf(
  text: Untrusted,
  profile: TextProfile,
  { colour, ascii, layout }: TextStyle,
  look: Look | undefined,
  most: number,
): readonly Piece[] {
  const keepsEnd = cutAtOf(profile) === 'middle';
  const flat = !colour;
  const segments =
    layout.kind === 'pipe' && profile !== 'block'
      ? wholeSafeSegments(text, profile, { ascii, flat })
      : safeSegmentsFor(text, profile, { most, keepsEnd, ascii, flat });
  return segments.map((segment) => ({
    text: segment.text,
    look: segment.token ? 'token' : look,
    isToken: segment.token,
  }));
}

function cutAtOf(profile: TextProfile): 'middle' | 'end' {
  return profile === 'ident' ? 'middle' : 'end';
}

/** Several texts as one cell. */
export function besides(parts: readonly Drawn[]): Drawn {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) {
    return only;
  }
  return {
    text: parts.map(({ text }) => text).join(''),
    columns: parts.reduce((sum, { columns }) => sum + columns, 0),
    cutTo: (columns) => {
      let room = columns;
      return besides(
        parts.map((part) => {
          const cut = part.cutTo(Math.max(0, room));
          room -= cut.columns;
          return cut;
        }),
      );
    },
    rows: (columns) => packed(parts, columns).map(besides),
  };
}

/** Rows of parts: one that does not fit beside those before it begins a row of its own. */
function packed(parts: readonly Drawn[], columns: number): readonly (readonly Drawn[])[] {
  const rows: Drawn[][] = [];
  let room = 0;
  for (const part of parts) {
    if (part.columns <= room) {
      rows.at(-1)?.push(part);
      room -= part.columns;
    } else if (part.text !== ' ') {
      const ofItsOwn = part.rows(columns);
      ofItsOwn.forEach((row) => rows.push([row]));
      room = columns - (ofItsOwn.at(-1)?.columns ?? 0);
    }
  }
  return rows;
}

function drawnFrom(pieces: readonly Piece[], style: TextStyle, cutAt: 'middle' | 'end'): Drawn {
  return new DrawnPieces(pieces, style, cutAt);
}

/** A class: of an object with a getter of its own the engine keeps some kB each, for as long as it likes. */
class DrawnPieces implements Drawn {
  readonly #pieces: readonly Piece[];
  readonly #style: TextStyle;
  readonly #cutAt: 'middle' | 'end';
  readonly #held: string;
  readonly text: string;
  #columns: number | undefined;

  constructor(pieces: readonly Piece[], style: TextStyle, cutAt: 'middle' | 'end') {
    this.#pieces = pieces;
    this.#style = style;
    this.#cutAt = cutAt;
    this.#held = isHeld(pieces, style) ? HOLDING_BLANK : '';
    this.text = pieces
      .map(({ text, look }) =>
        style.colour && look !== undefined && text !== ''
          ? styleText(LOOKS[look], text, { validateStream: false })
          : text,
      )
      .join('')
      .concat(this.#held);
  }

  // A pipe asks for no columns.
  get columns(): number {
    return (this.#columns ??= columnsOfPieces(this.#pieces) + this.#held.length);
  }

  cutTo(most: number): Drawn {
    const room = most - this.#held.length;
    return this.columns <= most
      ? this
      : drawnFrom(cutPieces(this.#pieces, room, this.#style.ascii, this.#cutAt), this.#style, this.#cutAt);
  }

  rows(most: number): readonly Drawn[] {
    return this.columns <= most
      ? [this]
      : wrapPieces(this.#pieces, Math.max(1, most - this.#held.length)).map((row) =>
          drawnFrom(row, this.#style, this.#cutAt),
        );
  }
}

/** Whether a terminal might turn what comes next around together with these pieces. */
function isHeld(pieces: readonly Piece[], { layout }: TextStyle): boolean {
  return layout.kind === 'terminal' && pieces.some(({ text }) => holdsRightToLeft(text));
}

function columnsOfPieces(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + columnsOf(text), 0);
}

function cutPieces(
  pieces: readonly Piece[],
  columns: number,
  ascii: boolean,
  cutAt: 'middle' | 'end',
): readonly Piece[] {
  const room = columns - 1;
  if (room < 0) {
    return [];
  }
  const atEnd = cutAt === 'end' ? 0 : Math.floor(room / 2);
  return [
    ...fitting(pieces, room - atEnd, startThatFits),
    { text: ascii ? '~' : '…', look: undefined },
    ...fitting(pieces.toReversed(), atEnd, endThatFits).toReversed(),
  ];
}

/** As many of the pieces as fit, the last of them cut. */
function fitting(
  pieces: readonly Piece[],
  columns: number,
  cut: (text: string, columns: number) => string,
): readonly Piece[] {
  const kept: Piece[] = [];
  let room = columns;
  for (const piece of pieces) {
    const text = cut(piece.text, room);
    if (text !== piece.text) {
      return piece.isToken === true ? kept : [...kept, { ...piece, text }];
    }
    kept.push(piece);
    room -= columnsOf(text);
  }
  return kept;
}

/** Rows of at most so many columns: a word or a token that has no room goes on in the next row, a longer one is broken. */
function wrapPieces(pieces: readonly Piece[], columns: number): readonly (readonly Piece[])[] {
  const rows: Piece[][] = [];
  let row: Piece[] = [];
  let room = columns;
  const endRow = () => {
    rows.push(row.at(-1)?.text === ' ' ? row.slice(0, -1) : row);
    row = [];
    room = columns;
  };
  for (const piece of pieces.flatMap(wordsOf)) {
    let left = piece.text;
    if (columnsOf(left) > room && row.length > 0) {
      endRow();
    }
    while (columnsOf(left) > room) {
      // A character that is wider than a row stands alone in it.
      const start = startThatFits(left, room) || String.fromCodePoint(left.codePointAt(0) ?? 0);
      row.push({ ...piece, text: start });
      left = left.slice(start.length);
      endRow();
    }
    // No row begins or ends with a space that stood between words.
    if (left !== '' && (left !== ' ' || row.length > 0)) {
      row.push({ ...piece, text: left });
      room -= columnsOf(left);
    }
  }
  if (row.length > 0) {
    rows.push(row);
  }
  return rows;
}

function wordsOf(piece: Piece): readonly Piece[] {
  return piece.isToken === true
    ? [piece]
    : piece.text.split(/( )/).flatMap((text) => (text === '' ? [] : [{ ...piece, text }]));
}
