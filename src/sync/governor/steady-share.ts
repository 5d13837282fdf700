import { largest } from '../../lib/long-lists.ts';

/** Who finds so much of what may be spent of a window taken takes less from then on, once a window at the most. */
const SEEN_TAKEN = 0.9;
/** By such a part, where it has a tenth of the whole: of a window that slides everybody sees as much at the same time, and all of them yield together. */
const YIELDED = { windows: 0.2, sliding: 0.1 };
/** And by such a part where so many requests of the reserve of a window were taken, too. */
const OF_THE_RESERVE = 2;
const YIELDED_THEN = 0.5;
/** Otherwise it takes more: from nothing to the whole in so many milliseconds, where it has a tenth or less. */
const CLAIMED_IN = { windows: 260_000, sliding: 150_000 };
const TENTH = 0.1;
/**
 * Of strangers, who has more claims more, and yields a larger part, by such powers of how much more: two come to what both can have in seconds, and ten
 * do not claim in each of them what fills a window. Parts become even while the first is less than one more than the second.
 */
const BY_SHARE = { windows: { claimed: 0.75, yielded: 0 }, sliding: { claimed: 0.4, yielded: 0.4 } };
/** Consoles of one user leave their even parts only for what one of them does not take. */
const FASTER_WHERE_KNOWN = 1.3;
/** Nobody yields more at once. */
const MOST_YIELDED = 0.3;
/** Who starts beside others begins with so much of the whole. */
const BEGUN_WITH = 0.2;
/** Nobody gets less than such a part of the whole. */
const LEAST = 0.02;

/**
 * The consoles of one user have such a part of the whole in equal parts: with all of a window of a second ten of them, each of which sends one
 * request of a window at the most, and what a person does in one of them were more than a window of twelve in one of eight cases.
 */
export const PART_OF_THE_KNOWN = 0.9;
/** They yield where all together take so many times the whole, which they alone do not; below such a part somebody is idle. */
const WITH_STRANGERS = 1.2;
const WITH_ROOM = 0.8;

/** A part that is farther from theirs is not that of all of them. */
const EVEN = 0.01;

/** So many answers show that: twice the mean is within a tenth, and a fourth, of what is taken of a window. */
const REMEMBERED = 32;
/** With fewer nothing is said; of more of them hardly any says less than half of what one of them does where a window slides; half of them else. */
const ENOUGH_ANSWERS = 12;
const LOW = 0.5;
const HARDLY_ANY = 0.15;

/** What an answer reported of a window that is over soon. */
export interface SeenOfWindow {
  /** Requests of all that it counts, and of those our own. */
  readonly taken: number;
  readonly own: number;
  /** What may be spent of one window. */
  readonly allowed: number;
  /** Its length and the time since the answer before, in milliseconds. */
  readonly length: number;
  readonly elapsed: number;
}

/**
 * The part of what the quota allows that this console takes, from 0 to 1, where windows are over in a second or a few: one answer
 * says next to nothing of how much all take together, since it comes at any moment of a window. So everybody claims a little more
 * all the time, and yields a part of what it has when it finds a window nearly spent, which who sends more finds more often: that
 * makes the parts equal, however many they are. The consoles of one user know how many they are: each keeps its part, unless
 * strangers are seen, and takes more only while little is taken.
 */
export class SteadyShare {
  readonly #consoles: () => number;
  #known = 1;
  #value: number | undefined;
  #sinceYielded = Number.POSITIVE_INFINITY;
  /** What The last answers reported as taken. */
  #taken: readonly number[] = [];

  /** `consoles` gives how many of this user share the quota, this one among them. */
  constructor(consoles: () => number) {
    this.#consoles = consoles;
  }

  /** The share as it is now. */
  get value(): number {
    this.#heedConsoles();
    return this.#value ?? this.#part;
  }

  /** Whether it is one of equal parts of the consoles of one user. */
  get isEven(): boolean {
    return this.#known > 1 && Math.abs(this.value / this.#part - 1) < EVEN;
  }

  /** Whether the window slides: then every answer says about as much as the one before. */
  get isSliding(): boolean {
    const low = LOW * largest(this.#taken);
    const lower = this.#taken.filter((taken) => taken <= low).length;
    return this.#isConclusive && lower <= HARDLY_ANY * this.#taken.length;
  }

  /** Takes note of what an answer reported. */
  note({ taken, own, allowed, length, elapsed }: SeenOfWindow): void {
    this.#heedConsoles();
    this.#taken = [...this.#taken, taken].slice(-REMEMBERED);
    const kind = this.isSliding ? 'sliding' : 'windows';
    const part = this.#part;
    const others = taken - own;
    const begun = this.#value ?? (others > 0 ? Math.min(BEGUN_WITH, part) : part);
    const all = this.#isConclusive ? this.#mean(kind) / allowed : 1;
    this.#sinceYielded += elapsed;
    if (others > 0 && taken >= SEEN_TAKEN * allowed && this.#sinceYielded >= length) {
      this.#sinceYielded = 0;
      const isKept = this.#known > 1 && all <= WITH_STRANGERS;
      const isReserve = kind === 'windows' && taken >= allowed + OF_THE_RESERVE;
      const yielded = Math.min(MOST_YIELDED, YIELDED[kind] * (begun / TENTH) ** BY_SHARE[kind].yielded);
      const left = begun * (1 - (isReserve ? YIELDED_THEN : yielded));
      this.#value = Math.max(isKept ? Math.min(begun, part) : LEAST, left);
    } else {
      const most = begun < part ? part : all < WITH_ROOM ? 1 : begun;
      const faster =
        this.#known > 1 ? FASTER_WHERE_KNOWN : Math.max(1, begun / TENTH) ** BY_SHARE[kind].claimed;
      const claimed = (faster * Math.min(elapsed, length * allowed)) / CLAIMED_IN[kind];
      this.#value = Math.min(most, begun + claimed);
    }
  }

  /** Whether so many answers came that what all take is known from them, and not by chance. */
  get #isConclusive(): boolean {
    return this.#taken.length >= ENOUGH_ANSWERS;
  }

  /** What all take together of one window. */
  #mean(kind: keyof typeof YIELDED): number {
    const seen = this.#taken.reduce((sum, taken) => sum + taken, 0) / this.#taken.length;
    return kind === 'sliding' ? seen : 2 * seen;
  }

  /** What it comes to where nobody else takes anything. */
  get #part(): number {
    return this.#known === 1 ? 1 : PART_OF_THE_KNOWN / this.#known;
  }

  #heedConsoles(): void {
    const consoles = Math.max(1, this.#consoles());
    if (consoles !== this.#known) {
      this.#value = this.#value && Math.min(1, (this.#value * this.#known) / consoles);
      this.#known = consoles;
    }
  }
}
