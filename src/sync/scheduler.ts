import type { Clock } from '../lib/clock.ts';
import type { Tab } from '../stores/view-store.ts';
import type { Budget } from './budget.ts';
import { targetOf, type Feed } from './feed.ts';

interface FeedState {
  readonly feed: Feed;
  /** When the last read began; long ago for one that was never read. */
  readAt: number;
  failures: number;
  /** The share of the longest wait that was drawn for the next try after a failure, from 0 to 1. */
  spread: number;
  running: AbortController | undefined;
}

export interface SchedulerOptions {
  readonly clock: Clock;
  readonly budget: Budget;
  readonly feeds: readonly Feed[];
  readonly activeTab: () => Tab;
  /** A number from 0 to 1, for spreading the waits after failures. */
  readonly random: () => number;
  /** Whether an error ends all reading until a person asks for it again, such as a refused key. */
  readonly isFinal: (error: unknown) => boolean;
  /** Whether an error ends the reading of that one resource until a person asks again. */
  readonly isFinalForFeed: (error: unknown) => boolean;
}

/** So many reads may hang before the others wait for them. */
const MOST_AT_ONCE = 4;
const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 30_000;
const NEVER = Number.NEGATIVE_INFINITY;

/**
 * Reads feeds again when they are due, the most overdue one first, as fast as the budget allows and never twice at the
 * same time. Failures are tried again after a growing, spread-out wait.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #states: readonly FeedState[];
  #cancelTimer = () => {};
  #running = false;
  #halted = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#states = options.feeds.map((feed) => ({
      feed,
      readAt: NEVER,
      failures: 0,
      spread: 1,
      running: undefined,
    }));
  }

  start(): void {
    this.#running = true;
    this.#plan();
  }

  stop(): void {
    this.#running = false;
    this.#cancelTimer();
    for (const state of this.#states) {
      state.running?.abort(new Error('The console is closing.'));
    }
  }

  /** Reads what a pane shows as soon as the budget allows, failures forgotten. */
  refresh(tab: Tab): void {
    this.#halted = false;
    for (const state of this.#states) {
      const { focusedIn, visibleIn } = state.feed;
      if (focusedIn.includes(tab) || visibleIn.includes(tab)) {
        state.readAt = NEVER;
        state.failures = 0;
      }
    }
    this.#plan();
  }

  /** Reads one feed as soon as the budget allows, a read that is under way given up. */
  refreshFeed(name: string): void {
    for (const state of this.#states.filter(({ feed }) => feed.name === name)) {
      state.running?.abort(new Error('It is read anew with other parameters.'));
      state.running = undefined;
      state.readAt = NEVER;
      state.failures = 0;
    }
    this.#plan();
  }

  /** Looks again at what is due, since another pane is shown or the budget changed. */
  replan(): void {
    this.#plan();
  }

  #plan(): void {
    this.#cancelTimer();
    if (!this.#running || this.#halted) {
      return;
    }
    const { clock, budget } = this.#options;
    const now = clock.now();
    const free = MOST_AT_ONCE - this.#states.filter(({ running }) => running !== undefined).length;
    const [next] = this.#states
      .filter(({ running }) => running === undefined)
      .map((state) => ({ state, dueAt: this.#dueAt(state) }))
      .sort(
        (left, right) =>
          compareTimes(left.dueAt, right.dueAt) || this.#rank(left.state) - this.#rank(right.state),
      );
    if (free <= 0 || next === undefined) {
      return;
    }
    const wait = Math.max(budget.wait('feed'), next.dueAt === NEVER ? 0 : next.dueAt - now);
    if (wait <= 0) {
      void this.#read(next.state);
      this.#plan();
    } else if (Number.isFinite(wait)) {
      this.#cancelTimer = clock.schedule(wait, () => this.#plan());
    }
  }

  /** What the active pane is about goes before what it only shows, and that before what it does not. */
  #rank({ feed }: FeedState): number {
    const tab = this.#options.activeTab();
    if (feed.focusedIn.includes(tab)) {
      return 0;
    }
    return feed.visibleIn.includes(tab) ? 1 : 2;
  }

  #dueAt({ feed, readAt, failures, spread }: FeedState): number {
    if (readAt === NEVER && failures === 0) {
      return NEVER;
    }
    if (failures === Number.POSITIVE_INFINITY) {
      return Number.POSITIVE_INFINITY;
    }
    const target = targetOf(feed, this.#options.activeTab()) * 1000;
    if (failures === 0) {
      return readAt + target;
    }
    const longest = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** failures);
    return readAt + Math.max(FIRST_BACKOFF, longest * spread);
  }

  async #read(state: FeedState): Promise<void> {
    const controller = new AbortController();
    state.running = controller;
    state.readAt = this.#options.clock.now();
    try {
      await state.feed.read(controller.signal);
      if (state.running === controller) {
        state.failures = 0;
      }
    } catch (error) {
      if (!controller.signal.aborted) {
        state.feed.fail(error);
        state.failures = this.#options.isFinalForFeed(error) ? Number.POSITIVE_INFINITY : state.failures + 1;
        // Drawn once: drawn at every look, the shortest of many draws would count.
        state.spread = this.#options.random();
        this.#halted ||= this.#options.isFinal(error);
      }
    } finally {
      if (state.running === controller) {
        state.running = undefined;
      }
      this.#plan();
    }
  }
}

/** Compares two times that may be infinite. */
function compareTimes(left: number, right: number): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
