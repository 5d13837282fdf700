/** An answer that comes so much later than the quickest one had other bytes before it, in milliseconds. */
const TOLERANCE = 100;
/** So few bytes take no time on the slowest link: how late their answer is, is the length of the way, at most so many ms. */
const FEW_BYTES = 128;
const LONGEST_WAY = 2000;
/** Slower than that is a slow terminal, in bytes a millisecond; it is sent no smaller parts of a frame than so many bytes. */
const SLOW_RATE = 2.4;
const LEAST_PART = 1000;
/** Fewer bytes, or a shorter time, say nothing of the rate: a busy machine, or what is kept on the way, changes it by as much. */
const TELLING_BYTES = 512;
const TELLING_TIME = 1000;
/** The first answer tells it by less: what is sent next goes by it, and its answer says more. */
const FIRST_TELLING_TIME = 400;
/** What a terminal is sent before the answer, in bytes, until it is known how much it takes at once. */
const FIRST_WINDOW = 4096;

/** An answer: behind how many bytes in all, how many of them in the last frame, and after how many milliseconds. */
export interface Answer {
  readonly bytes: number;
  readonly ofLastFrame: number;
  readonly trip: number;
}

/** How quickly a terminal shows what it is sent, as its answers tell. */
export class LinkSpeed {
  #trip = 0;
  #quickest: number | undefined;
  #window = FIRST_WINDOW;
  /** The last answer that says something of the rate. */
  #telling: Answer | undefined;
  #isTold = false;

  /** Milliseconds from the last question to its answer. */
  get trip(): number {
    return this.#trip;
  }

  /** Whether any answer has said by now that it is a slow one, or that it is not. */
  get isTold(): boolean {
    return this.#isTold;
  }

  /** Bytes that may be on their way at once. */
  get window(): number {
    return this.#window;
  }

  /** A longer way to the answer than that, in milliseconds, is due to the bytes before it. */
  get longest(): number {
    return this.#way + TOLERANCE;
  }

  /** Bytes that it takes in a millisecond; undefined where it is not known to be slow. */
  get rate(): number | undefined {
    if (this.#telling === undefined || this.#telling.trip <= this.longest) {
      return undefined;
    }
    const rate = this.#telling.bytes / (this.#telling.trip - this.#way);
    return rate > SLOW_RATE ? undefined : rate;
  }

  /** Bytes that it shows in so many milliseconds; undefined where it is not known to be slow. */
  bytesIn(milliseconds: number): number | undefined {
    const { rate } = this;
    return rate === undefined ? undefined : Math.max(LEAST_PART, rate * (milliseconds - this.#way));
  }

  hear(answer: Answer): void {
    const { bytes, ofLastFrame, trip } = answer;
    this.#trip = trip;
    if (ofLastFrame <= FEW_BYTES) {
      this.#quickest = Math.min(this.#quickest ?? LONGEST_WAY, trip);
    }
    this.#window = trip <= this.longest ? Math.max(this.#window, 2 * bytes) : (bytes * TOLERANCE) / trip;
    const tellingTime = this.#isTold ? TELLING_TIME : FIRST_TELLING_TIME;
    if (bytes >= TELLING_BYTES || (bytes > FEW_BYTES && trip >= tellingTime)) {
      this.#telling = answer;
    }
    this.#isTold ||= this.#telling !== undefined || trip <= this.longest;
  }

  forget(): void {
    this.#trip = 0;
    this.#quickest = undefined;
    this.#window = FIRST_WINDOW;
    this.#telling = undefined;
  }

  get #way(): number {
    return this.#quickest ?? 0;
  }
}
