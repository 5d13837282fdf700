import { Ledger, type SentRequest } from './ledger.ts';
import { BriefSearch, isBrief } from './brief-search.ts';
import type { QuotaState } from './quota-state.ts';
import { reserveOf } from './reserve.ts';
import { Share } from './share.ts';
import { SlidingQuota } from './sliding-quota.ts';
import { SteadyShare } from './steady-share.ts';
import { SlidingSum } from './sliding-sum.ts';
import type { TimeReading } from './time-header.ts';
import type { SeenWindow } from './seen-windows.ts';
import { leftOf, type QuotaReport } from './quota-report.ts';
import { WindowEnd } from './window-end.ts';

/**
 * Requests a millisecond at the most while nothing says how long a window lasts: five consoles spent an hour's 5000 in two minutes as
 * those of a minute.
 */
const MOST_WHILE_UNKNOWN = 2 / 1000;
/** How much of the past shows what others take, and how fast a bucket is filled again, in milliseconds. */
const REMEMBERED = 120_000;
/** The length of a window that no header gives, in milliseconds. */
const MINUTE = 60_000;
/** Others who were watched for less than this are taken to have been quiet before. */
const LEAST_WATCHED = 20_000;
/** So many rises that are no new window, closely one after the other, make it a bucket. */
const RISES_OF_A_BUCKET = 3;
/** An answer without a rise makes up for so much of one. */
const WEIGHT_OF_NO_RISE = 0.25;
/** A new window gives back so much of what had been taken, however much others take of it until that is seen. */
const SHARE_OF_A_RETURN = 0.5;
const LEAST_RETURN = 2;
/** Where that is such a part of the limit, a new window would surely show. */
const SHARE_OF_A_SURE_RETURN = 0.25;
/** So many, and such a part of the limit, are not taken again between two answers that are so near each other, in milliseconds. */
const MANY = 50;
const SHARE_OF_MANY = 0.1;
const SOON = 5000;
/** No window is shorter than this, in milliseconds; what rises more often is a bucket for our purposes. */
const SHORTEST_WINDOW = 5000;
/** How a quota works is looked at so often while that is worth it, in milliseconds: at ever other moments of a window of whole seconds. */
const LOOK_EVERY = 1618;
/** Where windows seem to be over in a second or so it takes of the reserve, too, as long as so many are left: others spend the rest. */
const LEFT_BY_A_LOOK = 2;

/**
 * What the server reported of the organization's quota ("Limits": X-RateLimit-Limit and -Remaining), and what follows from
 * it: what others take, when the window ends, whether it is a bucket that refills continuously.
 */
export class Quota {
  readonly ledger = new Ledger();
  readonly #share: Share;
  readonly #steadyShare: SteadyShare;
  readonly #sliding: SlidingQuota;
  readonly #end = new WindowEnd();
  readonly #search = new BriefSearch();
  readonly #others = new SlidingSum(REMEMBERED);
  readonly #refill = new SlidingSum(REMEMBERED / 2);
  #report: QuotaReport | undefined;
  /** What another console saw of a window of which no answer came here yet. */
  #heeded: SeenWindow | undefined;
  #rises = 0;
  #begunAt = Number.NEGATIVE_INFINITY;
  #isBucket = false;
  /** Whether the end moved on before it came, or something came back: of a window that slides nothing does before its end. */
  #isRolling = false;

  /** `consoles` gives how many of this user share the quota, this one among them. */
  constructor(consoles: () => number) {
    this.#share = new Share(consoles);
    this.#steadyShare = new SteadyShare(consoles);
    this.#sliding = new SlidingQuota(consoles);
  }

  /** The present window as far as it was seen to begin, where no header gives its end. */
  get seenWindow(): SeenWindow | undefined {
    return this.#end.seen;
  }

  /** Takes note of what another console of the user saw of a window; what is left of it the next answer says. */
  heedWindow(seen: SeenWindow): void {
    if (isBrief(seen)) {
      this.#search.heed();
      this.#end.heedBrief();
    } else {
      this.#heeded = seen;
      this.#heedAnswered();
    }
  }

  #heedAnswered(): void {
    if (
      this.#heeded !== undefined &&
      this.#report !== undefined &&
      this.#report.sentAt >= this.#heeded.latest
    ) {
      this.#end.heed(this.#heeded);
      this.#heeded = undefined;
    }
  }

  /** Undefined while no answer has reported the quota. */
  state(now: number): QuotaState | undefined {
    const report = this.#report;
    if (report === undefined) {
      return undefined;
    }
    const { limit } = report;
    const available = Math.max(0, report.remaining - this.ledger.unseenAfter(report.number));
    const leftByLook = this.#end.isNearerThanEver(limit) ? LEFT_BY_A_LOOK : reserveOf(limit) + 1;
    const common = {
      limit,
      available,
      reportedAt: report.readAt,
      reserve: reserveOf(limit),
      isEndKnown: this.#end.isKnown,
      lookEvery: this.#end.isUnsure
        ? available >= leftByLook
          ? LOOK_EVERY
          : undefined
        : this.#search.gap(now, limit, available),
      consoles: this.#share.consoles,
      isEven: this.#end.isBrief && this.#steadyShare.isEven,
      steady: this.#end.isBrief ? this.#allowedRate(limit) : undefined,
      flow: undefined,
      nextBack: undefined,
      length: undefined,
      lookAt: undefined,
    };
    const shape = this.#shape;
    const isBriefSliding = this.#end.isBrief && this.#steadyShare.isSliding;
    if (shape === 'bucket') {
      const refill = Math.max(0, this.#refill.rate(1));
      return { ...common, end: undefined, others: 0, share: this.#share.alone, refill };
    }
    if (shape === 'sliding') {
      const length = this.#slidingLength;
      return {
        ...common,
        end: undefined,
        others: 0,
        share: this.#sliding.share,
        refill: (limit - available) / length,
        flow: this.#sliding.rate(report, available, now, length),
        nextBack: this.#sliding.nextBack(report.readAt, length) ?? this.#end.reported,
      };
    }
    return {
      ...common,
      end: this.#heeded?.latest ?? this.#end.at,
      lookAt: this.#end.lookAt,
      others: this.#othersRate(limit),
      share: this.#end.isBrief ? this.#steadyShare.value : this.#share.value,
      refill: undefined,
      length: this.#end.wholeLength,
      flow:
        shape === undefined || isBriefSliding || this.#isLengthUnknown ? this.#allowedRate(limit) : undefined,
    };
  }

  /** How the quota works, as far as was seen. A bucket and a window that slides look alike where others take most of it. */
  get #shape(): 'windows' | 'sliding' | 'bucket' | undefined {
    const isEndless = this.#isBucket || this.#end.isWindow === false;
    if (this.#end.isBrief) {
      return 'windows';
    }
    if (isEndless && this.#sliding.isOursAlone) {
      return 'sliding';
    }
    if (this.#isRolling || (this.#isBucket && this.#sliding.isRefuted)) {
      return 'bucket';
    }
    if (isEndless) {
      return 'sliding';
    }
    return this.#end.isWindow === true ? 'windows' : undefined;
  }

  /**
   * Takes note of what the answer to a request reported at a steady time. What became of the request has to be recorded in
   * the ledger before. Returns by how much Remaining fell where this request alone can have made it fall.
   */
  note(
    request: SentRequest,
    limit: number,
    remaining: number,
    reset: TimeReading | undefined,
    now: number,
  ): number | undefined {
    const before = this.#report;
    const report = { number: request.number, sentAt: request.sentAt, readAt: now, limit, remaining };
    if (before !== undefined && report.number < before.number) {
      // Answers can overtake each other; the lower one of two is the later.
      if (remaining < before.remaining) {
        this.#report = { ...before, remaining };
      }
      return undefined;
    }
    const unseen = this.ledger.unseenAfter(report.number);
    this.#sliding.note(report.sentAt, report, unseen, this.#slidingLength);
    if (before === undefined || before.limit !== limit) {
      this.#end.note(reset, report, { left: leftOf(report) });
      if (this.#end.isAssumed) {
        this.#search.seeFirst(report);
      }
    } else {
      this.#compare(before, report, reset);
    }
    this.#report = report;
    this.#heedAnswered();
    const isAlone =
      before !== undefined &&
      report.number === before.number + 1 &&
      report.sentAt >= before.readAt &&
      this.ledger.underWaySince(0) === 0;
    this.ledger.forgetThrough(report.number);
    return isAlone && !this.#isBucket ? before.remaining - remaining : undefined;
  }

  #compare(before: QuotaReport, report: QuotaReport, reset: TimeReading | undefined): void {
    const own = this.ledger.between(before, report.number);
    const fall = before.remaining - report.remaining;
    const rise = own.least - fall;
    const elapsed = report.readAt - before.readAt;
    const isExplained = this.#isBucket && rise <= 3 + 2 * this.#refill.rate(1) * elapsed;
    const returned = (report.limit - before.remaining) * SHARE_OF_A_RETURN;
    const isOver =
      this.#end.reported === undefined &&
      this.#end.isWindow === true &&
      report.sentAt >= (this.#end.at ?? Infinity);
    // Others may have taken most of it before we came to look.
    const isReturn = rise >= (isOver ? LEAST_RETURN : Math.max(LEAST_RETURN, returned));
    const isBegun =
      !isExplained && !this.#end.isRolling && isReturn && report.readAt - this.#begunAt > SHORTEST_WINDOW;
    if (!isBegun) {
      this.#sliding.learn(report, before, {
        own: own.least,
        length: this.#slidingLength,
        nextBack: this.#end.reported,
        isKnown: this.#shape === 'sliding',
      });
    }
    if (rise > 0 && (isBegun || this.#end.isBrief)) {
      this.#rises = 0;
      this.#isBucket = false;
      this.#isRolling = false;
      this.#sliding.forget();
      this.#refill.clear();
      this.#begunAt = report.readAt;
      this.#end.noteBeginning(before.sentAt, report.readAt, leftOf(report));
      this.#passShare(report, elapsed);
    } else {
      if (report.remaining < report.limit - 1) {
        this.#refill.add(own.most - fall, before.readAt, report.readAt);
      }
      if (rise > 0) {
        this.#rises++;
        this.#isBucket ||= this.#rises >= RISES_OF_A_BUCKET;
        this.#isRolling ||= this.#isBucket && (this.#end.reported ?? 0) > report.readAt + SHORTEST_WINDOW;
      } else {
        this.#rises = Math.max(0, this.#rises - WEIGHT_OF_NO_RISE);
        this.#others.add(fall - own.most, before.readAt, report.readAt);
        this.#learnShare(before, report, fall);
        this.#learnHealth(before, report, fall);
        const isSure = returned >= report.limit * SHARE_OF_A_SURE_RETURN;
        const isMuch = report.limit - before.remaining >= Math.max(MANY, report.limit * SHARE_OF_MANY);
        this.#end.noteUnchanged(before.readAt, report.sentAt, isMuch && elapsed < SOON);
        if (isSure || report.sentAt >= (this.#end.at ?? Infinity)) {
          this.#end.noteStillRunning(report.sentAt, isSure);
        }
      }
    }
    this.#end.note(reset, report, {
      hasRisen: rise > 0,
      hasReturned: rise > 0 && rise >= returned,
      left: leftOf(report),
    });
    this.#end.noteReturned(rise, report.limit, before.readAt, report.readAt);
    if (this.#end.isAssumed) {
      this.#search.see(report, { own: own.least, back: rise, sinceBegun: report.readAt - this.#begunAt });
      this.#end.noteBrief(this.#search.isFound);
    }
    this.#isRolling ||= this.#end.isRolling;
    this.#isBucket ||= this.#end.isRolling;
  }

  /** Of a window that slides the headers may only say when the next request comes back. */
  get #slidingLength(): number {
    const { length = MINUTE, reported: report } = this.#end;
    const least = report === undefined ? 2 * SHORTEST_WINDOW : MINUTE + SHORTEST_WINDOW;
    return length > least ? length : MINUTE;
  }

  /** Whether nothing says yet how long a window lasts. */
  get #isLengthUnknown(): boolean {
    return this.#end.isAssumed && this.#end.wholeLength === undefined;
  }

  /** What the quota allows all the time, a millisecond. */
  #allowedRate(limit: number): number {
    const length = this.#end.isBrief ? (this.#end.length ?? MINUTE) : this.#slidingLength;
    const rate = Math.max(1, limit - reserveOf(limit)) / length;
    return this.#isLengthUnknown ? Math.min(rate, MOST_WHILE_UNKNOWN) : rate;
  }

  /** They never take more than the quota allows, however much of it came at once. */
  #othersRate(limit: number): number {
    const seen = Math.max(0, this.#others.rate(LEAST_WATCHED));
    return Math.min(seen, limit / (this.#end.length ?? MINUTE));
  }

  /** What was taken before a new window began shows nowhere; of one that is soon over, what was taken of it does. */
  #passShare({ limit, remaining, readAt, sentAt }: QuotaReport, elapsed: number): void {
    const length = this.#end.length ?? MINUTE;
    const allowed = limit - reserveOf(limit);
    if (this.#end.isBrief) {
      const own = this.#sliding.ownOf(readAt, length + readAt - sentAt);
      this.#steadyShare.note({ taken: limit - remaining, own, allowed, length, elapsed });
    } else {
      this.#share.pass((elapsed * allowed) / length, limit);
    }
  }

  #learnShare({ remaining, limit, readAt }: QuotaReport, report: QuotaReport, fall: number): void {
    const { at, likelyAt = readAt } = this.#end;
    const end = likelyAt > readAt ? likelyAt : at;
    const elapsed = report.readAt - readAt;
    if (this.#end.isBrief) {
      this.#passShare(report, elapsed);
      return;
    }
    const spendable = remaining - reserveOf(limit);
    if (end !== undefined && end > readAt && spendable > 0) {
      this.#share.note(fall, (elapsed * spendable) / (end - readAt), limit);
    }
  }

  /** The health check is free when Remaining fell by less than our requests with it, and by no less than without. */
  #learnHealth(before: QuotaReport, report: QuotaReport, fall: number): void {
    const checks = this.ledger.healthChecksBetween(before.number, report.number);
    const own = this.ledger.between(before, report.number);
    if (checks > 0 && !this.ledger.isHealthFree && fall <= own.most - checks && this.#rises === 0) {
      this.ledger.isHealthFree = true;
    }
  }
}
