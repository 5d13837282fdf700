import { keptOfText } from './cut-text.ts';
import { isMark, isUnseen, shiftsCells, splitsPair, TAGS_START } from './safe-text/characters.ts';
import { isNeededJoiner } from './safe-text/joiners.ts';
import { SegmentBuilder, type SafeSegment } from './safe-text/segment-builder.ts';
import {
  ASCII_FORGERY,
  ASCII_TOKEN,
  controlToken,
  escapeToken,
  FORGERY,
  FORGERY_CONTEXT,
  maskedKey,
  moreToken,
  SECRET_KEY,
  spaceToken,
  tagToken,
  TOKEN,
  unseenToken,
} from './safe-text/tokens.ts';

/**
 * Text that an attacker may have written, made safe to show ("Untrusted text" of the safety rules). Code points are
 * classified, never parsed as escape sequences: what is not plainly visible is replaced by a visible token, so that
 * nothing acts on the terminal, nothing hides and the evidence stays readable. What looks like a secret key is masked.
 */

/**
 * - `ident`: names of packages, hosts, users, ids, branches, paths: printable ASCII, everything else escaped.
 * - `cell`: one line that people wrote for people: letters of every script, as far as their width can be trusted. Letters
 *   from right to left stand in the order in which they were written, which every terminal shows or turns around by itself;
 *   `heldInPlace` keeps them from moving what stands beside them, without any control character. What only joins letters or
 *   pictures that need it is left out (`isNeededJoiner`).
 * - `block`: transcripts: keeps line feeds, a tab is four spaces.
 */
export type TextProfile = 'ident' | 'cell' | 'block';

export type { SafeSegment };

/** Code units of one line that are looked at; what is left is only counted. */
export const LONGEST_LINE = 1024;
const LENGTH_CAP: Readonly<Record<TextProfile, number>> = {
  ident: LONGEST_LINE,
  cell: LONGEST_LINE,
  block: 65_536,
};

/** What is not shown as it is, or needs a look at what stands beside it. None of them ever goes back in a text. */
const NOT_PRINTABLE: Readonly<Record<TextProfile, RegExp>> = {
  ident: /[^ -~]|^ | {2}| $/,
  cell: /[^ -~]/,
  block: /[^ -~\n]/,
};

/**
 * Runs that need no classification: a space of an identifier is looked at by itself. They are bounded, since a run may
 * begin anew behind each secret key.
 */
const ASCII_RUN: Readonly<Record<TextProfile, RegExp>> = {
  ident: /[!-~]{1,2048}/y,
  cell: /[ -~]{1,2048}/y,
  block: /[ -~\n]{1,2048}/y,
};

/**
 * Letters and signs of which none joins another, is a mark, is a picture or is unassigned: most of what is written in the
 * world.
 */
const LETTER_RUN =
  /[\u00a1-\u00ac\u00ae-\u00d6\u00d8-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u048a-\u052f\u2013-\u2025\u2190-\u2193\u2500-\u259f\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]{1,2048}/y;

const TAB = '    ';
const TAG_RUN = /[\u{e0000}-\u{e007f}]+/uy;

/**
 * The text as segments that are safe to draw, tokens apart from the rest. Lengths are capped before any other work (1,024
 * code units, 65,536 of a block), lone surrogates are made well-formed, and runs of one token collapse into `␇×500`. With
 * `ascii`, tokens are ASCII too (`^G`), and so is everything else. Whoever draws them must set tokens apart, since plain
 * text may look like one.
 */
export function safeSegments(input: string, profile: TextProfile, ascii = false): readonly SafeSegment[] {
  return segmentsOf(input, profile, { ascii, flat: false });
}

/** What a place has room for that is drawn in one row. */
export interface Room {
  /** Code units that are looked at. */
  readonly most: number;
  /** Whether it is the middle that is left out, and not the end. */
  readonly keepsEnd: boolean;
  readonly ascii: boolean;
  /** Tokens are not drawn apart: what only looks like one is escaped, as `safeString` does. */
  readonly flat: boolean;
}

/** The same of no more of the text than there is room for, so that the work is that of what is shown: `<+N chars>` for the rest. */
export function safeSegmentsFor(input: string, profile: TextProfile, room: Room): readonly SafeSegment[] {
  return segmentsOf(input, profile, room, Math.min(room.most, LENGTH_CAP[profile]), room.keepsEnd);
}

/** The same of the whole text of one line, however long it is: for programs that read it, where nothing may be lost. */
export function wholeSafeSegments(
  input: string,
  profile: Exclude<TextProfile, 'block'>,
  room: Pick<Room, 'ascii' | 'flat'>,
): readonly SafeSegment[] {
  return segmentsOf(input, profile, room, Number.POSITIVE_INFINITY);
}

/**
 * The same as one string, for places that cannot draw tokens apart: what only looks like a token is escaped there
 * (`\u{3c}U+202E>`), so that `tokensApart` finds exactly the tokens. Not to be applied to its own result.
 */
export function safeString(input: string, profile: TextProfile, ascii = false): string {
  return textOf(segmentsOf(input, profile, { ascii, flat: true }));
}

/** The same of the whole text, however long it is: for files, where nothing may be lost. */
export function wholeSafeString(input: string, profile: TextProfile, ascii = false): string {
  const mode = { ascii, flat: true };
  return isPlain(input, profile, mode) ? input : textOf(segmentsOfWhole(input, profile, mode));
}

/**
 * A sentence of ours for a terminal, in which others are quoted that were made safe already: nothing in it acts, and the
 * tokens stay as they are. It keeps its line feeds unless it is one of a `cell`.
 */
export function safeSentence(sentence: string, ascii = false, profile: 'cell' | 'block' = 'block'): string {
  return tokensApart(sentence, ascii)
    .map(({ text, token }) => (token ? text : textOf(safeSegments(text, profile, ascii))))
    .join('');
}

/** What `safeString` made, or a part of it, with its tokens apart from the rest. */
export function tokensApart(text: string, ascii = false): readonly SafeSegment[] {
  const segments: SafeSegment[] = [];
  let start = 0;
  for (const match of text.matchAll(ascii ? ASCII_TOKEN : TOKEN)) {
    if (match.index > start) {
      segments.push({ text: text.slice(start, match.index), token: false });
    }
    segments.push({ text: match[0], token: true });
    start = match.index + match[0].length;
  }
  return start === text.length ? segments : [...segments, { text: text.slice(start), token: false }];
}

/** Whether an identifier holds anything that has to be escaped, as look-alike names do, or is longer than is ever looked at. */
export function isSuspiciousIdentifier(input: string): boolean {
  return input.length > LENGTH_CAP.ident || NOT_PRINTABLE.ident.test(input) || holdsSecretKey(input);
}

interface Mode {
  readonly ascii: boolean;
  /** Tokens will not be drawn apart. */
  readonly flat: boolean;
}

function segmentsOf(
  input: string,
  profile: TextProfile,
  mode: Mode,
  most = LENGTH_CAP[profile],
  keepsEnd = false,
): readonly SafeSegment[] {
  // What was left out before is counted with what is left out here.
  const { kept, left } = input.length > LENGTH_CAP[profile] ? keptOfText(input) : { kept: input, left: 0 };
  if (kept.length <= most && left === 0 && isPlain(kept, profile, mode)) {
    return input === '' ? [] : [{ text: input, token: false }];
  }
  if (kept.length <= most && left === 0) {
    return segmentsOfWhole(kept, profile, mode);
  }
  const builder = builderOf(profile, mode);
  // An end that begins within a secret key would show it: nothing says there that it is one.
  const atEnd = keepsEnd && left === 0 && !kept.includes('_live_') ? Math.floor(most / 2) : 0;
  const head = Math.min(kept.length, most - atEnd);
  const start = head - (splitsPair(kept, head) ? 1 : 0);
  const end = Math.max(start, kept.length - atEnd);
  const tail = end + (splitsPair(kept, end) ? 1 : 0);
  appendFormed(builder, kept.slice(0, start), profile, mode);
  builder.token(moreToken(tail - start + left, 'chars'));
  appendFormed(builder, kept.slice(tail), profile, mode);
  return builder.finish();
}

/** In one piece: in parts, a secret key or what looks like a token could lie between two of them, where neither is seen. */
function segmentsOfWhole(text: string, profile: TextProfile, mode: Mode): readonly SafeSegment[] {
  const builder = builderOf(profile, mode);
  appendFormed(builder, text, profile, mode);
  return builder.finish();
}

const builderOf = (profile: TextProfile, { ascii }: Mode) =>
  new SegmentBuilder({ ascii, strict: profile === 'cell' });

function appendFormed(builder: SegmentBuilder, text: string, profile: TextProfile, mode: Mode): void {
  const formed = text.toWellFormed();
  appendMasked(builder, profile === 'cell' && !mode.ascii ? inSyllables(formed) : formed, profile, mode);
}

/** The letters of a syllable of Hangul, of which terminals do not agree what they take; as one character they do. */
const HANGUL_LETTERS = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?/g;

function inSyllables(text: string): string {
  return text.replace(HANGUL_LETTERS, (letters) => letters.normalize('NFC'));
}

function isPlain(text: string, profile: TextProfile, { ascii, flat }: Mode): boolean {
  return (
    !NOT_PRINTABLE[profile].test(text) &&
    !holdsSecretKey(text) &&
    !(flat && text.search(ascii ? ASCII_FORGERY : FORGERY) >= 0)
  );
}

function holdsSecretKey(text: string): boolean {
  return text.includes('_live_') && text.search(SECRET_KEY) >= 0;
}

function appendMasked(builder: SegmentBuilder, text: string, profile: TextProfile, mode: Mode): void {
  let start = 0;
  for (const { 0: key, index } of text.includes('_live_') ? text.matchAll(SECRET_KEY) : []) {
    appendClassified(builder, text, { start, end: index }, profile, mode);
    builder.token(maskedKey(key, mode.ascii));
    start = index + key.length;
  }
  appendClassified(builder, text, { start, end: text.length }, profile, mode);
}

function appendClassified(
  builder: SegmentBuilder,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  profile: TextProfile,
  mode: Mode,
): void {
  const { ascii, flat } = mode;
  const run = ASCII_RUN[profile];
  let index = start;
  while (index < end) {
    run.lastIndex = index;
    const found = run.exec(text)?.[0];
    if (found !== undefined) {
      const plain = found.slice(0, end - index);
      if (flat) {
        appendUnlikeTokens(builder, text, { start: index, end: index + plain.length }, ascii);
      } else {
        builder.run(plain);
      }
      index += plain.length;
      continue;
    }
    if (profile !== 'ident' && !ascii) {
      LETTER_RUN.lastIndex = index;
      const letters = LETTER_RUN.exec(text)?.[0];
      if (letters !== undefined) {
        builder.run(letters);
        index += letters.length;
        continue;
      }
    }
    const code = text.codePointAt(index) as number;
    const point = String.fromCodePoint(code);
    if (code >= TAGS_START && code < TAGS_START + 0x80) {
      TAG_RUN.lastIndex = index;
      const tags = TAG_RUN.exec(text)?.[0] ?? point;
      builder.token(tagToken([...tags]));
      index += tags.length;
      continue;
    }
    appendPoint(builder, { point, code, text, index }, profile, mode);
    index += point.length;
  }
}

/** Adds printable ASCII that will not be distinguished from tokens by its look: what could be taken for one is escaped. */
function appendUnlikeTokens(
  builder: SegmentBuilder,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  ascii: boolean,
): void {
  let from = start;
  if (ascii && builder.isAfterToken && /^x\d/.test(text.slice(from, from + 2))) {
    builder.token(escapeToken(0x78));
    from++;
  }
  // Only so much of what stands around is looked at, or a long text would be searched anew for each run.
  const around = Math.max(0, start - FORGERY_CONTEXT);
  for (const { 0: sign, index } of text
    .slice(around, end + FORGERY_CONTEXT)
    .matchAll(ascii ? ASCII_FORGERY : FORGERY)) {
    const at = around + index;
    if (at >= from && at < end) {
      builder.run(text.slice(from, at));
      builder.token(escapeToken(sign.charCodeAt(0)));
      from = at + 1;
    }
  }
  if (from < end) {
    builder.run(text.slice(from, end));
  }
}

interface Place {
  readonly point: string;
  readonly code: number;
  readonly text: string;
  readonly index: number;
}

/** Adds a code point that is no printable ASCII, or a space of an identifier. */
function appendPoint(
  builder: SegmentBuilder,
  place: Place,
  profile: TextProfile,
  { ascii, flat }: Mode,
): void {
  const { point, code, text, index } = place;
  if (profile === 'block' && code === 0x09) {
    builder.run(TAB);
  } else if (code === 0x20) {
    const before = text[index - 1] ?? ' ';
    const after = text[index + 1] ?? ' ';
    if (before === ' ' || after === ' ') {
      builder.token(spaceToken(ascii));
    } else {
      builder.run(' ');
    }
  } else if (code < 0x20 || code === 0x7f) {
    builder.token(controlToken(code, ascii));
  } else if (profile !== 'ident' && !ascii && isNeededJoiner(text, index)) {
    // The letters beside it say the same.
  } else if (isUnseen(point)) {
    builder.token(unseenToken(code));
  } else if (ascii || profile === 'ident' || (profile === 'cell' && shiftsCells(point))) {
    builder.token(escapeToken(code));
  } else if (flat && couldBeOfToken(place, builder)) {
    builder.token(escapeToken(code));
  } else if (isMark(point)) {
    builder.mark(point);
  } else {
    builder.plain(point);
  }
}

/** Whether a sign that tokens are made of stands where it could belong to one. */
function couldBeOfToken({ code, text, index }: Place, { isAfterToken }: SegmentBuilder): boolean {
  switch (code) {
    case 0xd7:
      return (isAfterToken || !/^[ -~]$/.test(text[index - 1] ?? ' ')) && /^\d$/.test(text[index + 1] ?? '');
    case 0x2026:
      return text.startsWith('_live_', index - 6);
    default:
      return false;
  }
}

function textOf(segments: readonly SafeSegment[]): string {
  return segments.map(({ text }) => text).join('');
}
