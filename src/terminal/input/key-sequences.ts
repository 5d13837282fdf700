import { ownValue } from '../../lib/own-value.ts';

/** How each key that is more than a character is handed on: one form, whichever of its forms a terminal sent. */
export const KEY = {
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  home: '\u001b[H',
  end: '\u001b[F',
  pageUp: '\u001b[5~',
  pageDown: '\u001b[6~',
  delete: '\u001b[3~',
  shiftTab: '\u001b[Z',
  /** The form of the kitty protocol: a lone ESC would make the reader wait for more. */
  escape: '\u001b[27u',
  enter: '\r',
  tab: '\t',
  backspace: '\u007f',
} as const;

const BY_LETTER: Readonly<Record<string, string>> = {
  A: KEY.up,
  B: KEY.down,
  C: KEY.right,
  D: KEY.left,
  F: KEY.end,
  H: KEY.home,
};

/** `CSI number ~`: 1 and 4 are of the Linux console and screen, 7 and 8 of rxvt. */
const BY_NUMBER: Readonly<Record<string, string>> = {
  1: KEY.home,
  3: KEY.delete,
  4: KEY.end,
  5: KEY.pageUp,
  6: KEY.pageDown,
  7: KEY.home,
  8: KEY.end,
};

const SHIFT = 1;
const CTRL = 4;
/** Caps Lock and Num Lock, which the kitty protocol counts among the modifiers. */
const LOCKS = 64 + 128;
const RELEASED = '3';

/** The bits of a modifier field `1 + bits [: event]`; undefined when the key was let go, or it is no such field. */
function modifiersOf(field: string): number | undefined {
  const [, number = '', event] = /^(\d{0,3})(?::(\d))?$/.exec(field) ?? [undefined, 'none'];
  if (number === 'none' || event === RELEASED) {
    return undefined;
  }
  return (number === '' ? 0 : Number(number) - 1) & ~LOCKS;
}

/** A key by its code point and modifiers, as the kitty protocol and xterm's modifyOtherKeys tell them. */
function keyOfCode(code: number, modifiers: number): string | undefined {
  if (code === 9 && modifiers === SHIFT) {
    return KEY.shiftTab;
  }
  if (modifiers === CTRL && code >= 97 && code <= 122) {
    return String.fromCharCode(code - 96);
  }
  if (modifiers !== 0) {
    return undefined;
  }
  if (code === 27) {
    return KEY.escape;
  }
  return code === 9 || code === 13 || (code >= 32 && code <= 127) ? String.fromCharCode(code) : undefined;
}

/**
 * The key that a control sequence (ECMA-48 5.4: what stands between CSI and its final byte, and that byte) stands for,
 * in the form of KEY or as a character; undefined for every other sequence: replies, reports, keys that nothing is
 * bound to and keys held with Alt.
 */
export function keyOfControlSequence(parameters: string, final: string): string | undefined {
  const fields = parameters.split(';');
  const [first = '', second = '', third = ''] = fields;
  if (final === '~' && first === '27' && fields.length === 3) {
    const modifiers = modifiersOf(second);
    return modifiers === undefined || !/^\d{1,3}$/.test(third)
      ? undefined
      : keyOfCode(Number(third), modifiers);
  }
  const modifiers = modifiersOf(second);
  if (fields.length > 2 || modifiers === undefined) {
    return undefined;
  }
  if (final === 'u') {
    const code = /^(\d{1,3})(?::[\d:]*)?$/.exec(first)?.[1];
    return code === undefined ? undefined : keyOfCode(Number(code), modifiers);
  }
  if (final === 'Z') {
    return parameters === '' ? KEY.shiftTab : undefined;
  }
  if (modifiers !== 0) {
    return undefined;
  }
  if (final === '~') {
    return ownValue(BY_NUMBER, first);
  }
  return first === '' || first === '1' ? ownValue(BY_LETTER, final) : undefined;
}

/** The key that `SS3 letter` stands for, as a terminal in application mode sends it. */
export function keyOfSingleShift(letter: string): string | undefined {
  return ownValue(BY_LETTER, letter);
}
