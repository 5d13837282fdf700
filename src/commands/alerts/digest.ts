import type { Clock } from '../../lib/clock.ts';

/** Events of one moment are said together, in milliseconds. */
const SETTLES = 250;

/** What is said of what has come: one of it, and how many others there were. */
export interface Digested<Of> {
  readonly one: Of;
  readonly others: number;
  /** How many topics they all are of. */
  readonly topics: number;
}

/**
 * Says what comes at most once in `interval` milliseconds: one of it, and how many others came meanwhile, so that nothing
 * floods and nothing is left out of the count. What `say` could not say, which it says by false, is said with the next.
 */
export class Digest<Of extends { readonly id: string; readonly topic: string }> {
  readonly #clock: Clock;
  readonly #interval: number;
  readonly #say: (digested: Digested<Of>) => boolean;
  readonly #isBetter: (one: Of, other: Of) => boolean;
  #one: Of | undefined;
  #ids = new Set<string>();
  #topics = new Set<string>();
  #saidAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  /** Of two, `isBetter` says which is named. */
  constructor(
    clock: Clock,
    {
      interval,
      say,
      isBetter,
    }: {
      readonly interval: number;
      readonly say: (digested: Digested<Of>) => boolean;
      readonly isBetter: (one: Of, other: Of) => boolean;
    },
  ) {
    this.#clock = clock;
    this.#interval = interval;
    this.#say = say;
    this.#isBetter = isBetter;
  }

  add(one: Of): void {
    this.#ids.add(one.id);
    this.#topics.add(one.topic);
    if (this.#one === undefined || this.#isBetter(one, this.#one)) {
      this.#one = one;
    }
    this.#cancel ??= this.#clock.schedule(
      Math.max(SETTLES, this.#saidAt + this.#interval - this.#clock.monotonic()),
      () => this.#flush(),
    );
  }

  stop(): void {
    this.#cancel?.();
  }

  #flush(): void {
    this.#cancel = undefined;
    const one = this.#one;
    if (one === undefined) {
      return;
    }
    this.#saidAt = this.#clock.monotonic();
    if (this.#say({ one, others: this.#ids.size - 1, topics: this.#topics.size })) {
      this.#one = undefined;
      this.#ids = new Set();
      this.#topics = new Set();
    } else {
      this.#cancel = this.#clock.schedule(this.#interval, () => this.#flush());
    }
  }
}
