import { cutText, isCutText, LONGEST_MARK, SHORT_TEXT } from '../lib/cut-text.ts';
import { isExactNumber, isRemark, keepNumberForms, remark } from '../lib/exact-json.ts';
import { ownValue } from '../lib/own-value.ts';

/**
 * The one gate where data is read in ("Size and cost" of the safety rules). Whoever sends a record decides how large it
 * is; nothing behind the gate meets more than it lets through. What is left out is reported in its place:
 * "(cut: 8,634,464 characters)".
 */
export interface SizeCaps {
  /** Fields of one object. */
  readonly keys: number;
  /** Elements of one list. */
  readonly items: number;
  /** Fields and elements of the whole record, however they are nested. */
  readonly values: number;
  /** Code units of one text. */
  readonly longest: number;
  /** Code units of all those texts of the record that are longer than `SHORT_TEXT`. */
  readonly text: number;
}

/** Objects and lists within each other. */
export const DEEPEST = 64;

/** Of one row of a list, and of an answer about one thing. No more of a text is ever shown. */
export const RECORD_CAPS: SizeCaps = {
  keys: 2000,
  items: 10_000,
  values: 20_000,
  longest: 65_536,
  text: 262_144,
};

/** Of one message of a transcript, which is shown whole. */
export const MESSAGE_CAPS: SizeCaps = { ...RECORD_CAPS, longest: 2_000_000, text: 2_000_000 };

/** Of what is written elsewhere and not shown: only what is nested too deeply to be written is cut. */
export const WRITTEN_CAPS: SizeCaps = {
  keys: Number.POSITIVE_INFINITY,
  items: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
  longest: Number.POSITIVE_INFINITY,
  text: Number.POSITIVE_INFINITY,
};

/**
 * Of the policy. Its lists are compared and written back whole, and a real one can hold tens of thousands of packages, so
 * that only what cannot be meant is cut.
 */
export const POLICY_CAPS: SizeCaps = {
  keys: 2000,
  items: 250_000,
  values: 2_000_000,
  longest: 65_536,
  text: 16_777_216,
};

/** Of what was kept on this host: as much of it as there is, but no text and no levels beyond those of a policy. */
export const KEPT_CAPS: SizeCaps = { ...WRITTEN_CAPS, longest: POLICY_CAPS.longest };

/** Rows of one answer. */
export const MOST_ROWS = 200_000;

/** The name under which an object says that there are fields that were left out. */
export const CUT_FIELDS = '(cut)';

type Fields = Readonly<Record<string, unknown>>;

let sent: WeakMap<object, unknown> | undefined;

/**
 * From now on what was sent is kept beside what is left of it, numbers in the way they were written included, for a program that prints records as they were sent and
 * holds few of them at a time.
 */
export function keepWhatIsCut(): void {
  sent ??= new WeakMap();
  keepNumberForms();
}

/** A record as it was sent, as far as that was kept; of what is nested too deeply to be written, only the upper levels. */
export function asSent<Value extends object>(record: Value): Value {
  const whole = sent?.get(record) as Value | undefined;
  return whole === undefined ? record : withinSize(whole, WRITTEN_CAPS);
}

/**
 * The value itself when it is within the caps, as nearly all are; otherwise a copy in which what is too large is cut.
 * Short texts and small objects stay whole beside large ones.
 */
export function withinSize<Value>(value: Value, caps: SizeCaps = RECORD_CAPS): Value {
  const found: Found = { values: 0, text: 0 };
  if (isWithin(value, caps, found, 0)) {
    return value;
  }
  const cut = new Cutter(value, caps).cut();
  if (typeof cut === 'object' && cut !== null) {
    sent?.set(cut, value);
  }
  return cut as Value;
}

/** Whether anything in a value was left out. It looks at all of it. */
export function isCut(value: unknown): boolean {
  if (typeof value === 'string') {
    return isCutText(value);
  }
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  if (Array.isArray(value)) {
    return value.some(isCut);
  }
  return isExactNumber(value)
    ? isRemark(value)
    : Object.entries(value).some(([name, field]) => isCutText(name) || isCut(field));
}

/** Whether a value is text that can identify something: what could have been cut names something else. */
export function canIdentify(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= SHORT_TEXT;
}

/** What was met so far of a record. */
interface Found {
  values: number;
  text: number;
}

/** Whether a value is within the caps: most are, so that this is all that reading them costs. */
function isWithin(value: unknown, caps: SizeCaps, found: Found, depth: number): boolean {
  if (typeof value === 'string') {
    const { length } = value;
    return length <= SHORT_TEXT || (length <= caps.longest && (found.text += length) <= caps.text);
  }
  if (typeof value !== 'object' || value === null) {
    return true;
  }
  if (Array.isArray(value)) {
    const { length } = value;
    if (length > caps.items || depth === DEEPEST || (found.values += length) > caps.values) {
      return false;
    }
    for (let index = 0; index < length; index++) {
      if (!isWithin(value[index], caps, found, depth + 1)) {
        return false;
      }
    }
    return true;
  }
  if (depth === DEEPEST) {
    return isExactNumber(value);
  }
  let keys = 0;
  for (const name in value) {
    if (
      ++keys > caps.keys ||
      name.length > SHORT_TEXT ||
      // eslint-disable-next-line vigil/untrusted-names -- the name is one of its own keys; a check costs twice the time
      !isWithin((value as Fields)[name], caps, found, depth + 1)
    ) {
      return false;
    }
  }
  return (found.values += keys) <= caps.values;
}

/** Cuts one value that is too large for the caps. */
class Cutter {
  readonly #value: unknown;
  readonly #caps: SizeCaps;
  /** Fields and elements in each object and list, as far as they count. */
  readonly #sizes = new Map<object, number>();
  /** Code units that are left of a text. */
  readonly #longest: number;
  #longTexts = 0;
  #text = 0;

  constructor(value: unknown, caps: SizeCaps) {
    this.#value = value;
    this.#caps = caps;
    this.#measure(value, 0);
    this.#longest =
      this.#text <= caps.text
        ? caps.longest
        : Math.max(SHORT_TEXT, Math.min(caps.longest, Math.floor(caps.text / this.#longTexts)));
  }

  cut(): unknown {
    return this.#cut(this.#value, this.#caps.values, 0);
  }

  /** The fields and elements within a value, itself included. */
  #measure(value: unknown, depth: number): number {
    if (typeof value === 'string' && value.length > SHORT_TEXT) {
      this.#longTexts++;
      this.#text += Math.min(value.length, this.#caps.longest);
    }
    if (!isContainer(value) || depth === DEEPEST) {
      return 1;
    }
    const children = this.#childrenOf(value);
    // What says that some are left out takes a place, too.
    let size = 1 + (children.length < lengthOf(value) ? 1 : 0);
    for (const child of children) {
      size += this.#measure(child, depth + 1);
    }
    this.#sizes.set(value, size);
    return size;
  }

  /** The children of a container that may be kept at all: where some are not, the last place says so. */
  #childrenOf(value: object): readonly unknown[] {
    const { items, keys } = this.#caps;
    if (Array.isArray(value)) {
      return value.length <= items ? value : value.slice(0, items - 1);
    }
    const names = Object.keys(value);
    // Of very many fields, looking up those alone that may be kept takes a third of the time.
    return names.length <= keys
      ? Object.values(value)
      : names.slice(0, keys - 1).map((name) => ownValue(value as Fields, name));
  }

  /** What is left of a value that may hold so many others. */
  #cut(value: unknown, allowed: number, depth: number): unknown {
    if (typeof value === 'string') {
      return cutText(value, this.#longest);
    }
    if (!isContainer(value)) {
      return value;
    }
    if (depth === DEEPEST) {
      return remark(`(cut: below level ${DEEPEST})`);
    }
    const all = this.#childrenOf(value);
    const length = lengthOf(value);
    const noun = Array.isArray(value) ? 'items' : 'keys';
    if (allowed === 0 && length > 0) {
      return remark(`(cut: ${length.toLocaleString('en')} ${noun})`);
    }
    const places = all.length + (all.length < length ? 1 : 0);
    const kept = places <= allowed ? all : all.slice(0, allowed - 1);
    const left = length - kept.length;
    const cutNotice = remark(`(cut: ${left.toLocaleString('en')} ${noun})`);
    const shares = this.#share(kept, allowed - kept.length - (left === 0 ? 0 : 1));
    const parts = kept.map((child) =>
      this.#cut(child, isContainer(child) ? (shares.get(child) ?? 0) : 0, depth + 1),
    );
    if (Array.isArray(value)) {
      return left === 0 ? parts : [...parts, cutNotice];
    }
    // Entries, not assignments: a field may be called `__proto__`.
    const entries = Object.keys(value)
      .slice(0, kept.length)
      .map((name, index): readonly [string, unknown] => [cutName(name, index), parts[index]]);
    return Object.fromEntries(left === 0 ? entries : [...entries, [CUT_FIELDS, cutNotice]]);
  }

  /** Shares out what may be held among containers: small ones get all that they hold before large ones get any. */
  #share(children: readonly unknown[], allowed: number): ReadonlyMap<object, number> {
    const containers = children
      .filter(isContainer)
      .map((child) => ({ child, size: (this.#sizes.get(child) ?? 1) - 1 }))
      .sort((left, right) => left.size - right.size);
    const shares = new Map<object, number>();
    let room = Math.max(0, allowed);
    for (const [index, { child, size }] of containers.entries()) {
      const share = Math.min(size, Math.floor(room / (containers.length - index)));
      shares.set(child, share);
      room -= share;
    }
    return shares;
  }
}

/** Names that were as long and began alike stay apart by their place. */
function cutName(name: string, index: number): string {
  return name.length <= SHORT_TEXT ? name : `${index + 1}. ${cutText(name, SHORT_TEXT - LONGEST_MARK)}`;
}

function lengthOf(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isExactNumber(value);
}
