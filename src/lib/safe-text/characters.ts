import { graphemes } from './graphemes.ts';

/** What characters do to a terminal or a reader, distinguished from Unicode properties alone. */

/** Controls, format, private use, unassigned, separators, default-ignorable, the empty Braille pattern, control pictures. */
const UNSEEN =
  /^[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800\u2400-\u243f]$/u;

/** Marks, and the vowels and finals of Hangul, which terminals put on the character before them too. */
const MARK = /^[\p{M}\u1160-\u11ff\ud7b0-\ud7fb]$/u;

/** Pictures, but for the signs of copyright and trade marks, which are text. */
const EMOJI =
  /^(?![\xa9\xae\u2122])[\p{Extended_Pictographic}\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3]$/u;

/** Letters, marks and digits that are written from right to left, or between which a terminal may turn the order of cells. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * What xterm, tmux and the Unicode tables give different widths: conjoining Hangul and its tone marks, trigrams and
 * hexagrams, circled numbers on squares, Vietnamese reading marks, Tangut, Khitan, and counting signs; and Arabic signs that
 * hold a sentence.
 */
const UNSURE_WIDTH =
  /^(?:[\ufdf0-\ufdff]|\u302e|\u302f|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u2630-\u2637\u268a-\u268f\u3248-\u324f\u4dc0-\u4dff\u{16fe0}-\u{18dff}\u{1d300}-\u{1d37f}])$/u;

/** The tag characters, which mirror ASCII unseen, begin here; there are 128 of them. */
export const TAGS_START = 0xe0000;

/** Whether a code point acts or hides, or passes for a space or a token. U+0020 counts among them. */
export function isUnseen(point: string): boolean {
  return UNSEEN.test(point);
}

/** Whether a code point is drawn on the one before it. */
export function isMark(point: string): boolean {
  return MARK.test(point);
}

/** Whether a code point may take more or fewer columns than it is given in a row of cells. */
export function shiftsCells(point: string): boolean {
  return EMOJI.test(point) || UNSURE_WIDTH.test(point);
}

/** Whether a text holds anything that some terminals draw from right to left. */
export function holdsRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Whether two texts become one grapheme where they meet. */
export function areJoined(before: string, after: string): boolean {
  return graphemes.segment(before + after).containing(before.length)?.index !== before.length;
}

/** Whether a code unit pair stands astride an index. */
export function splitsPair(text: string, index: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(index - 1, index + 1));
}
