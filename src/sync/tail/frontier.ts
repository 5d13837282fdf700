import type { Clock } from '../../lib/clock.ts';
import type { ServerTime } from './server-time.ts';

/**
 * How far the newest events were read: the server time of the first request of the last complete read of the newest window, and
 * whether the server's clock went back since. Times are milliseconds.
 */
export class Frontier {
  readonly #clock: Clock;
  readonly #serverTime: ServerTime;
  #at: number | undefined;
  /** When that was on our own clock that never jumps. */
  #steadily = 0;
  /** The server time at which reading began, which stands for the frontier while there is none. */
  #beganAt: number | undefined;

  constructor(clock: Clock, serverTime: ServerTime) {
    this.#clock = clock;
    this.#serverTime = serverTime;
  }

  /** Undefined before the newest window was read whole. */
  get at(): number | undefined {
    return this.#at;
  }

  /** Reading begins now. */
  begin(): void {
    this.#beganAt = this.#serverTime.now();
    this.#steadily = this.#clock.monotonic();
  }

  /** The newest window was read whole as of a server time, and of a time of our own clock; gives where the frontier is then. */
  reach(at: number, steadily: number): number {
    // Where nothing gave the time, what was read since may show that it was earlier.
    const reached = Math.min(at, this.#serverTime.now());
    if (this.#at === undefined || reached > this.#at) {
      this.#at = reached;
      this.#steadily = steadily;
    }
    return this.#at;
  }

  /**
   * What the server's clock showed, as it goes now, when the newest window was read whole last; undefined where it did not
   * go back since.
   */
  wentBackTo(): number | undefined {
    const before = this.#at ?? this.#beganAt;
    const then = this.#serverTime.now() - (this.#clock.monotonic() - this.#steadily);
    return before === undefined || then + this.#serverTime.tolerance >= before ? undefined : then;
  }

  /** Counts from there by the server's clock as it goes now. */
  fallTo(time: number): void {
    if (this.#at === undefined) {
      this.#beganAt = time;
    } else {
      this.#at = time;
    }
  }
}
