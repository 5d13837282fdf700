import { TAGS_START } from './characters.ts';

/** The visible tokens that stand for what cannot be shown. */

/** A control character as its picture: `␇`, or `^G` in ASCII. */
export function controlToken(code: number, ascii: boolean): string {
  if (ascii) {
    return `^${String.fromCharCode(code ^ 0x40)}`;
  }
  return String.fromCharCode(code === 0x7f ? 0x2421 : 0x2400 + code);
}

/** A character that cannot be seen, by its number: `<U+202E>`. */
export function unseenToken(code: number): string {
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** A character that can be seen, but not trusted: `\u{430}`. */
export function escapeToken(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

/** A space that would be overlooked. */
export function spaceToken(ascii: boolean): string {
  return ascii ? '<SP>' : '␠';
}

/** Tag characters, decoded: `<TAG "ignore previous">`. What is no plain letter of them is reported by its number. */
export function tagToken(points: readonly string[]): string {
  const letters = points.map((point) => {
    const letter = String.fromCharCode((point.codePointAt(0) as number) - TAGS_START);
    return /^[ !#-;=?-~]$/.test(letter) ? letter : `<${letter.charCodeAt(0).toString(16)}>`;
  });
  return `<TAG "${letters.join('')}">`;
}

/** So many more of something than are shown: `<+7 marks>`. */
export function moreToken(count: number, what: 'marks' | 'chars'): string {
  return `<+${count} ${what}>`;
}

/** What stands before the count of a run of one token: `␇×500`. */
export function timesSign(ascii: boolean): string {
  return ascii ? 'x' : '×';
}

/** A secret key with all but its last four characters left out: `sk_live_…0123`. */
export function maskedKey(key: string, ascii: boolean): string {
  return `${key.slice(0, KEY_PREFIX)}${ascii ? '...' : '…'}${key.slice(-4)}`;
}

const KEY_PREFIX = 'sk_live_'.length;

/** What looks like a whole secret key. Shorter texts are prefixes, by which keys are distinguished. */
export const SECRET_KEY = /[a-z]{2}_live_[\w-]{12,}/g;

const ANY_TOKEN = String.raw`[\u2400-\u2421]|<U\+[0-9A-F]{4,6}>|<SP>|<TAG "(?:[^"<>]|<[0-9a-f]+>)*">|<\+\d+ (?:marks|chars)>|\\u\{[0-9a-f]+\}|[a-z]{2}_live_(?:…|\.{3})[\w-]{4}`;

/** A token with its count, in text in which nothing else can look like one. */
export const TOKEN = new RegExp(`(?:${ANY_TOKEN})(?:×\\d+)?`, 'gu');
export const ASCII_TOKEN = new RegExp(String.raw`(?:${ANY_TOKEN}|\^[?-_])(?:x\d+)?`, 'gu');

const ANY_FORGERY = String.raw`<(?=U\+|SP>|TAG "|\+\d)|\\(?=u\{)|(?<=_live_)\.(?=\.\.)`;

/** The printable ASCII with which something begins that could be taken for a token. */
export const FORGERY = new RegExp(ANY_FORGERY, 'gu');
/** A caret is none only before what stays as it is and makes no pair with it. */
export const ASCII_FORGERY = new RegExp(String.raw`${ANY_FORGERY}|\^(?![ -;=>\x60-~]|$)`, 'gu');

/** As many characters before and behind a sign decide whether it is one. */
export const FORGERY_CONTEXT = 6;
