import type { BoundsKnowledge } from './bounds-knowledge.ts';
import type { Window } from './window.ts';

/** How many ids are remembered; the oldest are forgotten past it. */
export const MOST_KNOWN = 1_000_000;

/** The ids of one second: most have one. */
type Second = string | string[];

/** Times are kept in seconds after this one, so that they are small numbers, which take no room of their own. */
const FIRST_SECOND = 1_700_000_000;

/**
 * Which events were read, counted by second, so that a server's `total` can be compared with what is here without
 * reading it again. It goes on counting rows that the store has dropped, and so is kept small.
 */
export class KnownEvents {
  /** By id, the second and whether the time carries no fraction of it, as one number; undefined without a time. */
  readonly #timeOf = new Map<string, number | undefined>();
  readonly #bySecond = new Map<number, Second>();
  readonly #perMinute = new Map<number, number>();
  readonly #most: number;

  constructor(most = MOST_KNOWN) {
    this.#most = most;
  }

  get size(): number {
    return this.#timeOf.size;
  }

  has(id: string): boolean {
    return this.#timeOf.has(id);
  }

  /** Takes note of an event and its time in milliseconds; returns whether it was not known before. */
  add(id: string, time: number | undefined): boolean {
    const packed = time === undefined ? undefined : pack(time);
    const isNew = !this.#timeOf.has(id);
    if (!isNew) {
      if (secondOf(this.#timeOf.get(id)) === secondOf(packed)) {
        return false;
      }
      this.remove(id);
    }
    this.#timeOf.set(id, packed);
    const second = secondOf(packed);
    if (second !== undefined) {
      const ids = this.#bySecond.get(second);
      if (Array.isArray(ids)) {
        ids.push(id);
      } else {
        this.#bySecond.set(second, ids === undefined ? id : [ids, id]);
      }
      this.#countMinute(second, 1);
    }
    return isNew;
  }

  remove(id: string): void {
    const second = secondOf(this.#timeOf.get(id));
    if (!this.#timeOf.delete(id) || second === undefined) {
      return;
    }
    const ids = this.#bySecond.get(second);
    if (Array.isArray(ids) && ids.length > 1) {
      ids.splice(ids.indexOf(id), 1);
    } else {
      this.#bySecond.delete(second);
    }
    this.#countMinute(second, -1);
  }

  /** Events shown within seconds that lie between the bounds: these the server has in the window in any dialect. */
  countInside(window: Window): number {
    const last = window.until === undefined ? Number.POSITIVE_INFINITY : window.until - 1;
    return this.#countSeconds(window.since + 1, last);
  }

  /** How many events there are within one second. */
  countAt(second: number): number {
    const ids = this.#bySecond.get(second);
    return Array.isArray(ids) ? ids.length : ids === undefined ? 0 : 1;
  }

  /** The last second from `earliest` through `latest` that holds an event of which that is true; undefined where none does. */
  lastSecond(earliest: number, latest: number, matches: (id: string) => boolean): number | undefined {
    for (let minute = Math.floor(latest / 60); minute * 60 + 59 >= earliest; minute--) {
      if (!this.#perMinute.has(minute)) {
        continue;
      }
      const first = Math.max(earliest, minute * 60);
      for (let second = Math.min(latest, minute * 60 + 59); second >= first; second--) {
        const ids = this.#bySecond.get(second);
        if (Array.isArray(ids) ? ids.some(matches) : ids !== undefined && matches(ids)) {
          return second;
        }
      }
    }
    return undefined;
  }

  /** Visits the events within one second; a whole one carries no fraction of it. */
  eachAt(second: number, visit: (id: string, isWhole: boolean) => void): void {
    const ids = this.#bySecond.get(second);
    for (const id of Array.isArray(ids) ? ids : ids === undefined ? [] : [ids]) {
      visit(id, isWhole(this.#timeOf.get(id)));
    }
  }

  /** Visits the events within seconds that lie between the bounds. */
  eachInside({ since, until }: Window, visit: (id: string) => void): void {
    for (const second of this.#secondsBetween(since, until ?? Number.POSITIVE_INFINITY)) {
      this.eachAt(second, visit);
    }
  }

  /** How many events the server should count in a window: exact when both numbers are the same. */
  expectedIn(window: Window, bounds: BoundsKnowledge): { readonly least: number; readonly most: number } {
    let least = this.countInside(window);
    let most = least;
    for (const bound of ['since', 'until'] as const) {
      const second = window[bound];
      if (second !== undefined) {
        this.eachAt(second, (_id, whole) => {
          const included = bounds.includes(bound, whole);
          least += included === true ? 1 : 0;
          most += included === false ? 0 : 1;
        });
      }
    }
    return { least, most };
  }

  /** The second before which about half of the events inside the window lie; undefined when none do. */
  medianSecond({ since, until }: Window): number | undefined {
    const seconds = this.#secondsBetween(since, until ?? Number.POSITIVE_INFINITY).sort(
      (left, right) => left - right,
    );
    const half = seconds.reduce((sum, second) => sum + this.countAt(second), 0) / 2;
    let counted = 0;
    for (const second of seconds) {
      counted += this.countAt(second);
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
      this.eachAt(second, (id) => this.#timeOf.delete(id));
      this.#countMinute(second, -this.countAt(second));
      this.#bySecond.delete(second);
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
      count += this.countAt(second);
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

function pack(time: number): number {
  const second = Math.floor(time / 1000);
  return (second - FIRST_SECOND) * 2 + (time === second * 1000 ? 1 : 0);
}

function secondOf(packed: number | undefined): number | undefined {
  return packed === undefined ? undefined : Math.floor(packed / 2) + FIRST_SECOND;
}

function isWhole(packed: number | undefined): boolean {
  return packed !== undefined && packed % 2 !== 0;
}
