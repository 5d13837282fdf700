import { KEY } from './known-keys.ts';

export const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
const CAPS_LOCK = 64;
/** Num Lock changes no key: those of the keypad have codes of their own with it. */
const NUM_LOCK = 128;

/** What was held with a key. */
export interface HeldKeys {
  readonly modifiers: number;
  readonly isCapsLocked: boolean;
  /** Whether it was pressed, repeated or let go, as the kitty protocol numbers it; empty where that is not said. */
  readonly event: string;
}

/** Keys that are the same with Shift or Ctrl, but for Shift-Tab. */
const NAMED: ReadonlyMap<number, string> = new Map([
  [8, KEY.backspace],
  [9, KEY.tab],
  [13, KEY.enter],
  [27, KEY.escape],
  [127, KEY.backspace],
  [57_414, KEY.enter],
]);

/** The private area of Unicode from which the kitty protocol takes the codes of keys that are no characters. */
const FIRST_FUNCTIONAL = 57_344;
const LAST_FUNCTIONAL = 63_743;
const LOCK_KEYS = [57_358, 57_359, 57_360];
const FIRST_MODIFIER = 57_441;
const LAST_MODIFIER = 57_454;

/** Its keypad, of which the signs come first. */
const KEYPAD_ZERO = 57_399;
const KEYPAD: ReadonlyMap<number, string> = new Map([
  ...Array.from('0123456789./*-+', (sign, index): [number, string] => [KEYPAD_ZERO + index, sign]),
  [57_415, '='],
  [57_416, ','],
  [57_417, KEY.left],
  [57_418, KEY.right],
  [57_419, KEY.up],
  [57_420, KEY.down],
  [57_421, KEY.pageUp],
  [57_422, KEY.pageDown],
  [57_423, KEY.home],
  [57_424, KEY.end],
  [57_426, KEY.delete],
]);

/** Reads a field `1 + bits [: event]`; undefined when it is no such field. */
export function readModifiers(field: string): HeldKeys | undefined {
  const parts = /^(\d{0,3})(?::(\d))?$/.exec(field);
  if (parts === null) {
    return undefined;
  }
  const [, number = '', event = ''] = parts;
  const bits = number === '' ? 0 : Number(number) - 1;
  return { modifiers: bits & ~(CAPS_LOCK | NUM_LOCK), isCapsLocked: (bits & CAPS_LOCK) !== 0, event };
}

/**
 * The keys of a field `code [: code with Shift [: code on the basic layout]]`, as modifyOtherKeys and the kitty protocol have
 * it, and of the field for the text that the latter may add. None for a key that only changes others; undefined for one that
 * nothing is bound to, and for one held with Alt.
 */
export function keysOfCode(field: string, held: HeldKeys, text: string): readonly string[] | undefined {
  const codes = /^(\d{0,7})(?::(\d{0,7}))?(?::(\d{0,7}))?$/.exec(field)?.slice(1).map(Number);
  if (codes === undefined) {
    return undefined;
  }
  const [code = 0, withShift, basic] = codes;
  if (LOCK_KEYS.includes(code) || (code >= FIRST_MODIFIER && code <= LAST_MODIFIER)) {
    return [];
  }
  const { modifiers } = held;
  const isPlain = (modifiers & ~SHIFT) === 0;
  // AltGr is Ctrl and Alt on some systems.
  const isTyping = isPlain || (modifiers & ~SHIFT) === (CTRL | ALT);
  const typed = isTyping ? charactersOf(text) : [];
  if (typed.length > 0) {
    return typed;
  }
  const key = isPlain
    ? plainKey(code, withShift, held)
    : modifiers === CTRL
      ? controlKey(code, basic)
      : undefined;
  return key === undefined ? undefined : [key];
}

/** xterm's code of a key with Shift is the capital or the sign itself; kitty's is that of the key without it. */
function plainKey(
  code: number,
  withShift: number | undefined,
  { modifiers, isCapsLocked }: HeldKeys,
): string | undefined {
  const isShifted = modifiers === SHIFT;
  if (code === 9 && isShifted) {
    return KEY.shiftTab;
  }
  const named = NAMED.get(code) ?? (isShifted ? undefined : KEYPAD.get(code));
  if (named !== undefined) {
    return named;
  }
  const character = characterOf((isShifted ? withShift : undefined) || code);
  if (isShifted === isCapsLocked) {
    // Caps Lock takes the Shift back.
    return isShifted ? inCase(character, 'toLowerCase') : character;
  }
  return inCase(character, 'toUpperCase');
}

/** As the same keys are sent without such a mode. */
function controlKey(code: number, basic: number | undefined): string | undefined {
  if (code === 0x5b) {
    return KEY.escape;
  }
  const letter = characterOf(code < 128 ? code : (basic ?? 0)) ?? '';
  if (!/^[A-Za-z]$/.test(letter)) {
    return NAMED.get(code);
  }
  const control = String.fromCharCode(letter.charCodeAt(0) & 0x1f);
  return control === '\n' ? KEY.enter : control;
}

/** A letter in the other case, where that is one letter. */
function inCase(character: string | undefined, to: 'toUpperCase' | 'toLowerCase'): string | undefined {
  const changed = character?.[to]() ?? '';
  return Array.from(changed).length === 1 ? changed : character;
}

/** The text of code points between colons; none where one is no character. */
function charactersOf(text: string): readonly string[] {
  const characters = text
    .split(':')
    .map((code) => (/^\d{1,7}$/.test(code) ? characterOf(Number(code)) : undefined));
  return characters.every((character) => character !== undefined) ? characters : [];
}

function characterOf(code: number): string | undefined {
  const isCharacter =
    code >= 0x20 &&
    (code < 0x7f || code > 0x9f) &&
    (code < 0xd800 || code > 0xdfff) &&
    (code < FIRST_FUNCTIONAL || code > LAST_FUNCTIONAL) &&
    code !== 0xfffd &&
    code <= 0x10_ffff;
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
