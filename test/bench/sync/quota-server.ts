import { DEFAULT_CHOICES, type Choices } from '../../../src/server/base/choices.ts';
import { rateHeaders } from '../../../src/server/base/rate-headers.ts';
import { HEADERS } from '../../../src/contract/headers.ts';
import type { RateLimitHeaders } from '../../../src/api/answer-facts.ts';

/**
 * How a quota works: windows of a fixed length, a window that ends now at any time, or a bucket that refills
 * continuously.
 */
export interface QuotaShape {
  readonly kind: 'windows' | 'sliding' | 'bucket';
  readonly limit: number;
  /** Of a window; of a bucket, until it is full again from nothing. Milliseconds. */
  readonly length: number;
  /** Requests of others of the organization, a millisecond. */
  readonly others: number;
}

/** The units of the two headers; the reset may be missing. */
export type Units = Pick<Choices, 'retry-after' | 'retry-after-when-free'> & {
  readonly 'rate-reset': Choices['rate-reset'] | 'none';
};

/** A quota as a server keeps it, with others who take from it at random times. */
export class QuotaServer {
  readonly #shape: QuotaShape;
  readonly #units: Units;
  readonly #random: () => number;
  #remaining: number;
  /** The number of the present window, or when the bucket was last filled up to. */
  #window: number;
  #filledAt: number;
  #othersNext: number;
  /** When the requests were let through that count in a sliding window. */
  #recent: number[] = [];
  /** Requests of ours that were refused. */
  refused = 0;
  /** Requests of ours that were let through. */
  taken = 0;

  constructor(shape: QuotaShape, units: Units, random: () => number, start: number) {
    this.#shape = shape;
    this.#units = units;
    this.#random = random;
    const { kind, limit, length } = shape;
    this.#window = Math.floor(start / length);
    // Of a window that has begun, the part that is left is left of its requests, so that the rate is the same throughout.
    this.#remaining = kind === 'windows' ? Math.floor(limit * (1 - (start % length) / length)) : limit;
    this.#filledAt = start;
    this.#othersNext = start + this.#pause();
  }

  /** One request of ours at that time of the server's clock. */
  request(now: number): { readonly status: number; readonly rateLimit: RateLimitHeaders } {
    while (this.#othersNext <= now) {
      this.#take(this.#othersNext);
      this.#othersNext += this.#pause();
    }
    const isTaken = this.#take(now);
    this.taken += isTaken ? 1 : 0;
    this.refused += isTaken ? 0 : 1;
    return { status: isTaken ? 200 : 429, rateLimit: this.#headers(now) };
  }

  #take(now: number): boolean {
    const { kind, limit, length } = this.#shape;
    if (kind === 'windows') {
      const window = Math.floor(now / length);
      this.#remaining = window === this.#window ? this.#remaining : limit;
      this.#window = window;
    } else if (kind === 'sliding') {
      this.#recent = this.#recent.filter((at) => at > now - length);
      this.#remaining = limit - this.#recent.length;
    } else {
      this.#remaining = Math.min(limit, this.#remaining + ((now - this.#filledAt) * limit) / length);
      this.#filledAt = now;
    }
    const isTaken = this.#remaining >= 1;
    this.#remaining -= isTaken ? 1 : 0;
    if (isTaken && kind === 'sliding') {
      this.#recent.push(now);
    }
    return isTaken;
  }

  #headers(now: number): RateLimitHeaders {
    const { kind, limit, length } = this.#shape;
    const remaining = Math.floor(this.#remaining);
    const resetAt = {
      windows: (Math.floor(now / length) + 1) * length,
      sliding: (this.#recent[0] ?? now) + length,
      bucket: now + ((limit - this.#remaining) * length) / limit,
    }[kind];
    const { 'rate-reset': unit, ...others } = this.#units;
    const choices = { ...DEFAULT_CHOICES, ...others, ...(unit === 'none' ? {} : { 'rate-reset': unit }) };
    const headers = rateHeaders(
      { limit, remaining, resetAt: Math.round(resetAt) },
      Math.round(now),
      length / 1000,
      choices,
    );
    return {
      limit,
      remaining,
      reset: unit === 'none' ? undefined : headers[HEADERS.rateReset],
      retryAfter: headers[HEADERS.retryAfter],
    };
  }

  /** Until the next request of others, as they come independently of each other. */
  #pause(): number {
    const { others } = this.#shape;
    return others === 0 ? Number.POSITIVE_INFINITY : -Math.log(1 - this.#random()) / others;
  }
}
