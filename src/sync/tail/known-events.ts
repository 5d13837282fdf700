import type { BoundsKnowledge } from './bounds-knowledge.ts';
import type { Window } from './window.ts';

/** How many ids are remembered; the oldest are forgotten past it. */
const MOST_KNOWN = 1_000_000;

/** The events of one second: whether each carries no fraction of it, by id. */
type Second = Map<string, boolean>;

/**
 * Which events were read, counted by second, so that a server's `total` can be compared with what is here without
 * reading it again. It goes on counting rows that the store has dropped.
 */
export class KnownEvents {
  readonly #secondOf = new Map<string, number | undefined>();
  readonly #bySecond = new Map<number, Second>();
  readonly #perMinute = new Map<number, number>();
  readonly #most: number;

  constructor(most = MOST_KNOWN) {
    this.#most = most;
  }

  get size(): number {
    return this.#secondOf.size;
  }

  has(id: string): boolean {
    return this.#secondOf.has(id);
  }

  /** Takes note of an event and its time in milliseconds; returns whether it was not known before. */
  add(id: string, time: number | undefined): boolean {
    const second = time === undefined ? undefined : Math.floor(time / 1000);
    const isNew = !this.#secondOf.has(id);
    if (!isNew) {
      if (this.#secondOf.get(id) === second) {
        return false;
      }
      this.remove(id);
    }
    this.#secondOf.set(id, second);
    if (second !== undefined) {
      let events = this.#bySecond.get(second);
      if (events === undefined) {
        events = new Map();
        this.#bySecond.set(second, events);
      }
      events.set(id, time === second * 1000);
      this.#countMinute(second, 1);
    }
    return isNew;
  }

  remove(id: string): void {
    const second = this.#secondOf.get(id);
    if (!this.#secondOf.delete(id) || second === undefined) {
      return;
    }
    const events = this.#bySecond.get(second);
    events?.delete(id);
    if (events?.size === 0) {
      this.#bySecond.delete(second);
    }
    this.#countMinute(second, -1);
  }

  /** Events shown within seconds that lie between the bounds: these the server has in the window in any dialect. */
  countInside(window: Window): number {
    const last = window.until === undefined ? Number.POSITIVE_INFINITY : window.until - 1;
    return this.#countSeconds(window.since + 1, last);
  }

  /** The events within one second. */
  idsAt(second: number): ReadonlyMap<string, boolean> {
    return this.#bySecond.get(second) ?? NONE;
  }

  /** How many events the server should count in a window: exact when both numbers are the same. */
  expectedIn(window: Window, bounds: BoundsKnowledge): { readonly least: number; readonly most: number } {
    let least = this.countInside(window);
    let most = least;
    for (const bound of ['since', 'until'] as const) {
      const second = window[bound];
      for (const isWhole of second === undefined ? [] : this.idsAt(second).values()) {
        const included = bounds.includes(bound, isWhole);
        least += included === true ? 1 : 0;
        most += included === false ? 0 : 1;
      }
    }
    return { least, most };
  }

  /** The second before which about half of the events inside the window lie; undefined when none do. */
  medianSecond({ since, until }: Window): number | undefined {
    const seconds = this.#secondsBetween(since, until ?? Number.POSITIVE_INFINITY).sort(
      (left, right) => left - right,
    );
    const half = seconds.reduce((sum, second) => sum + this.idsAt(second).size, 0) / 2;
    let counted = 0;
    for (const second of seconds) {
      counted += this.idsAt(second).size;
      if (counted >= half) {
        return second;
      }
    }
    return undefined;
  }

  /** Forgets the oldest events past the bound; returns the second before which nothing is known any more. */
  forgetOldest(): number | undefined {
    if (this.size <= this.#most) {
      return undefined;
    }
    const seconds = [...this.#bySecond.keys()].sort((left, right) => left - right);
    // A tenth at once: the seconds are sorted for it.
    const wanted = this.#most * 0.9;
    for (const second of seconds) {
      if (this.size <= wanted) {
        return second;
      }
      for (const id of [...this.idsAt(second).keys()]) {
        this.remove(id);
      }
    }
    return undefined;
  }

  #countMinute(second: number, change: number): void {
    const minute = Math.floor(second / 60);
    const count = (this.#perMinute.get(minute) ?? 0) + change;
    if (count === 0) {
      this.#perMinute.delete(minute);
    } else {
      this.#perMinute.set(minute, count);
    }
  }

  /** Events of the seconds from first to last, both included: whole minutes by their sums. */
  #countSeconds(first: number, last: number): number {
    const firstMinute = Math.ceil(first / 60);
    const endMinute = Math.floor((last + 1) / 60);
    if (endMinute <= firstMinute) {
      return this.#countEach(first, last);
    }
    let count = this.#countEach(first, firstMinute * 60 - 1);
    if (endMinute - firstMinute > this.#perMinute.size) {
      for (const [minute, events] of this.#perMinute) {
        count += minute >= firstMinute && minute < endMinute ? events : 0;
      }
    } else {
      for (let minute = firstMinute; minute < endMinute; minute++) {
        count += this.#perMinute.get(minute) ?? 0;
      }
    }
    return Number.isFinite(last) ? count + this.#countEach(endMinute * 60, last) : count;
  }

  #countEach(first: number, last: number): number {
    let count = 0;
    for (let second = first; second <= last; second++) {
      count += this.idsAt(second).size;
    }
    return count;
  }

  #secondsBetween(since: number, until: number): number[] {
    if (until - since > this.#bySecond.size) {
      return [...this.#bySecond.keys()].filter((second) => second > since && second < until);
    }
    const seconds: number[] = [];
    for (let second = since + 1; second < until; second++) {
      if (this.#bySecond.has(second)) {
        seconds.push(second);
      }
    }
    return seconds;
  }
}

const NONE: ReadonlyMap<string, boolean> = new Map();
