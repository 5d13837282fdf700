import { smallest } from '../../lib/long-lists.ts';
import { isFault } from '../../lib/is-fault.ts';
import type { Wait } from '../../stores/connection/connection-store.ts';
import type { Tab } from '../../stores/base/tab.ts';
import { attentionOf, type Feed } from './feed.ts';
import { FeedState, HANGS_AFTER, NEVER, type View } from './feed-state.ts';
import type { Governor } from '../governor/governor.ts';
import {
  compareOfRank,
  isForLater,
  isLed,
  RANK,
  rankOf,
  readableFrom,
  type Candidate,
} from './read-order.ts';

export interface SchedulerOptions {
  readonly governor: Governor;
  readonly feeds: readonly Feed[];
  readonly activeTab: () => Tab;
  /** A number from 0 to 1, for spreading the waits after failures. */
  readonly random: () => number;
  readonly schedule: (milliseconds: number, run: () => void) => () => void;
  /** Called when what `waits` gives may have changed. */
  readonly onChange?: (() => void) | undefined;
  /** Called with a mistake in the program: what was being done, after "while", and what was thrown. */
  readonly onFault?: ((doing: string, error: unknown) => void) | undefined;
}

/** So many reads go on at once, not counting those that hang, nor those that nobody looks at where a person waits. */
const MOST_AT_ONCE = 4;

/** Of a read that takes many requests so many are not held back where a person waits for it: the others are paced. */
const MOST_HURRIED = 2;

/** With fewer requests a second, and few left, nothing else is begun beside what is live: it would take what that waits for. */
const SCARCE = 0.3;

/** So many requests of others leave at least between two reads that keep what is live from being too old for that. */
const TURNS_BETWEEN = 3;

/**
 * Milliseconds after which it is looked at again what is due, whatever else is known: where vigil itself failed at that, or nobody
 * noticed that something changed, reading must not stand still for longer.
 */
const LOOKED_AT_AFTER = 5000;

/**
 * Reads feeds again and again, as fast as the governor allows and never one twice at the same time. What a person asked
 * for comes first, then what is going on now until it was read whole and whenever it would soon be too old to be called
 * live, then what was never read, with what the pane shows before the rest and in turn with what is live, then what is past
 * its target (the earliest first), what has more to read at once, and last the one with the highest weight x age^2 / cost,
 * which gives the best mean freshness that a budget allows.
 *
 * Targets are deadlines as long as the budget suffices for all of them. When it does not, meeting some would break
 * others for no better reason than their order, so the last rule alone decides. And no feed is read before its target
 * for a focused pane has passed, however much of the quota there is.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #states: readonly FeedState[];
  #cancelTimer = () => {};
  #isRunning = false;
  #isPlanning = false;
  #isLookedAt = true;
  /** The read that was begun last has sent its first request once the governor has sent so many. */
  #begunThrough = 0;
  /** So many requests the governor had sent when the read of what is live ended last. */
  #liveThrough = 0;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#states = options.feeds.map((feed) => new FeedState(feed, options.random));
  }

  start(): void {
    this.#isRunning = true;
    this.replan();
  }

  stop(): void {
    this.#isRunning = false;
    this.#cancelTimer();
    for (const state of this.#states) {
      state.running?.abort(new Error('The console is closing.'));
    }
  }

  /** Reads what a pane shows as soon as possible, failures forgotten: a person asks for it. */
  refresh(tab: Tab): void {
    this.#ask(this.#states.filter(({ feed }) => attentionOf(feed, tab) !== 'hidden'));
  }

  /**
   * Reads what a pane is about as soon as possible where it is past its target: a person begins to look at it. What the pane has
   * nothing of is tried again at once.
   */
  show(tab: Tab): void {
    const now = this.#options.governor.now;
    const view = { tab, isLookedAt: this.#isLookedAt };
    for (const state of this.#states.filter((each) => each.isLacking(view))) {
      state.hasten(now);
    }
    this.#ask(
      this.#states.filter(
        (state) =>
          !state.isLacking(view) &&
          attentionOf(state.feed, tab) === 'focused' &&
          state.isReadable &&
          state.readableFrom(this.#view) <= now,
      ),
    );
  }

  /** Reads one feed as soon as possible, a read that is under way given up. */
  refreshFeed(name: string): void {
    const asked = this.#states.filter(({ feed }) => feed.name === name);
    for (const state of asked) {
      state.running?.abort(new Error('It is read anew with other parameters.'));
      state.running = undefined;
    }
    this.#ask(asked);
  }

  /** Gives up the reads that are under way and begins them anew, as the governor allows. */
  restart(): void {
    for (const state of this.#states) {
      state.running?.abort(new Error('The machine slept.'));
      state.running = undefined;
    }
    this.replan();
  }

  /** Whether anybody looks at the terminal; everything is read more seldom when nobody does. */
  setLookedAt(isLookedAt: boolean): void {
    this.#isLookedAt = isLookedAt;
    this.replan();
  }

  /** What single feeds wait for after a failure, in words. */
  waits(toWall: (time: number) => number): readonly Wait[] {
    return this.#states.map((state) => state.wait(toWall, this.#view)).filter((wait) => wait !== undefined);
  }

  /** Requests a second that can be kept up beyond what meets all targets; none while nobody looks at the terminal. */
  get unused(): number {
    const { governor } = this.#options;
    return this.#isLookedAt && !governor.isHeld ? Math.max(0, governor.rate - this.#demand(this.#view)) : 0;
  }

  /** Looks again at what is due, since something changed. */
  replan(): void {
    if (this.#isPlanning) {
      return;
    }
    this.#isPlanning = true;
    try {
      while (this.#beginOne());
    } catch (error) {
      const { onFault, schedule } = this.#options;
      onFault?.('deciding what is read next', error);
      this.#cancelTimer = schedule(LOOKED_AT_AFTER, () => this.replan());
    } finally {
      this.#isPlanning = false;
    }
  }

  get #view(): View {
    return { tab: this.#options.activeTab(), isLookedAt: this.#isLookedAt };
  }

  #ask(states: readonly FeedState[]): void {
    let requests = 0;
    for (const state of states) {
      state.ask();
      requests += state.cost;
    }
    this.#options.governor.hurry(requests);
    this.replan();
  }

  /** Begins the most urgent read if one may begin now, and otherwise sees to it that it is looked at again. */
  #beginOne(): boolean {
    this.#cancelTimer();
    if (!this.#isRunning) {
      return false;
    }
    const { governor, schedule } = this.#options;
    const now = governor.now;
    const view = this.#view;
    const lacking = this.#states.filter((state) => state.isLacking(view));
    const awaited = lacking.filter((state) => state.isSoon(now, view));
    const states = this.#states.filter((state) => awaited.length === 0 || !isForLater(state, view));
    const candidate = this.#mostUrgent(states, now, view);
    if (candidate !== undefined && candidate.rank !== RANK.asked && this.#isLedNow(now)) {
      this.#cancelTimer = schedule(HANGS_AFTER, () => this.replan());
      return false;
    }
    const dueFrom = readableFrom(lacking, view);
    const ends = (dueFrom <= now ? awaited : this.#states)
      .map(({ hangsFrom }) => hangsFrom)
      .filter((at) => at > now);
    // A person waits before an empty place: where plenty remains, only the pauses after failures hold it back.
    if (candidate !== undefined && dueFrom <= now && ends.length < MOST_AT_ONCE) {
      governor.hurry(governor.waitingFeeds + Math.min(candidate.state.cost, MOST_HURRIED));
    } else if (governor.isAskingAgain && lacking.some(({ running }) => running !== undefined)) {
      governor.hurry(governor.waitingFeeds);
    }
    const wait =
      ends.length < MOST_AT_ONCE
        ? this.#wait(candidate, now, readableFrom(states, view))
        : smallest(ends) - now;
    if (wait <= 0 && candidate !== undefined) {
      void this.#read(candidate.state);
      return true;
    }
    const times = [now + wait, dueFrom, ...awaited.map(({ hangsFrom }) => hangsFrom)];
    const next = smallest([now + LOOKED_AT_AFTER, ...times.filter((at) => at > now)]);
    this.#cancelTimer = schedule(Math.ceil(next - now), () => this.replan());
    return false;
  }

  /**
   * Milliseconds until the next read may begin that is not due before `from`; Infinity while that depends on something else. `now`
   * is when the candidate was chosen: time goes on meanwhile, and what became due after that would be read by nobody.
   */
  #wait(candidate: Candidate | undefined, now: number, from: number): number {
    const { governor } = this.#options;
    if (governor.sentFeeds < this.#begunThrough) {
      return Number.POSITIVE_INFINITY;
    }
    if (governor.waitingFeeds > 0) {
      // Pages of a read that is under way go on in turn with what is more urgent than a spare moment.
      const mayQueue = candidate !== undefined && candidate.rank <= RANK.late && !governor.isHeld;
      return mayQueue ? 0 : Number.POSITIVE_INFINITY;
    }
    return Math.max(governor.wait('feed'), from - now);
  }

  #mostUrgent(states: readonly FeedState[], now: number, view: View): Candidate | undefined {
    const isEnough = this.#demand(view) <= this.#options.governor.rate;
    const [first] = states
      .filter((state) => state.isReadable && state.readableFrom(view) <= now)
      .map((state) => ({
        state,
        rank: this.#isLiveTurn(state, now) ? RANK.live : rankOf(state, now, view, isEnough),
      }))
      .sort(
        (left, right) =>
          left.rank - right.rank || compareOfRank(left.rank, left.state, right.state, now, view),
      );
    return first;
  }

  /** Requests a second that it takes to meet all targets. */
  #demand(view: View): number {
    return this.#states.reduce((sum, state) => sum + (1000 * state.cost) / state.target(view), 0);
  }

  /**
   * Whether what is live goes before all that nobody asked for: until it was read whole once, where it would soon be too old to be
   * called live and others had their turns, and before what was never read where another feed has sent a request since.
   */
  #isLiveTurn(state: FeedState, now: number): boolean {
    const { feed, freshAt, isAsked } = state;
    const sentSince = this.#options.governor.sentFeeds - this.#liveThrough;
    const isTurn = feed.isLive === true && sentSince > 0;
    const isSomeBlank = () => this.#states.some((other) => other.freshAt === NEVER);
    return (
      !isAsked &&
      (isLed(feed) ||
        (state.isLiveDue(now) && sentSince >= TURNS_BETWEEN) ||
        (isTurn && freshAt !== NEVER && isSomeBlank()))
    );
  }

  /** Whether what is live is read for the first time, and the few requests that there are go into that. */
  #isLedNow(now: number): boolean {
    const { governor } = this.#options;
    const hangs = (state: FeedState) => governor.waitingFeeds === 0 && now - state.begunAt >= HANGS_AFTER;
    return (
      governor.rate < SCARCE &&
      !governor.isAmple &&
      this.#states.some((state) => state.running !== undefined && isLed(state.feed) && !hangs(state))
    );
  }

  async #read(state: FeedState): Promise<void> {
    const { governor } = this.#options;
    const controller = new AbortController();
    state.running = controller;
    state.isAsked = false;
    this.#begunThrough = governor.sentFeeds + governor.waitingFeeds + 1;
    const begunAt = governor.now;
    state.begunAt = begunAt;
    try {
      const result = await state.feed.read(controller.signal);
      if (state.running === controller) {
        state.noteRead(begunAt, result ?? {});
        this.#notifyChange();
      }
    } catch (error) {
      if (!controller.signal.aborted) {
        const { onFault } = this.#options;
        if (isFault(error)) {
          onFault?.(`reading ${state.feed.name}`, error);
        }
        state.noteFailed(error, governor.now, this.#view, () => governor.takeRetry());
        this.#guard(`showing why ${state.feed.name} cannot be read`, () => state.feed.fail(error));
        this.#notifyChange();
      }
    } finally {
      if (state.running === controller) {
        state.running = undefined;
      }
      if (state.feed.isLive === true) {
        this.#liveThrough = governor.sentFeeds;
      }
      // A read that was given up before it sent anything is no longer waited for.
      this.#begunThrough = Math.min(this.#begunThrough, governor.sentFeeds + governor.waitingFeeds);
      this.replan();
    }
  }

  #notifyChange(): void {
    this.#guard('showing what is waited for', () => this.#options.onChange?.());
  }

  /** Does something that reading does not depend on. */
  #guard(doing: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#options.onFault?.(doing, error);
    }
  }
}
