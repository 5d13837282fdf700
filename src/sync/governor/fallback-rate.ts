/** Requests a second while the server has reported nothing: one every two seconds. */
const FIRST_RATE = 0.5;
const HIGHEST_RATE = 4;
const LOWEST_RATE = 1 / 60;

/** By so much it grows with every good answer as long as the server never refused: to twice as much in 28 requests. */
const GROWTH_AT_FIRST = 1.025;

/** Back to most of the rate that was refused, it grows by so many requests a second with every good answer. */
const GROWTH_NEAR_REFUSAL = 0.005;
const NEAR = 0.75;

/** The pace toward a server that does not report its limit: it grows slowly, and a 429 halves it. */
export class FallbackRate {
  #rate = FIRST_RATE;
  /** The rate that the server refused last. */
  #refused = Number.POSITIVE_INFINITY;

  /** Milliseconds from one request to the next. */
  get gap(): number {
    return 1000 / this.#rate;
  }

  /** Whether the server ever refused a rate. */
  get wasRefused(): boolean {
    return Number.isFinite(this.#refused);
  }

  noteSuccess(): void {
    const isNear = this.#rate >= this.#refused * NEAR;
    const grown = isNear ? this.#rate + GROWTH_NEAR_REFUSAL : this.#rate * GROWTH_AT_FIRST;
    this.#rate = Math.min(HIGHEST_RATE, grown);
  }

  noteRefusal(): void {
    this.#refused = this.#rate;
    this.#rate = Math.max(LOWEST_RATE, this.#rate / 2);
  }
}
