import { CarefulRate } from './careful-rate.ts';
import type { QuotaStanding } from './quota.ts';

/** A bucket's surplus is spent in so many milliseconds. */
const BUCKET_HORIZON = 20_000;
/** While others take it all, one request in so many milliseconds still looks how things stand. */
const LONGEST_GAP_FOR_OTHERS = 10_000;
/** Whether a new window began is asked by one request; if its answer does not come, by another one so much later. */
const PATIENCE_WITH_A_LOOK = 5000;
/** What can wait for everything else leaves so much later than a feed would. */
const BACKFILL_LAG = 1.5;

/** When requests of feeds may leave, so that the window lasts and the reserve is kept. Steady times, milliseconds. */
export class Pace {
  readonly careful = new CarefulRate();
  #lastSent = Number.NEGATIVE_INFINITY;
  /** So many requests may leave without a pause, as long as plenty remains. */
  #hurried = 0;

  /** Lets so many requests leave without a pause, for screens that have nothing yet. */
  hurry(requests: number): void {
    this.#hurried = Math.max(this.#hurried, requests);
  }

  noteSent(now: number): void {
    this.#lastSent = now;
    this.#hurried = Math.max(0, this.#hurried - 1);
  }

  /**
   * Milliseconds until the next request may leave: a gap of (time to the end of the window) / (remaining - reserve -
   * what others will take) after the last one. `isLooking` says whether a request that left after the end of the
   * window is under way.
   */
  wait(
    now: number,
    standing: QuotaStanding | undefined,
    { isLooking, isBackfill }: { readonly isLooking: boolean; readonly isBackfill: boolean },
  ): number {
    if (standing === undefined) {
      return this.#after(this.careful.gap, now, isBackfill);
    }
    const { available, reserve, end, others, refill, limit } = standing;
    const spendable = available - reserve;
    const expected = others * Math.max(0, (end ?? now) - now);
    // They come as they like: they often take more by so much, and the reserve is not for them.
    const othersTake = expected + Math.sqrt(expected) / 2;
    if (this.#hurried > 0 && spendable - othersTake > limit / 3) {
      return 0;
    }
    if (refill !== undefined) {
      const rate = refill + spendable / BUCKET_HORIZON;
      return this.#after(Math.min(1 / Math.max(0, rate), BUCKET_HORIZON), now, isBackfill);
    }
    if (end === undefined) {
      return this.#after(spendable >= 1 ? this.careful.gap : BUCKET_HORIZON, now, isBackfill);
    }
    if (now >= end) {
      const step = Math.min(this.careful.gap, 60_000 / Math.max(1, limit));
      return this.#after(isLooking ? PATIENCE_WITH_A_LOOK : step, now, isBackfill);
    }
    if (spendable < 1) {
      return end - now;
    }
    // After a long pause it is as if the last request had left just now: what was saved is spread over what is left.
    const from = Math.max(this.#lastSent, now - LONGEST_GAP_FOR_OTHERS);
    const even = (end - from) / (spendable + 1);
    const shared = (end - from) / (Math.max(0, spendable - othersTake) + 1);
    return this.#after(Math.min(shared, Math.max(even, LONGEST_GAP_FOR_OTHERS)), now, isBackfill);
  }

  /** Requests a millisecond that can be kept up as things stand. */
  rate(now: number, standing: QuotaStanding | undefined): number {
    if (standing === undefined) {
      return 1 / this.careful.gap;
    }
    const { available, reserve, end, others, refill } = standing;
    const spendable = Math.max(0, available - reserve);
    if (refill !== undefined) {
      return refill + spendable / BUCKET_HORIZON;
    }
    return end === undefined || end <= now
      ? 1 / this.careful.gap
      : Math.max(0, spendable / (end - now) - others);
  }

  #after(gap: number, now: number, isBackfill: boolean): number {
    return Math.max(0, this.#lastSent + gap * (isBackfill ? BACKFILL_LAG : 1) - now);
  }
}
