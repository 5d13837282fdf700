/** Requests a second while the server has told nothing: one every two seconds. */
const FIRST_RATE = 0.5;
const HIGHEST_RATE = 4;
const LOWEST_RATE = 1 / 60;

/** By so much it grows with every good answer as long as the server never refused: to twice as much in 28 requests. */
const GROWTH_AT_FIRST = 1.025;

/** Requests a second by which it grows with every good answer once the server did. */
const GROWTH_AFTER_REFUSAL = 0.005;

/** The pace toward a server that does not tell its limit: it grows slowly, and a 429 halves it. */
export class CarefulRate {
  #rate = FIRST_RATE;
  #wasRefused = false;

  /** Milliseconds from one request to the next. */
  get gap(): number {
    return 1000 / this.#rate;
  }

  noteSuccess(): void {
    const grown = this.#wasRefused ? this.#rate + GROWTH_AFTER_REFUSAL : this.#rate * GROWTH_AT_FIRST;
    this.#rate = Math.min(HIGHEST_RATE, grown);
  }

  noteRefusal(): void {
    this.#wasRefused = true;
    this.#rate = Math.max(LOWEST_RATE, this.#rate / 2);
  }
}
