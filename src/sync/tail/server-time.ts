import type { AnswerFacts } from '../../api/answer-facts.ts';
import type { Client } from '../../api/client.ts';
import { getHealth } from '../../api/health.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseTime } from '../../lib/format-time.ts';

/** How far our own clock may be wrong when the server tells no time at all, in milliseconds. */
const MARGIN_WITHOUT_SERVER_TIME = 60_000;

/** A server's clock that jumps by more than this is believed once it repeats itself. */
const LARGEST_STEP = 30_000;
const BELIEVED_AFTER = 3;

/**
 * The server's clock: by the Date header, else by the timestamp of /health, else our own less a wide margin. What it
 * tells is never later than the server's time as far as can be known, since everything before the watermark is not
 * looked for again.
 */
export class ServerTime {
  readonly #clock: Clock;
  /** Server time less our monotonic time, in milliseconds. */
  #offset: number | undefined;
  #jumps: number[] = [];
  #hasAskedHealth = false;
  #isOursBehind = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The server's time now, in milliseconds, or somewhat before it. */
  now(): number {
    return this.#offset === undefined
      ? this.#clock.now() - MARGIN_WITHOUT_SERVER_TIME
      : this.#notAfterOurs(this.#clock.monotonic() + this.#offset);
  }

  /**
   * When the server took a request, by the facts of its answer, in milliseconds: the answer was dated after it was
   * made, and may have been under way for long. A Date header that jumps away from the
   * ones before it is believed once it has been repeated; until then the earlier of the two counts.
   */
  take(facts: AnswerFacts): number {
    if (facts.serverDate === undefined) {
      return this.now() - facts.milliseconds;
    }
    const offset = facts.serverDate - this.#clock.monotonic();
    if (this.#offset === undefined || Math.abs(offset - this.#offset) <= LARGEST_STEP) {
      this.#believe(offset);
      return this.#notAfterOurs(facts.serverDate) - facts.milliseconds;
    }
    this.#jumps = [...this.#jumps, offset].filter((other) => Math.abs(other - offset) <= LARGEST_STEP);
    const expected = this.now();
    if (this.#jumps.length >= BELIEVED_AFTER) {
      this.#believe(offset);
    }
    return this.#notAfterOurs(Math.min(facts.serverDate, expected)) - facts.milliseconds;
  }

  /**
   * Asks /health for the time when answers carry no Date header, or one ahead of our clock, which it may confirm; once,
   * since it costs a request.
   */
  async learn(client: Client, { serverDate }: AnswerFacts, signal: AbortSignal): Promise<void> {
    const isAhead = serverDate !== undefined && serverDate > this.#clock.now() + LARGEST_STEP;
    const isNeeded = isAhead || (serverDate === undefined && this.#offset === undefined);
    if (!isNeeded || this.#hasAskedHealth) {
      return;
    }
    this.#hasAskedHealth = true;
    const { value } = await getHealth(client, signal, 'the time of the server');
    const told = parseTime(value.timestamp);
    if (told !== undefined && serverDate === undefined) {
      this.#believe(told - this.#clock.monotonic());
    } else if (told !== undefined && serverDate !== undefined) {
      this.#isOursBehind = Math.abs(told - serverDate) <= LARGEST_STEP;
    }
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
