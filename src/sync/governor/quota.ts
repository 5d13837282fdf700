import { Ledger, type SentRequest } from './ledger.ts';
import { Share } from './share.ts';
import { SlidingSum } from './sliding-sum.ts';
import { SlidingWindow } from './sliding-window.ts';
import type { TimeReading } from './time-header.ts';
import { WindowEnd } from './window-end.ts';

/** How much of the past tells what others take, and how fast a bucket is filled again, in milliseconds. */
const REMEMBERED = 120_000;
/** The length of a window that nobody tells, in milliseconds. */
const MINUTE = 60_000;
/** Others who were watched for less than this are taken to have been quiet before. */
const LEAST_WATCHED = 20_000;
/** So many rises that are no new window, closely one after the other, make it a bucket. */
const RISES_OF_A_BUCKET = 3;
/** An answer without a rise makes up for so much of one. */
const WEIGHT_OF_NO_RISE = 0.25;
/** A new window shows at least so much of the limit. */
const SHARE_OF_A_NEW_WINDOW = 0.8;
/** And gives back so much of what had been taken, however much others take of it until that is seen. */
const SHARE_OF_A_RETURN = 0.5;
/** No window is shorter than this, in milliseconds; what rises more often is a bucket for our purposes. */
const SHORTEST_WINDOW = 5000;

/** The quota as it stands now. */
export interface QuotaStanding {
  readonly limit: number;
  /** What remains, less those of our requests that the server may not have counted yet. */
  readonly available: number;
  /** Steady time at which an answer told that. */
  readonly toldAt: number;
  /** What is kept for a person's actions: the larger of three and a twentieth of the limit. */
  readonly reserve: number;
  /** Steady time at which the window ends; undefined while that is not known, and for a bucket. */
  readonly end: number | undefined;
  /** Whether that was told or seen, and is not only an assumption to go by. */
  readonly isEndKnown: boolean;
  /** How long a window lasts, in milliseconds; undefined while no whole one was told or seen. */
  readonly length: number | undefined;
  /**
   * Requests a millisecond that can be sent all the time: where windows are over so soon that nothing is to be spread over
   * one, or one slides and nobody else takes from it.
   */
  readonly steady: number | undefined;
  /** Requests that others take, a millisecond. */
  readonly others: number;
  /** The part of what can be spent that is for this console. */
  readonly share: number;
  /** How many consoles of this user share it, this one among them. */
  readonly consoles: number;
  /** Requests that come back in a millisecond, when the quota is a bucket and not a window. */
  readonly refill: number | undefined;
}

interface Told {
  readonly number: number;
  readonly sentAt: number;
  readonly readAt: number;
  readonly limit: number;
  readonly remaining: number;
}

/**
 * What the server told of the organization's quota ("Limits": X-RateLimit-Limit and -Remaining), and what follows from
 * it: what others take, when the window ends, whether it is a bucket that refills continuously.
 */
export class Quota {
  readonly ledger = new Ledger();
  readonly #share: Share;
  readonly #end = new WindowEnd();
  readonly #others = new SlidingSum(REMEMBERED);
  readonly #refill = new SlidingSum(REMEMBERED / 2);
  readonly #sliding = new SlidingWindow();
  #told: Told | undefined;
  #rises = 0;
  #begunAt = Number.NEGATIVE_INFINITY;
  #isBucket = false;

  /** `consoles` gives how many of this user share the quota, this one among them. */
  constructor(consoles: () => number) {
    this.#share = new Share(consoles);
  }

  /** Undefined while no answer told the quota. */
  standing(): QuotaStanding | undefined {
    const told = this.#told;
    if (told === undefined) {
      return undefined;
    }
    return {
      limit: told.limit,
      available: Math.max(0, told.remaining - this.ledger.unseenAfter(told.number)),
      toldAt: told.readAt,
      reserve: reserveOf(told.limit),
      end: this.#isBucket ? undefined : this.#end.at,
      isEndKnown: this.#end.isKnown,
      length: this.#isBucket ? undefined : this.#end.wholeLength,
      steady: this.#steadyRate(told.limit),
      others: this.#isBucket ? 0 : this.#othersRate(told.limit),
      share: this.#isBucket ? this.#share.alone : this.#share.value,
      consoles: this.#share.consoles,
      refill: this.#isBucket ? Math.max(0, this.#refill.rate(1)) : undefined,
    };
  }

  /**
   * Takes note of what the answer to a request told at a steady time. What became of the request has to be recorded in
   * the ledger before. Returns by how much Remaining fell where this request alone can have made it fall.
   */
  note(
    request: SentRequest,
    limit: number,
    remaining: number,
    reset: TimeReading | undefined,
    now: number,
  ): number | undefined {
    const before = this.#told;
    const told = { number: request.number, sentAt: request.sentAt, readAt: now, limit, remaining };
    if (before !== undefined && told.number < before.number) {
      // Answers can overtake each other; the lower one of two is the later.
      if (remaining < before.remaining) {
        this.#told = { ...before, remaining };
      }
      return undefined;
    }
    const unseen = this.ledger.unseenAfter(told.number);
    this.#sliding.note(told.sentAt, limit - remaining, unseen, this.#slidingLength);
    if (before === undefined || before.limit !== limit) {
      this.#end.note(reset, now);
    } else {
      this.#compare(before, told, reset);
    }
    this.#told = told;
    const isAlone =
      before !== undefined &&
      told.number === before.number + 1 &&
      told.sentAt >= before.readAt &&
      this.ledger.underWaySince(0) === 0;
    this.ledger.forgetThrough(told.number);
    return isAlone && !this.#isBucket ? before.remaining - remaining : undefined;
  }

  #compare(before: Told, told: Told, reset: TimeReading | undefined): void {
    const own = this.ledger.between(before, told.number);
    const fall = before.remaining - told.remaining;
    const rise = own.least - fall;
    const elapsed = told.readAt - before.readAt;
    const isExplained = this.#isBucket && rise <= 3 + 2 * this.#refill.rate(1) * elapsed;
    if (this.#end.at !== undefined && told.sentAt >= this.#end.at) {
      this.#end.noteRestored(rise > 0 && rise >= (told.limit - before.remaining) * SHARE_OF_A_RETURN);
    }
    const isNearlyFull = told.remaining + own.most >= told.limit * SHARE_OF_A_NEW_WINDOW;
    const isBegun =
      !isExplained && !this.#end.isRolling && isNearlyFull && told.readAt - this.#begunAt > SHORTEST_WINDOW;
    if (rise > 0 && (isBegun || this.#end.isBrief)) {
      this.#rises = 0;
      this.#isBucket = false;
      this.#refill.clear();
      this.#begunAt = told.readAt;
      this.#end.noteBeginning(before.sentAt, told.readAt);
      this.#passShare(told, elapsed);
    } else {
      if (told.remaining < told.limit - 1) {
        this.#refill.add(own.most - fall, before.readAt, told.readAt);
      }
      if (rise > 0) {
        this.#rises++;
        this.#isBucket ||= this.#rises >= RISES_OF_A_BUCKET;
      } else {
        this.#rises = Math.max(0, this.#rises - WEIGHT_OF_NO_RISE);
        this.#others.add(fall - own.most, before.readAt, told.readAt);
        this.#learnShare(before, told, fall);
        this.#learnHealth(before, told, fall);
        const end = this.#end.at;
        if (end !== undefined && told.sentAt >= end) {
          this.#end.noteStillRunning(told.readAt);
        }
      }
    }
    this.#end.note(reset, told.readAt, rise > 0);
    this.#isBucket ||= this.#end.isRolling;
  }

  /** Of a window that slides the headers may only tell when the next request comes back. */
  get #slidingLength(): number {
    const { length = MINUTE } = this.#end;
    return length > 2 * SHORTEST_WINDOW ? length : MINUTE;
  }

  #steadyRate(limit: number): number | undefined {
    const length = this.#isBucket ? this.#slidingLength : this.#end.length;
    const isSteady = this.#isBucket ? this.#sliding.isOursAlone : this.#end.isBrief;
    return isSteady && length !== undefined ? Math.max(1, limit - reserveOf(limit)) / length : undefined;
  }

  /** They never take more than the quota allows, however much of it came at once. */
  #othersRate(limit: number): number {
    const seen = Math.max(0, this.#others.rate(LEAST_WATCHED));
    return Math.min(seen, limit / (this.#end.length ?? MINUTE));
  }

  /** What was taken before a new window began shows nowhere; of one that is soon over, the part that was taken does. */
  #passShare({ limit, remaining }: Told, elapsed: number): void {
    const length = this.#end.length ?? MINUTE;
    const allowed = limit - reserveOf(limit);
    const sustained = (elapsed * allowed) / length;
    if (this.#end.isBrief) {
      // On average half of the window had passed. That only few were taken by then is as likely chance.
      const taken = (2 * (limit - remaining)) / allowed;
      this.#share.note(sustained * Math.max(1, taken), sustained, limit);
    } else {
      this.#share.pass(sustained, limit);
    }
  }

  #learnShare({ remaining, limit, readAt }: Told, told: Told, fall: number): void {
    const end = this.#end.at;
    const elapsed = told.readAt - readAt;
    if (this.#end.isBrief) {
      this.#passShare(told, elapsed);
      return;
    }
    const spendable = remaining - reserveOf(limit);
    if (end !== undefined && end > readAt && spendable > 0) {
      this.#share.note(fall, (elapsed * spendable) / (end - readAt), limit);
    }
  }

  /** The health check is free when Remaining fell by less than our requests with it, and by no less than without. */
  #learnHealth(before: Told, told: Told, fall: number): void {
    const checks = this.ledger.healthChecksBetween(before.number, told.number);
    const own = this.ledger.between(before, told.number);
    if (checks > 0 && !this.ledger.isHealthFree && fall <= own.most - checks && this.#rises === 0) {
      this.ledger.isHealthFree = true;
    }
  }
}

function reserveOf(limit: number): number {
  return Math.max(3, Math.ceil(limit * 0.05));
}
