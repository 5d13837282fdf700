import { largest } from '../../lib/long-lists.ts';
import { FallbackRate } from './fallback-rate.ts';
import type { UntilOwnMoment } from './own-moment.ts';
import type { QuotaState } from './quota-state.ts';

/** However little is left, one request in so many milliseconds looks how things stand. */
const BUCKET_HORIZON = 20_000;
/** What a full bucket holds beyond the reserve would be spent in so many milliseconds. */
const BUCKET_TIME = 5000;
/** And so much faster while it is full, since nobody needs what runs over. */
const SURGE = 100;
/** What was saved in a pause that was longer, in milliseconds, is spread over all that is left of the window. */
const LONGEST_PAUSE = 10_000;
/**
 * Whether a new window began is asked by one request; if its answer takes so many times as long as the longest of so many
 * did lately, by another one, so much later at the least and at the most.
 */
const TIMES_AS_LONG = 3;
const REMEMBERED = 10;
const LEAST_PATIENCE_WITH_A_LOOK = 1000;
const PATIENCE_WITH_A_LOOK = 5000;
/** What can wait for everything else leaves so much later than a feed would. */
const BACKFILL_LAG = 1.5;

/** Where enough is left of a window whose end is not known, one request leaves in so many milliseconds. */
const LONGEST_WITH_ENOUGH = 2000;

/** While the limit is not known, for a screen that has nothing yet one request leaves in so many milliseconds. */
const AWAITED_GAP = 400;

/** Where such a part of the limit is left, screens that have nothing yet need not wait. */
const AMPLE = 1 / 3;

/** The screen that is shown first is made of so many requests. */
const FIRST_SCREEN = 6;

/** The times that requests take to arrive differ by less than this, in milliseconds. */
const UNEVEN_ARRIVAL = 100;
/** With less of one request more than a whole number in a short window it is that number. */
const HARDLY_MORE = 1 / 3;
/** Where that number is one and the window does not slide: ten strangers, some of which send two at times, would fill it. */
const HARDLY_MORE_THAN_ONE = 0.65;

/** For so long, in milliseconds, it is remembered what was sent. */
const LATELY = 60_000;
/** One of several consoles of a user sends so much of its part of that without a pause. */
const SHARE_AT_ONCE = 0.5;

/** When requests of feeds may leave, so that the window lasts and the reserve is kept. Steady times, milliseconds. */
export class Pace {
  readonly fallback = new FallbackRate();
  readonly #consoles: () => number;
  readonly #untilOwnMoment: UntilOwnMoment;
  /** When requests were sent lately. */
  #sentLately: number[] = [];
  #lastSent = Number.NEGATIVE_INFINITY;
  /** So many requests may leave without a pause, as long as plenty remains. */
  #hurried = 0;
  /** So many of them are for what a person waits for. */
  #awaited = 0;
  #sentInAll = 0;
  /** Whether the request that left last failed. */
  #hasFailed = false;
  #wasAnswered = false;
  /** How long the last answers took. */
  #answersTook: readonly number[] = [];

  /** `consoles` gives how many of this user share the quota, this one among them. */
  constructor(consoles: () => number, untilOwnMoment: UntilOwnMoment) {
    this.#consoles = consoles;
    this.#untilOwnMoment = untilOwnMoment;
  }

  /** Lets so many requests leave without a pause, for the first screens. */
  begin(requests: number): void {
    this.#hurried = requests;
  }

  /** The same for a screen that has nothing yet, before which a person waits. */
  hurry(requests: number): void {
    this.#hurried = Math.max(this.#hurried, requests);
    this.#awaited = Math.max(this.#awaited, requests);
  }

  noteSent(now: number): void {
    this.#lastSent = now;
    this.#sentLately = [...this.#sentLately.filter((at) => at > now - LATELY), now];
    this.#hurried = Math.max(0, this.#hurried - 1);
    this.#awaited = Math.max(0, this.#awaited - 1);
    this.#sentInAll++;
    this.#hasFailed = false;
  }

  /** Takes note of a person's request, which is not paced: where windows are short, the next one of a feed is so much later. */
  noteUnpaced(now: number): void {
    this.#lastSent = now;
  }

  /** Takes note that a request was answered, or failed without an answer that can be used, and how long that took. */
  noteOver(hasFailed: boolean, took: number): void {
    this.#hasFailed = hasFailed;
    if (!hasFailed) {
      this.#answersTook = [...this.#answersTook, took].slice(-REMEMBERED);
    }
    this.#wasAnswered ||= !hasFailed;
  }

  /**
   * Milliseconds until the next request may leave: a gap of (time to the end of the window) / (remaining - reserve -
   * what others will take) after the last one. `isLooking` says whether a request that left after the end of the
   * window is under way.
   */
  wait(
    now: number,
    state: QuotaState | undefined,
    { isLooking, isBackfill }: { readonly isLooking: boolean; readonly isBackfill: boolean },
  ): number {
    if (state === undefined) {
      return this.#waitWhileUnknown(now, isBackfill);
    }
    const {
      available,
      reserve,
      reportedAt,
      end,
      others,
      refill,
      steady,
      flow,
      limit,
      share,
      lookEvery,
      isEven,
    } = state;
    const spendable = available - reserve;
    const left = leftAtEnd(now, state);
    if (this.#hurried > 0 && this.#isPlenty(left, limit) && this.#hasPartLeft(now, limit - reserve)) {
      return 0;
    }
    if (lookEvery !== undefined) {
      return this.#after(lookEvery, now, isBackfill);
    }
    if (refill !== undefined) {
      return flow === undefined
        ? this.#after(Math.min(1 / bucketRate(state), BUCKET_HORIZON), now, isBackfill)
        : this.#slidingWait(now, state, flow, isBackfill);
    }
    if (end === undefined) {
      // Whoever starts next cannot know how little is left.
      const isEnough = spendable >= this.#consoles();
      // A refusal while the server counts requests as left is no reason to creep.
      const longest = Math.max(LONGEST_WITH_ENOUGH, LATELY / spendable) * this.#consoles();
      const gap = Math.min(this.#fallbackGap, longest);
      return this.#after(isEnough ? gap : BUCKET_HORIZON, now, isBackfill);
    }
    if (steady !== undefined && (flow !== undefined || now >= end || spendable >= 1)) {
      const gap = 1 / steadyRate(state);
      return isEven ? this.#inTurn(gap, now, isBackfill) : this.#after(gap, now, isBackfill);
    }
    if (now >= end) {
      const step = Math.min(this.#fallbackGap, 60_000 / Math.max(1, limit));
      return this.#after(isLooking ? this.#patienceWithLook : step, now, isBackfill);
    }
    // A new window is looked for even if so little was left of this one that nothing was to be sent in it.
    const untilEnd = Math.max(0, this.#nextLook(now, state, end) - now);
    // What others take shows only in the next answer.
    const taken = Math.max(others * (now - reportedAt), spendable * this.#partTaken(now, reportedAt, end));
    if (spendable - taken < 1) {
      return untilEnd;
    }
    // After a long pause it is as if the last request had left just now: what was saved is spread over what is left.
    const from = Math.max(this.#lastSent, now - LONGEST_PAUSE);
    const gap = Math.max((end - from) / (share * (spendable + 1)), flow === undefined ? 0 : 1 / flow);
    return Math.min(this.#after(gap, now, isBackfill), untilEnd);
  }

  /**
   * Milliseconds until the next request may leave for which a person waits at a prompt: at once as long as more than the
   * reserve is left, whatever the window has to last for.
   */
  waitAtPrompt(now: number, state: QuotaState | undefined): number {
    if (state === undefined) {
      return this.fallback.wasRefused ? this.#after(this.fallback.gap, now, false) : 0;
    }
    const { available, reserve, end, refill } = state;
    if (available - reserve >= 1) {
      return 0;
    }
    if (refill !== undefined || end === undefined) {
      return this.#after(Math.min(1 / (refill ?? 0), BUCKET_HORIZON), now, false);
    }
    if (now < end) {
      return end - now;
    }
    // One request asks whether a new window began.
    return this.#lastSent < end ? 0 : this.#after(this.fallback.gap, now, false);
  }

  /** Requests a millisecond that can be kept up as things stand. */
  rate(now: number, state: QuotaState | undefined): number {
    if (state === undefined) {
      return 1 / this.#fallbackGap;
    }
    const { available, reserve, end, refill, steady, flow, share } = state;
    if (steady !== undefined || (flow !== undefined && refill !== undefined)) {
      return share * (steady ?? flow ?? 0);
    }
    if (refill !== undefined) {
      return bucketRate(state);
    }
    return end === undefined || end <= now
      ? 1 / this.#fallbackGap
      : (share * Math.max(0, available - reserve)) / (end - now);
  }

  /**
   * Milliseconds until the next request may leave while the limit is not known. What failed on its way says nothing of it, and
   * is no reason to keep waiting who has an empty screen: the breaker bounds how often that is tried.
   */
  #waitWhileUnknown(now: number, isBackfill: boolean): number {
    if (this.#hurried === 0 || this.fallback.wasRefused) {
      return this.#after(this.#fallbackGap, now, isBackfill);
    }
    if (this.#hasFailed) {
      return 0;
    }
    // Where answers say nothing of a limit, one request in two seconds is a guess: a person waits for less than that.
    const gap = this.#wasAnswered && this.#awaited === 0 ? this.#fallbackGap : AWAITED_GAP * this.#consoles();
    return this.#after(Math.min(gap, this.#fallbackGap), now, isBackfill);
  }

  /** Whether so much is left that what a person waits for need not wait for the pace. */
  isAmple(now: number, state: QuotaState | undefined): boolean {
    return state !== undefined && leftAtEnd(now, state) > state.limit * AMPLE;
  }

  get #patienceWithLook(): number {
    const took = this.#answersTook.length === 0 ? PATIENCE_WITH_A_LOOK : largest(this.#answersTook);
    return Math.min(PATIENCE_WITH_A_LOOK, Math.max(LEAST_PATIENCE_WITH_A_LOOK, TIMES_AS_LONG * took));
  }

  /** Consoles that know of each other send together what one of them would alone. */
  get #fallbackGap(): number {
    return this.fallback.gap * this.#consoles();
  }

  /** The part of what was left then that the other consoles of the user have taken by now, if each takes as much as this one. */
  #partTaken(now: number, reportedAt: number, end: number): number {
    return ((1 - 1 / this.#consoles()) * (now - reportedAt)) / (end - reportedAt);
  }

  /** Whether screens that have nothing yet need not wait: the first of them may take half of what little is left. */
  #isPlenty(left: number, limit: number): boolean {
    const isFirst = this.#sentInAll < FIRST_SCREEN;
    return left > limit * AMPLE || (isFirst && left > (this.#sentInAll + 1) * this.#consoles());
  }

  /** Whether this console may send without a pause beside the others of the user: the rest of its part is for what is live. */
  #hasPartLeft(now: number, allowed: number): boolean {
    const consoles = this.#consoles();
    const sent = this.#sentLately.filter((at) => at > now - LATELY).length;
    return consoles === 1 || sent < (allowed / consoles) * SHARE_AT_ONCE;
  }

  /**
   * When it is looked whether a new window began, whatever is left: at its end, or once before where that is not known well and
   * the others, of whom there are as many as our share implies, can look as well. They leave the reserve, of which each of three
   * may take one request: with five of them a minute's sixty was used up.
   */
  #nextLook(now: number, state: QuotaState, end: number): number {
    const { available, reserve, others, reportedAt, share, lookAt } = state;
    const left = Math.max(Math.min(available, reserve), available - others * (now - reportedAt));
    const isDue = lookAt !== undefined && this.#lastSent < lookAt && share * left > 0.9;
    return isDue ? Math.min(lookAt, end) : end;
  }

  /** Where a window slides the rate is even, whatever is left, as long as that lasts until something comes back. */
  #slidingWait(
    now: number,
    { available, reserve, share, nextBack = now }: QuotaState,
    flow: number,
    isBackfill: boolean,
  ): number {
    const spendable = available - reserve;
    const even = Math.min(1 / (share * flow), BUCKET_HORIZON);
    if (spendable < 1) {
      // A look takes what may be the last, and others look as well.
      return Math.max(nextBack - now, this.#after(Math.min(2 * even, BUCKET_HORIZON), now, isBackfill));
    }
    const lasting = this.#after((nextBack - this.#lastSent) / (share * (spendable + 1)), now, isBackfill);
    return Math.max(Math.min(lasting, nextBack - now), this.#after(even, now, isBackfill));
  }

  /**
   * Where consoles of one user have equal parts each sends at moments of its own: at any moments, ten that send one request of a
   * second's twelve each leave no room in some second for the three of what a person does.
   */
  #inTurn(gap: number, now: number, isBackfill: boolean): number {
    const earliest = now + this.#after(gap / 2, now, isBackfill);
    return earliest - now + this.#untilOwnMoment(earliest, gap);
  }

  #after(gap: number, now: number, isBackfill: boolean): number {
    return Math.max(0, this.#lastSent + gap * (isBackfill ? BACKFILL_LAG : 1) - now);
  }
}

/** What is left beside the reserve and what others take until the window ends. */
function leftAtEnd(now: number, { available, reserve, end = now, others }: QuotaState): number {
  return available - reserve - others * Math.max(0, end - now);
}

/**
 * Requests a millisecond that leave of windows that are over soon. Hardly more than a whole number of each is that number: of ten
 * consoles that send one and at times two of a second's twelve, all had a window used up three times as often.
 */
function steadyRate({ steady = 0, share, limit, reserve, flow, isEven }: QuotaState): number {
  const own = share * steady;
  const window = (limit - reserve) / steady + UNEVEN_ARRIVAL;
  const whole = Math.floor(own * window);
  const hardlyMore = whole === 1 && flow === undefined && !isEven ? HARDLY_MORE_THAN_ONE : HARDLY_MORE;
  return whole > 0 && own * window - whole < hardlyMore ? whole / window : own;
}

/**
 * Requests a millisecond for a bucket that holds so many. Everybody goes by what is in it, and so takes as much as
 * everybody else: with several it stands lower.
 */
function bucketRate({ available, reserve, limit, share }: QuotaState): number {
  const spendable = Math.max(0, available - reserve);
  const fullness = spendable / Math.max(1, limit - reserve);
  return ((share * spendable * fullness) / BUCKET_TIME) * SURGE ** Math.max(0, 2 * fullness - 1);
}
