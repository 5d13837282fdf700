import { graphemes } from '../../lib/safe-text/graphemes.ts';
import { columnsOf } from '../../lib/cell-text.ts';

/** What is known of a grapheme that is not one printable ASCII character. */
export interface Glyph {
  /** Columns that it takes here. */
  readonly width: 1 | 2;
  /** Whether every terminal agrees about the width. After any other one the place of the cursor is unknown. */
  readonly isTrusted: boolean;
  /** The most columns that a terminal might take for it: what stands there is written again after it. */
  readonly reach: number;
  /** As UTF-8. */
  readonly bytes: Uint8Array;
}

/** Letters of the scripts that are one column wide everywhere, frames, bars, control pictures and our own signs. */
const TRUSTED =
  /^[[\p{L}&&[\u00aa-\u052f\u05d0-\u05ea\u0620-\u064a]]\u2400-\u2421\u2800\u2500-\u259f·×–“”…←↑→↓≈▲▼△▵▸▾‹›●◇⚑✓✕✖❚]$/v;
/** Everything that has no shape of its own, that has none yet, or that nobody but its maker knows. */
const SHAPELESS = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const LONGEST = 16;
const REMEMBERED = 4096;

const glyphs = new Map<string, Glyph | undefined>();
/** By UTF-16 code unit, so never more than 65,536. */
const trusted = new Map<number, string | undefined>();
const encoder = new TextEncoder();

/**
 * What is known of one grapheme; undefined for what cannot be a cell: control and format characters, lone surrogates,
 * marks without a base, and what is wider than two columns. Not for printable ASCII.
 */
export function glyphOf(grapheme: string): Glyph | undefined {
  let glyph = glyphs.get(grapheme);
  if (glyph === undefined && !glyphs.has(grapheme)) {
    if (glyphs.size >= REMEMBERED) {
      glyphs.clear();
    }
    glyph = measure(grapheme);
    glyphs.set(grapheme, glyph);
  }
  return glyph;
}

/**
 * The character with that code when every terminal gives it one column. It is a grapheme of its own, unless a mark
 * follows.
 */
export function trustedCharacter(code: number): string | undefined {
  let character = trusted.get(code);
  if (character === undefined && !trusted.has(code)) {
    const candidate = String.fromCharCode(code);
    character = glyphOf(candidate)?.isTrusted === true ? candidate : undefined;
    trusted.set(code, character);
  }
  return character;
}

/** Whether it is one printable ASCII character, which is one column and one byte everywhere. */
export function isAscii(grapheme: string): boolean {
  const code = grapheme.charCodeAt(0);
  return code >= 0x20 && code < 0x7f && grapheme.length === 1;
}

function measure(grapheme: string): Glyph | undefined {
  // First of all, so that a frame of nothing else need not wait for the Unicode tables.
  if (TRUSTED.test(grapheme)) {
    return { width: 1, isTrusted: true, reach: 1, bytes: encoder.encode(grapheme) };
  }
  if (grapheme.length > LONGEST || SHAPELESS.test(grapheme)) {
    return undefined;
  }
  const [first] = graphemes.segment(grapheme);
  if (first?.segment !== grapheme) {
    return undefined;
  }
  const width = columnsOf(grapheme);
  if (width !== 1 && width !== 2) {
    return undefined;
  }
  const reach = 2 * [...grapheme].length;
  return { width, isTrusted: false, reach, bytes: encoder.encode(grapheme) };
}
