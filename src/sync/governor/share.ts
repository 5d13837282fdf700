/** So hard is what all take together beyond what can be kept up held against the own share. */
const SEVERITY = { windows: 3, sliding: 5 };
/** What shows in one answer changes its logarithm by so much at most, since the others see the same. */
const LARGEST_STEP = 0.3;

/** While so many requests can be kept up, it forgets most of what the share was before. */
const LEAST_MEMORY = 20;
const MOST_MEMORY = 60;

/** Nobody gets less than such a part of the whole. */
const LEAST = Math.log(1 / 100);

/**
 * The part of what the quota allows that this console takes, from 0 to 1, where others take from the quota as well.
 *
 * Left alone it grows back to the whole; what all take together beyond what can be kept up makes it smaller, in whatever
 * part that is our own. Everybody who goes by this sees the same sum and forgets what the share was before, so that all
 * come to equal ones: whoever has more yields, whoever has less claims. The consoles of one user know how many they are
 * and begin with what they come to.
 */
export class Share {
  readonly #consoles: () => number;
  readonly #kind: keyof typeof SEVERITY;
  #known = 1;
  /** The natural logarithm of the share. */
  #log = 0;

  /** `consoles` gives how many of this user share the quota, this one among them. */
  constructor(consoles: () => number, kind: keyof typeof SEVERITY = 'windows') {
    this.#consoles = consoles;
    this.#kind = kind;
  }

  /** The share as it is now. */
  get value(): number {
    this.#heedConsoles();
    return Math.exp(this.#log);
  }

  /** How many consoles of this user there are now, this one among them. */
  get consoles(): number {
    this.#heedConsoles();
    return this.#known;
  }

  /** What it comes to where nobody else takes anything. */
  get alone(): number {
    this.#heedConsoles();
    return 1 / this.#known;
  }

  /** Begins with such a part, where nobody else of this user is known. */
  begin(part: number): void {
    this.#heedConsoles();
    if (this.#known === 1) {
      this.#log = Math.max(LEAST, Math.min(0, Math.log(part)));
    }
  }

  /** Takes note that all together took so many requests while so many could be kept up, of a limit of so many. */
  note(taken: number, sustained: number, limit: number): void {
    this.#heedConsoles();
    const most = this.#kind === 'sliding' ? limit : MOST_MEMORY;
    const memory = Math.max(LEAST_MEMORY, Math.min(most, limit));
    const own = SEVERITY[this.#kind];
    const forgotten = 1 - Math.exp(-Math.max(0, sustained) / memory);
    // Consoles that know how many they are yield only to others; what they leave is claimed by whoever needs it.
    const severity = taken > sustained ? own * this.alone : own;
    const excess = (severity * (taken - sustained)) / memory;
    const moved =
      this.#log +
      forgotten * (Math.log(this.alone) - this.#log) -
      Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, excess));
    this.#log = Math.max(LEAST, Math.min(0, moved));
  }

  /** Takes note that nobody knows what was taken while so many could be kept up, of a limit of so many. */
  pass(sustained: number, limit: number): void {
    this.note(sustained, sustained, limit);
  }

  #heedConsoles(): void {
    const consoles = Math.max(1, this.#consoles());
    if (consoles !== this.#known) {
      this.#log = Math.min(0, this.#log + Math.log(this.#known / consoles));
      this.#known = consoles;
    }
  }
}
