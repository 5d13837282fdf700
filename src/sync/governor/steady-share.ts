/** Who finds so much of what may be spent of a window taken takes less from then on, by such a part, once a window at the most. */
const SEEN_TAKEN = 0.9;
const YIELDED = 0.2;
/** And by such a part where so many requests of the reserve were taken, too. */
const OF_THE_RESERVE = 2;
const YIELDED_THEN = 0.5;
/** Otherwise it takes more: from nothing to the whole in so many milliseconds. */
const CLAIMED_IN = 200_000;
/** Who starts beside others begins with so much of the whole. */
const BEGUN_WITH = 0.2;
/** Nobody gets less than such a part of the whole. */
const LEAST = 0.02;

/** What an answer told of a window that is over soon. */
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
 * tells next to nothing of how much all take together, since it comes at any moment of a window. So everybody claims a little more
 * all the time, and yields a part of what it has when it finds a window nearly spent, which who sends more finds more often: that
 * makes the parts equal, however many they are.
 */
export class SteadyShare {
  readonly #consoles: () => number;
  #value: number | undefined;
  #sinceYielded = Number.POSITIVE_INFINITY;

  /** `consoles` gives how many of this user share the quota, this one among them. */
  constructor(consoles: () => number) {
    this.#consoles = consoles;
  }

  /** The share as it is now. */
  get value(): number {
    return this.#value ?? 1 / Math.max(1, this.#consoles());
  }

  /** Takes note of what an answer told. */
  note({ taken, own, allowed, length, elapsed }: SeenOfWindow): void {
    const others = taken - own;
    const begun = this.#value ?? (others > 0 ? Math.min(BEGUN_WITH, this.value) : this.value);
    this.#sinceYielded += elapsed;
    const claimed = Math.min(1, begun + Math.min(elapsed, length * allowed) / CLAIMED_IN);
    const isSpent = others > 0 && taken >= SEEN_TAKEN * allowed;
    if (isSpent && this.#sinceYielded >= length) {
      this.#sinceYielded = 0;
      this.#value = Math.max(
        LEAST,
        begun * (1 - (taken >= allowed + OF_THE_RESERVE ? YIELDED_THEN : YIELDED)),
      );
    } else {
      this.#value = claimed;
    }
  }
}
