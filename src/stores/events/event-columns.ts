import type { SecurityEvent } from '../../contract/event.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { isExactNumber } from '../../lib/exact-json.ts';
import { parseUsualTime, partOfMillisecond } from '../../lib/format-time.ts';
import { ownValue } from '../../lib/own-value.ts';
import type { EventShape, EventShapes, Leaf } from './event-shape.ts';
import { LeafDictionary } from './leaf-dictionary.ts';
import { textWithin } from '../base/text-within.ts';

/** Rows that a block holds at most. */
const MOST_ROWS = 16_384;

/** Characters of text past which no row is added: a block goes as a whole. */
export const MOST_CHARACTERS = 4_194_304;

/** Leaves that repeat what a column holds already: the row's id, and its time written in the two usual ways. */
const ID = 0;
const TIME = 1;
const TIME_IN_SECONDS = 2;
const FIRST_IN_DICTIONARY = 3;

/** Places in the dictionary fit into two bytes. */
const MOST_DIFFERENT = 65_536 - FIRST_IN_DICTIONARY;

/** What is kept of a row beside what the server sent. */
export interface RowFacts {
  readonly id: string;
  readonly time: number;
  readonly batch: number;
  readonly fromHistory: boolean;
  readonly isLate: boolean;
  readonly isUntimed: boolean;
}

/** Where in rows something is looked for: places of each shape, and the values of a row that was not taken apart. */
export interface SoughtPlaces {
  placesIn(shape: EventShape): readonly number[];
  textsOf(raw: JsonObject): readonly string[];
}

const FROM_HISTORY = 1;
const LATE = 2;
const UNTIMED = 4;

/** What is looked for in the rows of a block. */
export interface SoughtText {
  /** Whether a text is or holds it. */
  readonly isIn: (text: string) => boolean;
  /** Whether it may be a part of a time; writing out every row's would take long. */
  readonly mayBeOfTime: boolean;
  /** What was found of the dictionary of this block so far; at first as many zeros as there are values in it. */
  readonly verdicts: Uint8Array;
}

/**
 * Some thousand events in columns ("Memory"). What repeats, which is nearly everything but ids and times, stands in a
 * dictionary once, and an event is its shape and two bytes a value. Words are looked for in the dictionary, and the rows
 * asked for its places ("Filtering"). A row never changes: what is said of an event anew becomes another row.
 */
export class EventColumns {
  readonly #shapes: EventShapes;
  readonly #ids: string[] = [];
  #times = new Float64Array(256);
  /** Of the rows whose times were sent more finely, which are few or all. */
  #fractions: Map<number, number> | undefined;
  #batches = new Uint32Array(256);
  #flags = new Uint8Array(256);
  #starts = new Uint32Array(257);
  #leaves = new Uint16Array(8192);
  readonly #shapeOf: (EventShape | undefined)[] = [];
  readonly #dictionary: LeafDictionary;
  #isClosed = false;
  /** Events too large to be taken apart. */
  #odd: Map<number, SecurityEvent> | undefined;
  #oddCharacters = 0;
  #held = 0;

  /** `share` gives the one copy of a text that is used over and over. */
  constructor(shapes: EventShapes, share: (text: string) => string) {
    this.#shapes = shapes;
    this.#dictionary = new LeafDictionary(share);
  }

  get size(): number {
    return this.#ids.length;
  }

  /** How many different values its rows hold, ids and times left out. */
  get dictionarySize(): number {
    return this.#dictionary.size;
  }

  /** About how much text its rows take, each value that repeats counted once. */
  get characters(): number {
    return this.#dictionary.characters + this.#oddCharacters;
  }

  /** Takes note that one more of its rows is held no longer; whether none is. */
  release(): boolean {
    this.#held--;
    return this.#held === 0;
  }

  /** Puts a row at the end; returns its number, or undefined when there is no room for it, or none any more. */
  add(facts: RowFacts, event: SecurityEvent): number | undefined {
    if (this.#isClosed || this.size === MOST_ROWS || this.characters > MOST_CHARACTERS) {
      this.close();
      return undefined;
    }
    const shape = this.#shapes.take(event.raw);
    const leaves = shape?.leaves ?? 0;
    if (this.#dictionary.size + leaves > MOST_DIFFERENT) {
      this.close();
      return undefined;
    }
    const number = this.size;
    this.#makeRoom(number, leaves);
    let end = this.#starts[number] ?? 0;
    if (shape === undefined) {
      this.#odd ??= new Map();
      this.#odd.set(number, event);
      this.#oddCharacters += charactersIn(event.raw);
    } else {
      const guesses = this.#dictionary.guessesFor(shape);
      for (let place = 0; place < leaves; place++) {
        const leaf = this.#shapes.leaves[place] as Leaf;
        this.#leaves[end++] = this.#codeOf(leaf, place, shape, facts, guesses);
      }
    }
    this.#starts[number + 1] = end;
    this.#held++;
    this.#shapeOf.push(shape);
    this.#ids.push(facts.id);
    this.#times[number] = facts.time;
    const fraction = partOfMillisecond(event.timestamp);
    if (fraction !== 0) {
      this.#fractions ??= new Map();
      this.#fractions.set(number, fraction);
    }
    this.#batches[number] = facts.batch;
    this.#flags[number] =
      (facts.fromHistory ? FROM_HISTORY : 0) | (facts.isLate ? LATE : 0) | (facts.isUntimed ? UNTIMED : 0);
    return number;
  }

  /** Takes no more rows, and gives up what only adding needs. */
  close(): void {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#dictionary.close();
      this.#times = this.#times.slice(0, this.size);
      this.#batches = this.#batches.slice(0, this.size);
      this.#flags = this.#flags.slice(0, this.size);
      this.#leaves = this.#leaves.slice(0, this.#starts[this.size]);
      this.#starts = this.#starts.slice(0, this.size + 1);
    }
  }

  id(number: number): string {
    return this.#ids[number] as string;
  }

  time(number: number): number {
    return this.#times[number] as number;
  }

  /** The part of a millisecond beyond its time. */
  fraction(number: number): number {
    return this.#fractions?.get(number) ?? 0;
  }

  batch(number: number): number {
    return this.#batches[number] as number;
  }

  isFromHistory(number: number): boolean {
    return ((this.#flags[number] as number) & FROM_HISTORY) !== 0;
  }

  isLate(number: number): boolean {
    return ((this.#flags[number] as number) & LATE) !== 0;
  }

  isUntimed(number: number): boolean {
    return ((this.#flags[number] as number) & UNTIMED) !== 0;
  }

  /** The shape of a row; undefined when it was too large to be taken apart. */
  shape(number: number): EventShape | undefined {
    return this.#shapeOf[number];
  }

  /** The event of a row that was too large to be taken apart. */
  whole(number: number): SecurityEvent | undefined {
    return this.#odd?.get(number);
  }

  /** The text at a place of a row's shape; undefined where there is none, or a value of another type. */
  text(number: number, place: number): string | undefined {
    const leaf = place < 0 ? undefined : this.#leaf(number, place);
    return typeof leaf === 'string' ? leaf : undefined;
  }

  /** The row as it was sent. */
  raw(number: number): JsonObject {
    return (
      this.whole(number)?.raw ??
      (this.#shapeOf[number] as EventShape).rebuild((place) => this.#leaf(number, place))
    );
  }

  /** What a row was sent with in one of its fields: many are looked through for one, and a row has dozens of values. */
  field(number: number, name: string): unknown {
    const shape = this.#shapeOf[number];
    return shape === undefined
      ? ownValue(this.whole(number)?.raw, name)
      : shape.rebuildField(name, (place) => this.#leaf(number, place));
  }

  /** Whether that is what the row was sent as. */
  isSame(number: number, raw: JsonObject): boolean {
    const shape = this.#shapeOf[number];
    return shape === undefined
      ? JSON.stringify(this.raw(number)) === JSON.stringify(raw)
      : shape.matches(raw, (place, leaf) => isSameLeaf(leaf, this.#leaf(number, place)));
  }

  /** Whether a text is in one of a row's values. */
  holds(number: number, sought: SoughtText): boolean {
    const { verdicts } = sought;
    const end = this.#starts[number + 1] as number;
    for (let at = this.#starts[number] as number; at < end; at++) {
      const code = this.#leaves[at] as number;
      const verdict =
        code < FIRST_IN_DICTIONARY
          ? this.#verdictOfColumn(number, code, sought)
          : verdicts[code - FIRST_IN_DICTIONARY] || this.#verdictOfEntry(code - FIRST_IN_DICTIONARY, sought);
      if (verdict === IS_IN) {
        return true;
      }
    }
    return this.#odd !== undefined && this.#holdsWhole(number, sought);
  }

  /** Whether a text is one of the values that a row has at some places. */
  holdsAt(number: number, sought: SoughtText, where: SoughtPlaces): boolean {
    const shape = this.#shapeOf[number];
    if (shape === undefined) {
      return where.textsOf(this.raw(number)).some(sought.isIn);
    }
    const { verdicts, isIn } = sought;
    const start = this.#starts[number] as number;
    for (const place of where.placesIn(shape)) {
      const code = this.#leaves[start + place] as number;
      const isOne =
        code < FIRST_IN_DICTIONARY
          ? isIn(this.#columnText(number, code))
          : (verdicts[code - FIRST_IN_DICTIONARY] ||
              this.#verdictOfEntry(code - FIRST_IN_DICTIONARY, sought)) === IS_IN;
      if (isOne) {
        return true;
      }
    }
    return false;
  }

  #verdictOfEntry(place: number, { verdicts, isIn }: SoughtText): number {
    const verdict = isIn(textWithin(this.#dictionary.at(place))) ? IS_IN : IS_NOT_IN;
    verdicts[place] = verdict;
    return verdict;
  }

  #verdictOfColumn(number: number, code: number, { isIn, mayBeOfTime }: SoughtText): number {
    const isSought = code === ID || mayBeOfTime;
    return isSought && isIn(this.#columnText(number, code)) ? IS_IN : IS_NOT_IN;
  }

  #holdsWhole(number: number, { isIn }: SoughtText): boolean {
    const whole = this.whole(number);
    return whole !== undefined && isIn(textWithin(whole.raw));
  }

  #leaf(number: number, place: number): Leaf {
    const code = this.#leaves[(this.#starts[number] as number) + place] as number;
    return code < FIRST_IN_DICTIONARY
      ? this.#columnText(number, code)
      : this.#dictionary.at(code - FIRST_IN_DICTIONARY);
  }

  #columnText(number: number, code: number): string {
    return code === ID ? this.id(number) : isoTime(this.time(number), code === TIME_IN_SECONDS);
  }

  #codeOf(
    leaf: Leaf,
    place: number,
    shape: EventShape,
    { id, time }: RowFacts,
    guesses: Uint16Array,
  ): number {
    if (place === shape.places.id && leaf === id) {
      return ID;
    }
    if (place === shape.places.timestamp && typeof leaf === 'string' && parseUsualTime(leaf) === time) {
      return leaf.length === LENGTH_IN_SECONDS ? TIME_IN_SECONDS : TIME;
    }
    return this.#dictionary.numberOf(leaf, place, guesses) + FIRST_IN_DICTIONARY;
  }

  #makeRoom(number: number, leaves: number): void {
    if (number + 1 >= this.#starts.length) {
      const rows = Math.min(MOST_ROWS, number * 2);
      this.#times = grown(this.#times, new Float64Array(rows));
      this.#batches = grown(this.#batches, new Uint32Array(rows));
      this.#flags = grown(this.#flags, new Uint8Array(rows));
      this.#starts = grown(this.#starts, new Uint32Array(rows + 1));
    }
    const wanted = (this.#starts[number] as number) + leaves;
    if (wanted > this.#leaves.length) {
      this.#leaves = grown(this.#leaves, new Uint16Array(wanted * 2));
    }
  }
}

const IS_IN = 2;
const IS_NOT_IN = 1;

/** Of a time written without a fraction. */
const LENGTH_IN_SECONDS = '2026-03-02T09:47:31Z'.length;

function grown<Column extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(
  column: Column,
  larger: Column,
): Column {
  larger.set(column);
  return larger;
}

/** About how much room a value takes, in characters. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') {
    return value.length;
  }
  if (typeof value !== 'object' || value === null) {
    return 1;
  }
  return Object.entries(value).reduce((sum, [name, field]) => sum + name.length + charactersIn(field), 1);
}

function isoTime(time: number, inSeconds: boolean): string {
  const text = new Date(time).toISOString();
  return inSeconds ? `${text.slice(0, 19)}Z` : text;
}

function isSameLeaf(left: Leaf, right: Leaf): boolean {
  return left === right || (isExactNumber(left) && isExactNumber(right) && left.rawJSON === right.rawJSON);
}
