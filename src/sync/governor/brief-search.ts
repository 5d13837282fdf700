import { reserveOf } from './reserve.ts';
import { leftOf, type QuotaReport } from './quota-report.ts';

/** So often, in milliseconds, it is seen whether all came back that was taken since. */
const PERIOD = 1400;
/** It did if so much of it is seen to: the last of it is not back yet, and others take some meanwhile. */
const CAME_BACK = 0.5;
/** So many times the limit comes back of no quota of a minute within one. */
const MORE_THAN_A_MINUTE = 1.25;
/** So many times in a row is no chance. */
const TIMES = 3;
/** After it did not, it is tried again so much later, then twice that, in milliseconds. */
const PAUSE = 10_000;
/** Where a limit is so small next to nothing is sent that would show it: then it is looked for so often. */
const SMALL = 30;
const TRIES = 4;
/** With less left at first it is not searched. */
const ENOUGH = 1 / 3;
/** Of a larger limit something has to come back so soon after a window began first, in milliseconds. */
const LEAST_BACK = 2;
const LEAST_INSIDE = 1000;
const MOST_INSIDE = 30_000;

/** A window that lasts for less, in milliseconds, is over before much of it was learned. */
export const SHORT = 5000;

/** What showed from one answer to the next. */
export interface Shown {
  /** Requests of ours, and how many came back of those of all, as far as it shows. */
  readonly own: number;
  readonly back: number;
  readonly limit: number;
  /** Steady time. */
  readonly now: number;
}

/** Whether windows of that length are over so soon that nothing is to be spread over one. */
export function isBrief({ length }: { readonly length: number }): boolean {
  return length < SHORT;
}

/**
 * Finds out whether windows are over in a second or so where no header says so: from one period to the next twice as many
 * requests leave, as long as all of them come back, until more came back than a quota of a minute can give. Where windows last
 * for longer that ends with the first request.
 */
export class BriefSearch {
  /** Requests in a period; 0 while it is not searched. */
  #most = 0;
  #begunAt = 0;
  #sent = 0;
  #back = 0;
  #backInAll = 0;
  #times = 0;
  #tries = 0;
  #notBefore = Number.NEGATIVE_INFINITY;
  #pause = PAUSE;
  #isFound = false;

  /** Whether they are. */
  get isFound(): boolean {
    return this.#isFound;
  }

  /** Takes note of the first answer. */
  seeFirst(report: QuotaReport): void {
    if (report.limit <= SMALL && leftOf(report) > ENOUGH) {
      this.begin(report.readAt);
    }
  }

  /**
   * Takes note of a later one: what comes back where no header says when, or so long after a window began, shows that windows
   * are shorter than was taken for granted.
   */
  see(
    { limit, readAt: now }: QuotaReport,
    { own, back, sinceBegun }: { readonly own: number; readonly back: number; readonly sinceBegun: number },
  ): void {
    const isInside = back >= LEAST_BACK && sinceBegun > LEAST_INSIDE && sinceBegun < MOST_INSIDE;
    if (limit <= SMALL ? back > 0 : isInside) {
      this.begin(now);
    }
    this.note({ own, back, limit, now });
  }

  /**
   * Milliseconds from one request to the next while it is found out, of a limit of which so many are left; undefined while it
   * is not.
   */
  gap(now: number, limit: number, available: number): number | undefined {
    if (available < 1) {
      return undefined;
    }
    if (this.#most > 0) {
      return available - reserveOf(limit) >= 1 ? PERIOD / this.#most : PERIOD;
    }
    return this.#isDue(now, limit) ? PERIOD : undefined;
  }

  #isDue(now: number, limit: number): boolean {
    return (
      !this.#isFound && limit <= SMALL && this.#tries > 0 && this.#tries < TRIES && now >= this.#notBefore
    );
  }

  /** Begins, since something came back, or nothing is known yet. */
  begin(now: number): void {
    if (!this.#isFound && this.#most === 0 && now >= this.#notBefore) {
      this.#most = 1;
      this.#tries++;
      this.#times = 0;
      this.#backInAll = 0;
      this.#beginPeriod(now);
    }
  }

  /** Takes note of what an answer showed. */
  note({ own, back, limit, now }: Shown): void {
    if (this.#most === 0) {
      if (this.#isDue(now, limit)) {
        this.begin(now);
      }
      return;
    }
    this.#sent += own;
    this.#back += Math.max(0, back);
    if (now - this.#begunAt < PERIOD) {
      return;
    }
    if (this.#back < Math.max(1, CAME_BACK * this.#sent)) {
      this.#most = 0;
      this.#notBefore = now + this.#pause;
      this.#pause *= 2;
      return;
    }
    this.#backInAll += this.#back;
    this.#times++;
    this.#most *= 2;
    this.#beginPeriod(now);
    if (this.#times >= TIMES && this.#backInAll > MORE_THAN_A_MINUTE * limit) {
      this.#isFound = true;
      this.#most = 0;
    }
  }

  /** Takes note that another console of the user found it. */
  heed(): void {
    this.#isFound = true;
    this.#most = 0;
  }

  #beginPeriod(now: number): void {
    this.#begunAt = now;
    this.#sent = 0;
    this.#back = 0;
  }
}
