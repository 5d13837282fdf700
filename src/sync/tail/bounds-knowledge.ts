import { largest } from '../../lib/long-lists.ts';
import type { Window } from './window.ts';

type Bound = 'since' | 'until';

/** What is dated so few seconds outside may be so by how precisely times are compared. */
const PRECISION = 2;

/** Fewer rows of a page outside its window may be odd ones. */
const LEAST_OUTSIDE = 3;

/** So many observations in a row have to agree before they are relied on. */
const ENOUGH = 3;

interface Finding {
  included: boolean;
  agreeing: number;
}

/**
 * Whether a server counts the events of the very second of a bound to the window ("GET /events" says "after" and
 * "before", and servers differ). Learned from windows of which every event is known; apart for events that are shown
 * with a fraction of that second and those without, since a server may compare more than it shows.
 */
export class BoundsKnowledge {
  readonly #findings = new Map<string, Finding>();
  #spill = 0;

  /** So many seconds outside a window the server gives events, as one does that rounds the bounds; 0 where it does not. */
  get spill(): number {
    return this.#spill;
  }

  /** Takes note of the times of a page, in milliseconds, of which most may lie outside the window that was asked for. */
  noteTimes({ since, until = Number.POSITIVE_INFINITY }: Window, times: readonly number[]): void {
    const outside = times
      .map((time) => Math.max(since - time / 1000, time / 1000 - until))
      .filter((seconds) => seconds > PRECISION);
    if (outside.length >= LEAST_OUTSIDE && outside.length > times.length / 2) {
      this.#spill = Math.max(this.#spill, Math.ceil(largest(outside, 0)));
    }
  }

  /** Whether a part of a window would have hardly fewer events than all of it, for what is given outside of it. */
  isCutUseless({ since, until }: Window, now: number): boolean {
    return this.#spill > 0 && (until ?? now) - since <= 2 * this.#spill;
  }

  /** Undefined as long as it is not known, or while observations contradict each other. */
  includes(bound: Bound, isWholeSecond: boolean): boolean | undefined {
    const finding = this.#findings.get(keyOf(bound, isWholeSecond));
    return finding !== undefined && finding.agreeing >= ENOUGH ? finding.included : undefined;
  }

  /** Takes note of what became of one event in the second of a bound. */
  observe(bound: Bound, isWholeSecond: boolean, included: boolean): void {
    const key = keyOf(bound, isWholeSecond);
    const finding = this.#findings.get(key);
    if (finding?.included === included) {
      finding.agreeing++;
    } else {
      this.#findings.set(key, { included, agreeing: 1 });
    }
  }

  /** In words, for a person; undefined while nothing is known. */
  describe(): string | undefined {
    const words = (['since', 'until'] as const).flatMap((bound) => {
      const included = this.includes(bound, true);
      return included === undefined
        ? []
        : [`${bound} ${included ? 'includes' : 'leaves out'} its own second`];
    });
    return words.length === 0 ? undefined : words.join(', ');
  }
}

function keyOf(bound: Bound, isWholeSecond: boolean): string {
  return `${bound} ${isWholeSecond}`;
}
