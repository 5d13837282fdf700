import type { IncomingHttpHeaders } from 'node:http';

import { HEADERS } from '../contract/headers.ts';

/** The rate-limit headers of a response, as they were sent: their units are not given ("Limits"). */
export interface RateLimitHeaders {
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  readonly reset: string | undefined;
  readonly retryAfter: string | undefined;
}

/** What an answer told beside its body. */
export interface AnswerFacts {
  readonly status: number;
  readonly rateLimit: RateLimitHeaders;
  /** The Date header in milliseconds since the epoch; undefined when there was none. */
  readonly serverDate: number | undefined;
  /** Bytes of the body, decompressed. */
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Reads the four rate-limit headers ("Limits"); what is absent or not a number where one is needed is undefined. */
export function readRateLimit(headers: IncomingHttpHeaders): RateLimitHeaders {
  return {
    limit: numberOf(valueOf(headers, HEADERS.rateLimit)),
    remaining: numberOf(valueOf(headers, HEADERS.rateRemaining)),
    reset: valueOf(headers, HEADERS.rateReset),
    retryAfter: valueOf(headers, HEADERS.retryAfter),
  };
}

/** Reads the Date header; undefined when absent or not a date. */
export function readServerDate(headers: IncomingHttpHeaders): number | undefined {
  const date = Date.parse(valueOf(headers, 'Date') ?? '');
  return Number.isNaN(date) ? undefined : date;
}

function valueOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}

function numberOf(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
