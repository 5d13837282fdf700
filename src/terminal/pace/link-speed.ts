/** An answer that comes so much later than the quickest one had other bytes before it, in milliseconds. */
const TOLERANCE = 100;
/** So few bytes take no time on the slowest link: how late their answer is, is the length of the way, at most so many ms. */
const FEW_BYTES = 128;
const LONGEST_WAY = 2000;
/** Slower than that is a slow terminal, in bytes a millisecond. */
const SLOW_RATE = 2.4;
/**
 * It is sent parts of a frame that take so many milliseconds, behind which a key waits; or so many times as long as the way,
 * for which nothing comes between two of them; and no smaller ones than so many bytes.
 */
const PART_TIME = 1000;
const TIMES_THE_WAY = 4;
const LEAST_PART = 250;
/** Fewer bytes, or a shorter time, say nothing of the rate: a busy machine, or what is kept on the way, changes it by as much. */
const MEASURABLE_BYTES = 512;
const MEASURABLE_TIME = 1000;
/** Less is enough for the first answer: what is sent next goes by it, and its answer says more. */
const FIRST_MEASURABLE_TIME = 400;
/** What a terminal is sent before the answer, in bytes, until it is known how much it takes at once. */
const FIRST_WINDOW = 4096;

/** An answer: behind how many bytes in all, how many of them in the last frame, and after how many milliseconds. */
export interface Answer {
  readonly bytes: number;
  readonly ofLastFrame: number;
  readonly trip: number;
}

/** How quickly a terminal shows what it is sent, as its answers show. */
export class LinkSpeed {
  #trip = 0;
  #quickest: number | undefined;
  #window = FIRST_WINDOW;
  /** The last answer that says something of the rate. */
  #measured: Answer | undefined;
  #isKnown = false;
  #timesPart = 1;

  /** Milliseconds from the last question to its answer. */
  get trip(): number {
    return this.#trip;
  }

  /** Whether any answer has said by now that it is a slow one, or that it is not. */
  get isKnown(): boolean {
    return this.#isKnown;
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
    if (this.#measured === undefined || this.#measured.trip <= this.longest) {
      return undefined;
    }
    const rate = this.#measured.bytes / (this.#measured.trip - this.#way);
    return rate > SLOW_RATE ? undefined : rate;
  }

  /** Bytes that it shows in so many milliseconds; undefined where it is not known to be slow. */
  bytesIn(milliseconds: number): number | undefined {
    const { rate } = this;
    return rate === undefined ? undefined : Math.max(0, rate * (milliseconds - this.#way));
  }

  /** Bytes of the part of a frame that it is sent at once; undefined where it is not known to be slow. */
  get part(): number | undefined {
    const { rate } = this;
    return rate === undefined
      ? undefined
      : this.#timesPart * Math.max(LEAST_PART, rate * Math.max(PART_TIME, TIMES_THE_WAY * this.#way));
  }

  hear(answer: Answer): void {
    const { bytes, ofLastFrame, trip } = answer;
    this.#trip = trip;
    if (ofLastFrame <= FEW_BYTES) {
      this.#quickest = Math.min(this.#quickest ?? LONGEST_WAY, trip);
    }
    this.#window = trip <= this.longest ? Math.max(this.#window, 2 * bytes) : (bytes * TOLERANCE) / trip;
    // One that may have become quicker is sent larger ones, until an answer shows its rate anew.
    const { rate } = this;
    if (rate !== undefined && bytes > FEW_BYTES) {
      this.#timesPart = trip - this.#way < bytes / rate / 2 ? 2 * this.#timesPart : 1;
    }
    const measurableTime = this.#isKnown ? MEASURABLE_TIME : FIRST_MEASURABLE_TIME;
    if (bytes >= MEASURABLE_BYTES || (bytes > FEW_BYTES && trip >= measurableTime)) {
      this.#measured = answer;
    }
    this.#isKnown ||= this.#measured !== undefined || trip <= this.longest;
  }

  forget(): void {
    this.#trip = 0;
    this.#quickest = undefined;
    this.#window = FIRST_WINDOW;
    this.#measured = undefined;
    this.#timesPart = 1;
  }

  get #way(): number {
    return this.#quickest ?? 0;
  }
}
