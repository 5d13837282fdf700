import type { AnswerFacts } from '../../api/answer-facts.ts';
import type { Client } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { getHealth } from '../../api/health.ts';
import type { Clock } from '../../lib/clock.ts';
import { ClockFalls } from './clock-falls.ts';
import { largest } from '../../lib/long-lists.ts';
import { parseTime } from '../../lib/format-time.ts';

/** How far our own clock may be wrong when the server reports no time at all, in milliseconds. */
const MARGIN_WITHOUT_SERVER_TIME = 60_000;

/** A server's clock that jumps by more than this is trusted once it repeats itself. */
const LARGEST_STEP = 30_000;
const BELIEVED_AFTER = 3;

/** A Date header is cut to whole seconds. */
const ROUGHNESS = 2000;

/**
 * How often /health is asked where nothing else says the time: a clock that was put back is known as soon. Where it says
 * no time, or never did, that may change. It is asked again soon when it did not answer: after twice as long each time.
 */
const ASK_EVERY = 5000;
const ASK_WHILE_UNKNOWN_EVERY = 60_000;
const ASK_AGAIN = 1000;

/** What a timestamp of /health that is cut to whole seconds lacks at most. */
const CUT = 1000;

/**
 * The server's clock, the earliest where its answers disagree: by the Date header, else by the timestamp of /health,
 * else our own less a wide margin. What it says is never later than the server's time as far as can be known, since
 * everything before the watermark is not looked for again. `ServerClock` of the governor is another one: it finds the moment
 * at which the server's clock shows a time, as near as many answers say, and follows a clock that was set at once.
 */
export class ServerTime {
  readonly #clock: Clock;
  /** Server time less our monotonic time, in milliseconds. */
  #offset: number | undefined;
  #jumps: number[] = [];
  readonly #falls = new ClockFalls();
  /** When to ask /health, on our clock that never jumps. */
  #askAt = Number.NEGATIVE_INFINITY;
  #askAgain = ASK_AGAIN;
  #isAsking = false;
  /** Whether the last answer that give the time was dated, and when any was last, on our clock that never jumps. */
  #isDated = true;
  #datedAt = Number.NEGATIVE_INFINITY;
  #isOursBehind = false;
  #tolerance = 0;
  /** The least that the offset can be, by the events that were seen; infinite where the first page had none. */
  #leastOffset: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The server's time now, in milliseconds, or somewhat before it. */
  now(): number {
    const steadily = this.#clock.monotonic();
    const estimated =
      Math.min(this.#clock.now(), steadily + (this.#leastOffset ?? Infinity)) - MARGIN_WITHOUT_SERVER_TIME;
    return this.#earliest(this.#offset === undefined ? estimated : steadily + this.#offset);
  }

  /**
   * Takes note of times of events, in milliseconds. Where nothing says the time, ours may be hours ahead of that of the
   * server, which is no earlier than what has happened there.
   */
  see(times: readonly number[]): void {
    const past = times.filter((time) => time <= this.#clock.now());
    const offset = largest(past, Number.NEGATIVE_INFINITY) - this.#clock.monotonic();
    // What comes into an empty feed can be late by any time: what was read went further already.
    if (this.#leastOffset === undefined) {
      // A page of nothing but the future says nothing.
      this.#leastOffset = past.length > 0 ? offset : times.length > 0 ? undefined : Number.POSITIVE_INFINITY;
    } else if (Number.isFinite(this.#leastOffset)) {
      this.#leastOffset = Math.max(this.#leastOffset, offset);
    }
  }

  /** Whether it fell not long ago, so that what was dated by it then may lie in the future. */
  get hasFallen(): boolean {
    return Number.isFinite(this.#falls.lowest);
  }

  /** Whether it comes from clocks that contradict each other. */
  get isContradictory(): boolean {
    return this.#falls.isContradictory(this.#clock.monotonic());
  }

  /** Whether the server reported its time; otherwise it is reckoned by our clock. */
  get isKnown(): boolean {
    return this.#offset !== undefined;
  }

  /** How far what the last answer reported may be wrong, in milliseconds. */
  get tolerance(): number {
    return this.#tolerance;
  }

  /** Takes note of an answer that has just come in: where the time that it says falls, that is known from then on. */
  note(facts: AnswerFacts): void {
    this.#tolerance = ROUGHNESS + facts.milliseconds;
    this.#isDated = facts.serverDate !== undefined;
    this.noteOther(facts);
  }

  /** The same of an answer to another request than those that give the time. */
  noteOther({ serverDate, milliseconds }: AnswerFacts): void {
    if (serverDate !== undefined) {
      const now = this.#clock.monotonic();
      this.#datedAt = now;
      this.#falls.note(now, serverDate - now, ROUGHNESS + milliseconds);
    }
  }

  /**
   * When the server took a request, by the facts of its answer, in milliseconds: the answer was dated after it was
   * made, and may have been under way for long. A Date header that jumps away from the
   * ones before it is trusted once it has been repeated; until then the earlier of the two counts.
   */
  take(facts: AnswerFacts): number {
    if (facts.serverDate === undefined) {
      return this.now() - facts.milliseconds;
    }
    const offset = facts.serverDate - this.#clock.monotonic();
    if (this.#offset === undefined || Math.abs(offset - this.#offset) <= LARGEST_STEP) {
      this.#believe(offset);
      return this.#earliest(facts.serverDate) - facts.milliseconds;
    }
    this.#jumps = [...this.#jumps, offset].filter((other) => Math.abs(other - offset) <= LARGEST_STEP);
    const expected = this.now();
    if (this.#jumps.length >= BELIEVED_AFTER) {
      this.#believe(offset);
    }
    return this.#earliest(Math.min(facts.serverDate, expected)) - facts.milliseconds;
  }

  /** Asks /health for the time where answers carry no Date header, and it was not reported for a while. Throws as `learn` does. */
  async keep(client: Client, signal: AbortSignal): Promise<void> {
    if (!this.#isDated) {
      await this.learn(client, { serverDate: undefined }, signal);
    }
  }

  /**
   * Asks /health for the time: now and then where answers carry no Date header; once where one is ahead of our clock,
   * which /health may confirm. When it cannot be asked, that is tried again later. Throws when the signal aborts.
   */
  async learn(
    client: Client,
    { serverDate }: Pick<AnswerFacts, 'serverDate'>,
    signal: AbortSignal,
  ): Promise<void> {
    const now = this.#clock.monotonic();
    const isWanted =
      serverDate === undefined
        ? now - this.#datedAt >= ASK_EVERY
        : serverDate > this.#clock.now() + LARGEST_STEP;
    if (!isWanted || this.#isAsking || now < this.#askAt) {
      return;
    }
    this.#askAt = now + this.#askAgain;
    this.#askAgain = Math.min(2 * this.#askAgain, this.isKnown ? ASK_EVERY : ASK_WHILE_UNKNOWN_EVERY);
    this.#isAsking = true;
    let health: Awaited<ReturnType<typeof getHealth>>;
    try {
      health = await getHealth(client, signal, 'the time of the server');
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError)) {
        throw error;
      }
      return;
    } finally {
      this.#isAsking = false;
    }
    const reported = parseTime(health.value.timestamp);
    this.#askAgain = ASK_AGAIN;
    if (serverDate !== undefined) {
      this.#askAt = Number.POSITIVE_INFINITY;
      this.#isOursBehind =
        reported === undefined ? this.#isOursBehind : Math.abs(reported - serverDate) <= LARGEST_STEP;
    } else {
      this.#askAt = now + (reported === undefined ? ASK_WHILE_UNKNOWN_EVERY : ASK_EVERY);
      if (reported !== undefined) {
        this.#takeReported(reported, health.facts.milliseconds);
      }
    }
  }

  /** Takes what /health reported in an answer that took so many milliseconds. */
  #takeReported(reported: number, milliseconds: number): void {
    const at = this.#clock.monotonic();
    const least = reported - at;
    this.#falls.note(at, least, ROUGHNESS + milliseconds);
    const before = this.#offset ?? least;
    // What was under way for long is no clock that went back.
    const isAsBefore = before > least && before - least <= ROUGHNESS + milliseconds;
    this.#believe(isAsBefore ? Math.min(before, least + CUT + milliseconds) : least);
    // Nothing else says the time, and our clock may be the one that is wrong.
    this.#isOursBehind = true;
  }

  #earliest(time: number): number {
    return this.#notAfterOurs(Math.min(time, this.#clock.monotonic() + this.#falls.lowest));
  }

  /**
   * A Date that is ahead of our clock may be wrong, and what it is ahead by would not be looked at any more. Unless the
   * server confirms that it is we who are behind, our clock counts.
   */
  #notAfterOurs(time: number): number {
    return this.#isOursBehind ? time : Math.min(time, this.#clock.now());
  }

  #believe(offset: number): void {
    this.#offset = offset;
    this.#jumps = [];
  }
}
