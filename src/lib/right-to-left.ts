import { holdsRightToLeft } from './safe-text/characters.ts';

/** Looks like a blank, takes one column everywhere, and counts as a letter that is written from left to right. */
export const HOLDING_BLANK = '\u2800';

const LEFT_TO_RIGHT =
  /[[\u2800\p{L}]--[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]]/v;

/**
 * The pieces of a row in which texts from right to left stay where they are. Terminals that turn such text around turn
 * blanks, digits and borders around with it, up to the next letter from left to right: the time in the next column would
 * stand before the text, and two such columns would change places. So the first blank behind the piece that holds the
 * text becomes one that counts as such a letter; and where no letter stands before it, the last one before it, since some
 * terminals go by the first letter of a row. Within its piece the text is in the order in which it was written, which the
 * terminal turns around, or not.
 */
export function heldInPlace<Piece extends { readonly text: string }>(
  pieces: readonly Piece[],
): readonly Piece[] {
  if (!pieces.some(({ text }) => holdsRightToLeft(text))) {
    return pieces;
  }
  const held = [...pieces];
  for (const [index, { text }] of pieces.entries()) {
    if (holdsRightToLeft(text)) {
      holdBefore(held, index);
      holdBehind(held, index);
    }
  }
  return held;
}

function holdBefore<Piece extends { readonly text: string }>(pieces: Piece[], end: number): void {
  const before = pieces.slice(0, end);
  const last = before.findLastIndex(({ text }) => text.includes(' '));
  if (last >= 0 && !before.some(({ text }) => LEFT_TO_RIGHT.test(text))) {
    hold(pieces, last, pieces[last]?.text.lastIndexOf(' ') ?? 0);
  }
}

function holdBehind<Piece extends { readonly text: string }>(pieces: Piece[], start: number): void {
  const next = pieces.findIndex(({ text }, index) => index > start && text.includes(' '));
  if (next >= 0) {
    hold(pieces, next, pieces[next]?.text.indexOf(' ') ?? 0);
  }
}

function hold<Piece extends { readonly text: string }>(pieces: Piece[], index: number, at: number): void {
  const piece = pieces[index] as Piece;
  pieces[index] = { ...piece, text: `${piece.text.slice(0, at)}${HOLDING_BLANK}${piece.text.slice(at + 1)}` };
}
