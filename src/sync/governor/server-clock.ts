/** While the time is needed and not known, it is asked for so often, in milliseconds. */
const ASK_EVERY = 60_000;

/**
 * The clock of the server, from the Date headers of its answers, or the timestamp of /health where it sends none. Either
 * is cut to whole seconds at worst and was written between the sending of the request and the arrival of its answer; many
 * of them narrow down what the server's clock shows. `ServerTime` of the tail is another one, since it errs the other way: a
 * clock that contradicts itself is trusted here at once, as it dates the end of the window, and there at its earliest.
 */
export class ServerClock {
  /** Bounds of the server's clock minus our steady time. */
  #least = Number.NEGATIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;
  #isMissed = false;
  #askAt = Number.NEGATIVE_INFINITY;

  /** The steady time from which /health is to be asked for the time; undefined while that is not needed. */
  get askAt(): number | undefined {
    return this.#isMissed && !Number.isFinite(this.#least) ? this.#askAt : undefined;
  }

  /** Takes note that /health is asked for the time. */
  noteAsked(now: number): void {
    this.#askAt = now + ASK_EVERY;
  }

  /** Takes note of a Date, in milliseconds since the epoch, that was written between two steady times. */
  note(date: number, from: number, to: number): void {
    const least = date - to;
    const most = date + 1000 - from;
    if (least > this.#most || most < this.#least) {
      // One of the two clocks was set.
      this.#least = least;
      this.#most = most;
      return;
    }
    this.#least = Math.max(this.#least, least);
    this.#most = Math.min(this.#most, most);
  }

  /** What it shows at a steady time, or somewhat before that; undefined while nothing gave the time. */
  at(steady: number): number | undefined {
    return Number.isFinite(this.#least) ? steady + this.#least : undefined;
  }

  /**
   * The steady time at which the server's clock shows `at`, rather too late than too early; undefined while nothing
   * gave the time.
   */
  steadyTimeOf(at: number): number | undefined {
    this.#isMissed = true;
    return Number.isFinite(this.#least) ? at - this.#least : undefined;
  }
}
