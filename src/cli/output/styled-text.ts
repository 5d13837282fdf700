import { largest } from '../../lib/long-lists.ts';
import { styleText } from 'node:util';

import { columnsOf, endThatFits, startThatFits } from '../../lib/cell-text.ts';
import {
  safeSegments,
  safeString,
  tokensApart,
  wholeSafeString,
  type TextProfile,
} from '../../lib/safe-text.ts';
import type { Untrusted } from '../../lib/untrusted.ts';

/**
 * How cells stand beside each other: on a terminal aligned, and cut so that lines fit; in a log aligned, each cut where no
 * value that is meant is as long; on a pipe whole, with a tab between them, which no safe text can hold.
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
}

/** A colour or an attribute as `node:util` names it, or several. */
export type Colour = Parameters<typeof styleText>[0];

/** Text that is safe to print, and the columns that it takes. */
export interface Drawn {
  readonly text: string;
  readonly columns: number;
  /** The same in at most so many columns: an identifier without its middle, other text without its end. */
  readonly cutTo: (columns: number) => Drawn;
}

interface Piece {
  readonly text: string;
  readonly format: Colour | undefined;
  /** It stands for something that cannot be shown, and is shown whole or not at all: a part of it would read as text. */
  readonly isToken?: boolean;
}

/** Text of our own, one column a character. */
export function own(text: string, style: TextStyle, format?: Colour): Drawn {
  return drawnFrom([{ text, format }], style, 'end');
}

/** Text of others. Tokens are drawn inverse or, without colours, in a form that plain text cannot imitate. */
export function drawn(text: Untrusted, profile: TextProfile, style: TextStyle, format?: Colour): Drawn {
  const { colour, ascii, layout } = style;
  const cutAt = profile === 'ident' ? 'middle' : 'end';
  if (!colour) {
    const plain =
      layout.kind === 'pipe' ? wholeSafeString(text, profile, ascii) : safeString(text, profile, ascii);
    const pieces = tokensApart(plain, ascii).map((segment) => ({
      text: segment.text,
      format: undefined,
      isToken: segment.token,
    }));
    return drawnFrom(pieces, style, cutAt);
  }
  const pieces = safeSegments(text, profile, ascii).map((segment) => ({
    text: segment.text,
    format: segment.token ? ('inverse' as const) : format,
    isToken: segment.token,
  }));
  return drawnFrom(pieces, style, cutAt);
}

/** Several texts as one cell. */
export function besides(parts: readonly Drawn[]): Drawn {
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
  };
}

function drawnFrom(pieces: readonly Piece[], style: TextStyle, cutAt: 'middle' | 'end'): Drawn {
  const columns = pieces.reduce((sum, { text }) => sum + columnsOf(text), 0);
  const whole: Drawn = {
    text: pieces
      .map(({ text, format }) =>
        style.colour && format !== undefined && text !== ''
          ? styleText(format, text, { validateStream: false })
          : text,
      )
      .join(''),
    columns,
    cutTo: (most) =>
      columns <= most ? whole : drawnFrom(cutPieces(pieces, most, style.ascii, cutAt), style, cutAt),
  };
  return whole;
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
    { text: ascii ? '~' : '…', format: undefined },
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

/** The text with spaces behind it up to a width in columns. */
export function padded({ text, columns }: Drawn, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns));
}

/** A value that stands alone: no wider than the terminal, or than anything that is meant in a log. */
export function single(cell: Drawn, { layout }: TextStyle): string {
  return layout.kind === 'pipe' ? cell.text : cell.cutTo(layout.columns).text;
}

/**
 * Cells of a line that is printed before the next one is known, in columns of these widths, and behind them what has no
 * width: text that may go on in the next row of a terminal. A cell that is a little wider than its column is not cut.
 */
export function lineOf(
  cells: readonly (readonly [cell: Drawn, width: number])[],
  running: readonly Drawn[],
  style: TextStyle,
): string {
  const { layout } = style;
  if (layout.kind === 'pipe') {
    return [...cells.map(([cell]) => cell), ...running].map(({ text }) => text).join('\t');
  }
  const most = (width: number) =>
    layout.kind === 'log' ? layout.columns : Math.max(width, Math.floor(layout.columns / 4));
  return [
    ...cells.map(([cell, width]) => padded(cell.cutTo(most(width)), width)),
    ...running.filter(({ text }) => text !== '').map((cell) => single(cell, style)),
  ]
    .join(' ')
    .trimEnd();
}

/** Columns between two cells. */
const GAP = 2;

/**
 * Rows of cells as lines, each column as wide as its widest cell. Where they do not fit on the terminal, the widest are cut
 * and all others stay whole. The last column is not padded: it may go on in the next row of the terminal.
 */
export function aligned(
  rows: readonly (readonly Drawn[])[],
  style: TextStyle,
  indent = '',
): readonly string[] {
  const { layout } = style;
  if (layout.kind === 'pipe') {
    return rows.map((row) => row.map(({ text }) => text).join('\t'));
  }
  const last = largest(
    rows.map((row) => row.length - 1),
    0,
  );
  const [running = 0, ...widths] = Array.from({ length: last + 1 }, (_, index) =>
    largest(
      rows.map((row) => row[(index + last) % (last + 1)]?.columns ?? 0),
      0,
    ),
  );
  const room =
    layout.columns - indent.length - GAP * last - Math.min(running, Math.floor(layout.columns / 4));
  const most = layout.kind === 'log' ? layout.columns : widestThatFits(widths, room);
  return rows.map(
    (row) =>
      indent +
      row
        .map((cell, index) =>
          index === row.length - 1
            ? single(cell, style)
            : padded(cell.cutTo(most), Math.min(most, widths[index] ?? 0) + GAP),
        )
        .join('')
        .trimEnd(),
  );
}

/** The columns to which the widest are to be cut for all to fit; on a terminal of any width a little is left of each. */
function widestThatFits(widths: readonly number[], room: number): number {
  let left = room;
  const ascending = [...widths].sort((one, other) => one - other);
  for (const [index, width] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (width > share) {
      return Math.max(3, share);
    }
    left -= width;
  }
  return Number.POSITIVE_INFINITY;
}
