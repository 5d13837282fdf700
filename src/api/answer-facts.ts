import type { IncomingHttpHeaders } from 'node:http';

import { HEADERS } from '../contract/headers.ts';
import { ownValue } from '../lib/own-value.ts';

/** The rate-limit headers of a response, as they were sent: their units are not given ("Limits"). */
export interface RateLimitHeaders {
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  readonly reset: string | undefined;
  readonly retryAfter: string | undefined;
}

/** What an answer reported beside its body. */
export interface AnswerFacts {
  readonly status: number;
  readonly rateLimit: RateLimitHeaders;
  /** The Date header in milliseconds since the epoch; undefined when there was none. */
  readonly serverDate: number | undefined;
  /** Bytes of the body that were read, decompressed. */
  readonly bytes: number;
  /** From the start of the request to the end of the body. */
  readonly milliseconds: number;
}

/**
 * Reads the four rate-limit headers ("Limits"); what is absent or not a number where one is needed is undefined.
 * `redact` takes echoes of the key out of those that stay text.
 */
export function readRateLimit(
  headers: IncomingHttpHeaders,
  redact: (text: string) => string,
): RateLimitHeaders {
  const text = (name: string) => {
    const value = headerValue(headers, name);
    return value === undefined ? undefined : redact(value);
  };
  return {
    limit: numberOf(headerValue(headers, HEADERS.rateLimit)),
    remaining: numberOf(headerValue(headers, HEADERS.rateRemaining)),
    reset: text(HEADERS.rateReset),
    retryAfter: text(HEADERS.retryAfter),
  };
}

/** Reads the Date header; undefined when absent or not a date. */
export function readServerDate(headers: IncomingHttpHeaders): number | undefined {
  const date = Date.parse(headerValue(headers, 'Date') ?? '');
  return Number.isNaN(date) ? undefined : date;
}

/** The value of a header, the first of several; undefined when absent. */
export function headerValue(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = ownValue(headers, name.toLowerCase());
  return Array.isArray(value) ? value[0] : value;
}

/** A plain number of at most nine digits: nothing else is a quota of requests. */
function numberOf(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? '';
  return /^\d{1,9}(?:\.\d{1,9})?$/.test(trimmed) ? Number(trimmed) : undefined;
}
