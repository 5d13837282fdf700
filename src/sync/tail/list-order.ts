/** Pages of fewer events say nothing of an order. */
const TELLING = 5;

/** A page has so much of the first one where it is that again, and something came in meanwhile. */
const REPEATED = 0.75;

/** "Sort order of list results: not shown": what the pages of a server let see of it. */
export class ListOrder {
  /** Whether it was seen to change between two requests. */
  isUnstable = false;
  /** How many pages that came at later offsets, up to the last one, were the first one again. */
  repeats = 0;
  #form: 'newest first' | 'oldest first' | 'not by time' | undefined;

  /** Takes note of the times of a page, in milliseconds. */
  note(times: readonly number[]): void {
    if (times.length < TELLING || times[0] === times.at(-1)) {
      return;
    }
    this.#form = isFalling(times) ? 'newest first' : isRising(times) ? 'oldest first' : 'not by time';
  }

  /** Takes note of the ids of a page at a later offset, and of those of the page with which the same list began. */
  noteLater(first: readonly string[], later: readonly string[]): void {
    if (first.length > 0 && later.length > 0) {
      const ids = new Set(first);
      const again = later.filter((id) => ids.has(id)).length;
      const isFirstAgain = later.length >= first.length && again >= REPEATED * later.length;
      this.repeats = isFirstAgain ? this.repeats + 1 : 0;
    }
  }

  /** Whether the page that came last at a later offset was the first one again. */
  get isRepeating(): boolean {
    return this.repeats > 0;
  }

  /** Whether the newest events are on the first page. */
  get isNewestFirst(): boolean {
    return this.#form === 'newest first' && !this.isUnstable;
  }

  /** In words, for a person; undefined while nothing is known. */
  describe(): string | undefined {
    return this.isUnstable ? 'changes from request to request' : this.#form;
  }
}

/** Whether no time is later than the one before it. */
export function isFalling(times: readonly number[]): boolean {
  return times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time));
}

/** Whether no time is earlier than the one before it. */
export function isRising(times: readonly number[]): boolean {
  return times.every((time, index) => index === 0 || time >= (times[index - 1] ?? time));
}

/**
 * Whether the beginning of a list that is as long as before has another order. While some events are added in front and
 * as many are taken away, most stay, and one after the other.
 */
export function isReordered(before: readonly string[], now: readonly string[]): boolean {
  const places = new Map(before.map((id, place) => [id, place]));
  const common = now.flatMap((id) => places.get(id) ?? []);
  return !isRising(common) || common.length < before.length / 2;
}
