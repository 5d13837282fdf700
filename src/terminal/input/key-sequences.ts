import { ownValue } from '../../lib/own-value.ts';
import { keysOfCode, readModifiers, SHIFT } from './key-codes.ts';
import { KEY, type KeyReading } from './known-keys.ts';

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

/** The keypad in application mode, beside the cursor keys: its signs and digits stand 64 code points lower. */
const OF_KEYPAD: Readonly<Record<string, string>> = { M: KEY.enter, I: KEY.tab, X: '=' };

/** The final bytes of keys. Whatever ends otherwise is a report. */
const KEY_FINALS = /^[A-HPQRSZu~]$/;

/** The event fields of the kitty protocol. */
const REPEATED = '2';
const RELEASED = '3';

/**
 * What a control sequence (ECMA-48 5.4: what stands between CSI and its final byte, and that byte) of the keyboard stands
 * for, in any of the forms that a terminal may have been switched to before: xterm's modifyOtherKeys in both formats and the
 * kitty protocol with all its flags. Undefined for every other sequence: replies, reports, keys that nothing is bound to and
 * keys held with Alt.
 */
export function readControlSequence(parameters: string, final: string): KeyReading | undefined {
  const [first = '', second = '', third = '', ...more] = parameters.split(';');
  const held = readModifiers(second);
  if (held === undefined || more.length > 0 || !KEY_FINALS.test(final)) {
    return undefined;
  }
  if (held.event === RELEASED) {
    return { keys: [], isRepeat: false };
  }
  const keys =
    final === 'u'
      ? keysOfCode(first, held, third)
      : final === '~' && first === '27' && third !== ''
        ? keysOfCode(third, held, '')
        : namedKey(first, final, third === '' ? held.modifiers : undefined);
  return keys === undefined ? undefined : { keys, isRepeat: held.event === REPEATED };
}

function namedKey(
  number: string,
  final: string,
  modifiers: number | undefined,
): readonly string[] | undefined {
  const isFirst = number === '' || number === '1';
  if (final === 'Z') {
    return isFirst && (modifiers === 0 || modifiers === SHIFT) ? [KEY.shiftTab] : undefined;
  }
  if (modifiers !== 0 || (final !== '~' && !isFirst)) {
    return undefined;
  }
  const key = final === '~' ? ownValue(BY_NUMBER, number) : ownValue(BY_LETTER, final);
  return key === undefined ? undefined : [key];
}

/** The key that `SS3 letter` stands for, as a terminal in one of the application modes sends it. */
export function keyOfSingleShift(letter: string): string | undefined {
  return /^[j-y]$/.test(letter)
    ? String.fromCharCode(letter.charCodeAt(0) - 0x40)
    : (ownValue(BY_LETTER, letter) ?? ownValue(OF_KEYPAD, letter));
}
