import type { Wait } from '../../stores/connection/connection-store.ts';
import { FRESH_FOR } from '../../stores/base/fresh-for.ts';
import { isAborted, isDefinite, isForbidden, isKeyRefused, isRateLimited } from '../retry/failure.ts';
import { attentionOf, type Attention, type Feed, type ReadResult } from './feed.ts';
import { Backoff } from '../retry/backoff.ts';
import type { Tab } from '../../stores/base/tab.ts';

/** Never read so far. */
export const NEVER = Number.NEGATIVE_INFINITY;

/** After so many reads that found nothing new a feed is read half as often. */
const QUIET_AFTER = 5;
const QUIET_FACTOR = 2;
/** Data on a terminal that nobody looks at is read so much more seldom. */
const AWAY_FACTOR = 4;
/**
 * The least wait, in milliseconds, after a refusal that asking again soon does not change, and of what nobody looks at
 * without a retry left.
 */
const LONG_WAIT = 30_000;
/** A read that takes so many milliseconds hangs. */
export const HANGS_AFTER = 3000;
/** What is tried again within so many milliseconds is there soon: what failed more often in a row is waited for no longer. */
const SOON = 500;
/**
 * What every screen calls live is read so often, in milliseconds, that the word stands where the limit allows that: with the wait for
 * its turn and its answer before it is withdrawn.
 */
const KEPT_LIVE = FRESH_FOR - 3500;
/** How much more the freshness of what is looked at counts. */
const EMPHASIS: Readonly<Record<Attention, number>> = { focused: 4, visible: 2, hidden: 1 };

/** Where a person's eyes are. */
export interface View {
  readonly tab: Tab;
  readonly isLookedAt: boolean;
}

/** One feed and how fresh it is. Times are steady, in milliseconds. */
export class FeedState {
  readonly feed: Feed;
  readonly #backoff: Backoff;
  /** When the read began that the present data is from. */
  freshAt = NEVER;
  /** A person asked for it. */
  isAsked = false;
  /** The last read left more to read. */
  hasMore = false;
  running: AbortController | undefined;
  /** When the last read began. */
  begunAt = NEVER;
  #unchanged = 0;
  /** Not before then, after a failure; and while nobody looks at it, not before the other one either. */
  #retryAt = NEVER;
  #unseenRetryAt = NEVER;
  /** How far it had come when it failed last. */
  #failedAt: number | undefined;
  #problem: string | undefined;
  #isForbidden = false;
  /** Whether asking again soon does not change how it failed last. */
  #isRefused = false;

  constructor(feed: Feed, random: () => number) {
    this.feed = feed;
    this.#backoff = new Backoff(random);
  }

  /** Whether it may be read at all, now or later. */
  get isReadable(): boolean {
    return this.running === undefined && !this.#isForbidden;
  }

  /** When the read that is under way hangs: from then on no other one waits for its end. */
  get hangsFrom(): number {
    return this.running === undefined ? NEVER : this.begunAt + HANGS_AFTER;
  }

  /** Whether a person looks at a place that has nothing of it yet. */
  isLacking({ tab }: View): boolean {
    return this.freshAt === NEVER && attentionOf(this.feed, tab) !== 'hidden';
  }

  /** Whether it is being read, or will be soon. */
  isSoon(now: number, view: View): boolean {
    return this.isReadable ? this.readableFrom(view) <= now + SOON : this.hangsFrom > now;
  }

  get cost(): number {
    return Math.max(1, this.feed.cost?.() ?? 1);
  }

  /** Milliseconds after which it should be read again. */
  target({ tab, isLookedAt }: View): number {
    return this.feed.targets[attentionOf(this.feed, tab)] * this.#slowness(isLookedAt);
  }

  /** Whether what is called live would soon be too old for that. */
  isLiveDue(now: number): boolean {
    return this.freshAt !== NEVER && now >= this.freshAt + this.#keptFor;
  }

  /** The time from which reading it again is sensible at all, however much of the quota there is. */
  readableFrom(view: View): number {
    if (this.isAsked) {
      return NEVER;
    }
    const soonest = this.hasMore
      ? NEVER
      : this.freshAt + Math.min(this.feed.targets.focused * this.#slowness(view.isLookedAt), this.#keptFor);
    return Math.max(this.#triedFrom(view), soonest);
  }

  /** Which of two feeds profits more from being read now: weight x age^2 / cost. */
  gain(now: number, view: View): number {
    const age = this.freshAt === NEVER ? now : now - this.freshAt;
    return (this.feed.weight * this.emphasis(view) * age * age) / this.cost;
  }

  /** How much more its freshness counts for being looked at. */
  emphasis({ tab }: View): number {
    return EMPHASIS[attentionOf(this.feed, tab)];
  }

  /** Forgets what kept it from being read, since a person asks for it. */
  ask(): void {
    this.isAsked = true;
    this.#isForbidden = false;
    this.#forgetFailures();
  }

  /** Lets it be tried again from now on, where that may change anything: a person looks at its empty place. */
  hasten(now: number): void {
    if (!this.#isRefused) {
      this.#retryAt = Math.min(this.#retryAt, now);
    }
  }

  noteRead(begunAt: number, { more, changed }: ReadResult): void {
    this.freshAt = begunAt;
    this.hasMore = more === true;
    this.#unchanged = changed === false ? this.#unchanged + 1 : 0;
    this.#forgetFailures();
  }

  /**
   * Takes note that a read failed. What holds everything back is not its own failure: it is read as soon as that is
   * over. What nobody looks at takes a retry where there is one, and waits long otherwise.
   */
  noteFailed(error: unknown, now: number, view: View, takeRetry: () => boolean): void {
    if (isRateLimited(error) || isKeyRefused(error) || isAborted(error)) {
      return;
    }
    this.#problem = error instanceof Error ? error.message : String(error);
    this.#isForbidden = isForbidden(error);
    this.#isRefused = isDefinite(error);
    if (this.#isRefused) {
      this.#retryAt = now + Math.max(LONG_WAIT, this.target(view));
      return;
    }
    const progress = this.feed.progress?.();
    if (progress !== this.#failedAt) {
      // A read of many pages has got further since, so that these are no failures in a row.
      this.#backoff.reset();
    }
    this.#failedAt = progress;
    this.#retryAt = now + this.#backoff.next(this.freshAt === NEVER);
    const mayRetry = attentionOf(this.feed, view.tab) !== 'hidden' || takeRetry();
    this.#unseenRetryAt = mayRetry ? NEVER : now + LONG_WAIT;
  }

  /** What it waits for after a failure, in words; undefined when it did not fail. */
  wait(toWall: (time: number) => number, view: View): Wait | undefined {
    if (this.#problem === undefined) {
      return undefined;
    }
    const what = this.feed.name;
    return this.#isForbidden
      ? { what, reason: this.#problem, until: undefined, next: 'it is read again once you refresh' }
      : { what, reason: this.#problem, until: toWall(this.#triedFrom(view)), next: 'then it is read again' };
  }

  #triedFrom({ tab }: View): number {
    const isHidden = attentionOf(this.feed, tab) === 'hidden';
    return isHidden ? Math.max(this.#retryAt, this.#unseenRetryAt) : this.#retryAt;
  }

  #forgetFailures(): void {
    this.#retryAt = NEVER;
    this.#unseenRetryAt = NEVER;
    this.#failedAt = undefined;
    this.#problem = undefined;
    this.#isRefused = false;
    this.#backoff.reset();
  }

  /** Milliseconds after which what is called live is read again, however quiet it is and whoever looks. */
  get #keptFor(): number {
    return this.feed.isLive === true ? KEPT_LIVE : Number.POSITIVE_INFINITY;
  }

  #slowness(isLookedAt: boolean): number {
    return 1000 * (this.#unchanged >= QUIET_AFTER ? QUIET_FACTOR : 1) * (isLookedAt ? 1 : AWAY_FACTOR);
  }
}
