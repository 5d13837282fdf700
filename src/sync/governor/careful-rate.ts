/** Requests a second while the server has told nothing: one every two seconds. */
const FIRST_RATE = 0.5;
const HIGHEST_RATE = 2;
const LOWEST_RATE = 1 / 60;
/** Faster by so much with every good answer: a tenth of a request a second in about forty seconds at first. */
const GROWTH = 0.005;

/** The pace toward a server that does not tell its limit: it grows slowly, and a 429 halves it. */
export class CarefulRate {
  #rate = FIRST_RATE;

  /** Milliseconds from one request to the next. */
  get gap(): number {
    return 1000 / this.#rate;
  }

  noteSuccess(): void {
    this.#rate = Math.min(HIGHEST_RATE, this.#rate + GROWTH);
  }

  noteRefusal(): void {
    this.#rate = Math.max(LOWEST_RATE, this.#rate / 2);
  }
}
