import stringWidth from 'string-width';

import { graphemes } from './graphemes.ts';

/**
 * Text that an attacker may have written, made safe to show. Code points are classified, never parsed as escape
 * sequences: what is not plainly visible is replaced by a visible token, so that nothing acts on the terminal, nothing
 * hides and the evidence stays readable.
 */

/**
 * - `ident`: names of packages, hosts, users, ids, branches, paths: printable ASCII, everything else escaped.
 * - `cell`: one line in any left-to-right script whose width can be trusted.
 * - `block`: transcripts: keeps line feeds, a tab is four spaces.
 */
export type TextProfile = 'ident' | 'cell' | 'block';

export interface SafeSegment {
  readonly text: string;
  /** A token that stands for something that cannot be shown; drawn inverse, so that plain text cannot imitate it. */
  readonly token: boolean;
}

const LENGTH_CAP: Readonly<Record<TextProfile, number>> = { ident: 1024, cell: 1024, block: 65_536 };
const MARKS_ON_A_BASE = 3;

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const PRINTABLE_ASCII_LINES = /^[\x20-\x7e\n]*$/;
const INVISIBLE =
  /^[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u2400-\u243f]$/u;
const ODD_SPACE = /^\p{Zs}$/u;
const MARK = /^\p{M}$/u;
const EMOJI =
  /^[\p{Extended_Pictographic}\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3]$/u;
const RIGHT_TO_LEFT = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]$/u;

/**
 * The text as segments that are safe to draw. Lone surrogates are made well-formed first, lengths are capped before
 * any other work, and runs of one token collapse into `␇×500`. With `ascii`, tokens are ASCII too (`^G`), and so is
 * everything else.
 */
export function safeSegments(input: string, profile: TextProfile, ascii = false): readonly SafeSegment[] {
  const cap = LENGTH_CAP[profile];
  const length = input.length > cap ? cap - (splitsPair(input, cap) ? 1 : 0) : input.length;
  const kept = input.slice(0, length).toWellFormed();
  const segments = new SegmentBuilder(ascii ? 'x' : '×');
  if (
    (profile === 'block' ? PRINTABLE_ASCII_LINES : PRINTABLE_ASCII).test(kept) &&
    !hasOddSpaces(kept, profile)
  ) {
    segments.plain(kept);
  } else {
    appendClassified(segments, kept, profile, ascii);
  }
  if (input.length > length) {
    segments.token(`<+${input.length - length} chars>`);
  }
  return segments.finish();
}

/** The same as one string, for places that cannot draw tokens apart. */
export function safeString(input: string, profile: TextProfile, ascii = false): string {
  return safeSegments(input, profile, ascii)
    .map((segment) => segment.text)
    .join('');
}

/** Whether an identifier holds anything that had to be escaped, as look-alike names do. */
export function isSuspiciousIdentifier(input: string): boolean {
  return !PRINTABLE_ASCII.test(input) || hasOddSpaces(input, 'ident');
}

function hasOddSpaces(text: string, profile: TextProfile): boolean {
  return profile === 'ident' && (text.startsWith(' ') || text.endsWith(' ') || text.includes('  '));
}

function splitsPair(text: string, index: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(index - 1, index + 1));
}

function appendClassified(
  segments: SegmentBuilder,
  text: string,
  profile: TextProfile,
  ascii: boolean,
): void {
  const points = [...text];
  let marks = 0;
  for (let index = 0; index < points.length; index++) {
    const point = points[index] as string;
    const code = point.codePointAt(0) as number;
    if (profile === 'block' && (point === '\n' || point === '\t')) {
      segments.plain(point === '\n' ? point : '    ');
      marks = 0;
      continue;
    }
    if (isTag(code)) {
      const end = endOfTags(points, index);
      segments.token(`<TAG "${decodeTags(points.slice(index, end))}">`);
      index = end - 1;
      continue;
    }
    if (MARK.test(point) && !INVISIBLE.test(point) && profile !== 'ident' && !ascii) {
      marks++;
      if (!segments.hasBase) {
        // It would settle on whatever stands before this text on the screen.
        segments.token(escapePoint(code));
        continue;
      }
      if (marks > MARKS_ON_A_BASE) {
        segments.extraMark();
        continue;
      }
    } else {
      marks = 0;
    }
    const token = tokenFor(point, code, profile, ascii, { text: points, index });
    if (token === undefined) {
      segments.plain(point);
    } else {
      segments.token(token);
    }
  }
  if (profile === 'cell' && !ascii) {
    segments.escapeUntrustedWidths();
  }
}

/** The token that replaces a code point; undefined when it is shown as it is. */
function tokenFor(
  point: string,
  code: number,
  profile: TextProfile,
  ascii: boolean,
  place: { readonly text: readonly string[]; readonly index: number },
): string | undefined {
  if (code === 0x20) {
    const doubled = place.text[place.index - 1] === ' ' || place.text[place.index + 1] === ' ';
    const outer = place.index === 0 || place.index === place.text.length - 1;
    return profile === 'ident' && (doubled || outer) ? (ascii ? '<SP>' : '␠') : undefined;
  }
  if (code < 0x20) {
    return ascii ? `^${String.fromCharCode(code + 0x40)}` : String.fromCharCode(0x2400 + code);
  }
  if (code < 0x7f) {
    return undefined;
  }
  if (code === 0x7f) {
    return ascii ? '^?' : '␡';
  }
  if (INVISIBLE.test(point) || ODD_SPACE.test(point)) {
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  }
  if (profile === 'ident' || ascii) {
    return escapePoint(code);
  }
  return profile === 'cell' && (RIGHT_TO_LEFT.test(point) || EMOJI.test(point))
    ? escapePoint(code)
    : undefined;
}

function escapePoint(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

function isTag(code: number): boolean {
  return code >= 0xe0000 && code <= 0xe007f;
}

function endOfTags(points: readonly string[], start: number): number {
  let end = start;
  while (end < points.length && isTag(points[end]?.codePointAt(0) ?? 0)) {
    end++;
  }
  return end;
}

/** Tag characters mirror ASCII at U+E0000; those without a visible counterpart are named. */
function decodeTags(points: readonly string[]): string {
  return points
    .map((point) => (point.codePointAt(0) as number) - 0xe0000)
    .map((code) => (code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : `<${code.toString(16)}>`))
    .join('');
}

class SegmentBuilder {
  #segments: SafeSegment[] = [];
  #plain = '';
  #token = '';
  #tokenCount = 0;
  #extraMarks = 0;
  readonly #times: string;

  constructor(times: string) {
    this.#times = times;
  }

  /** Whether a mark that came now would stand on something plain. */
  get hasBase(): boolean {
    return this.#extraMarks > 0 || (this.#plain !== '' && !this.#plain.endsWith('\n'));
  }

  plain(text: string): void {
    this.#endToken();
    this.#endMarks();
    this.#plain += text;
  }

  token(text: string): void {
    this.#endMarks();
    this.#endPlain();
    if (this.#token === text) {
      this.#tokenCount++;
    } else {
      this.#endToken();
      this.#token = text;
      this.#tokenCount = 1;
    }
  }

  extraMark(): void {
    this.#extraMarks++;
  }

  finish(): readonly SafeSegment[] {
    this.#endToken();
    this.#endMarks();
    this.#endPlain();
    return this.#segments;
  }

  /** A grapheme that is measured wider or narrower than its parts would shift what stands beside it. */
  escapeUntrustedWidths(): void {
    const segments = this.finish();
    this.#segments = [];
    for (const segment of segments) {
      if (segment.token) {
        this.#segments.push(segment);
        continue;
      }
      for (const { segment: grapheme } of graphemes.segment(segment.text)) {
        const parts = [...grapheme];
        const sum = parts.reduce((width, part) => width + (MARK.test(part) ? 0 : stringWidth(part)), 0);
        if (parts.length === 1 || stringWidth(grapheme) === sum) {
          this.plain(grapheme);
        } else {
          for (const part of parts) {
            this.token(escapePoint(part.codePointAt(0) as number));
          }
        }
      }
      this.finish();
    }
  }

  #endPlain(): void {
    if (this.#plain !== '') {
      this.#segments.push({ text: this.#plain, token: false });
      this.#plain = '';
    }
  }

  #endToken(): void {
    if (this.#tokenCount > 0) {
      const text = this.#tokenCount === 1 ? this.#token : `${this.#token}${this.#times}${this.#tokenCount}`;
      this.#segments.push({ text, token: true });
      this.#token = '';
      this.#tokenCount = 0;
    }
  }

  #endMarks(): void {
    if (this.#extraMarks > 0) {
      this.#endPlain();
      this.#endToken();
      this.#segments.push({ text: `<+${this.#extraMarks} marks>`, token: true });
      this.#extraMarks = 0;
    }
  }
}
