/**
 * The clock of the server, from the Date headers of its answers. A Date is cut to whole seconds and was written between
 * the sending of the request and the arrival of its answer; many of them narrow down what the server's clock shows.
 */
export class ServerClock {
  /** Bounds of the server's clock minus our steady time. */
  #least = Number.NEGATIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;

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

  /** What it shows at a steady time, or somewhat before that; undefined while no Date was seen. */
  at(steady: number): number | undefined {
    return Number.isFinite(this.#least) ? steady + this.#least : undefined;
  }

  /**
   * The steady time at which the server's clock shows `at`, rather too late than too early; undefined while no Date was
   * seen.
   */
  steadyTimeOf(at: number): number | undefined {
    return Number.isFinite(this.#least) ? at - this.#least : undefined;
  }
}
