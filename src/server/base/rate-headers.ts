import { HEADERS } from '../../contract/headers.ts';
import type { Choices } from './choices.ts';
import type { RateStanding } from './rate-limit.ts';

/**
 * The four rate-limit headers of the specification ("Limits"), in the units that the choices say. All four are on every
 * response.
 */
export function rateHeaders(
  standing: RateStanding,
  now: number,
  windowSeconds: number,
  choices: Choices,
): Record<string, string> {
  const free = standing.remaining > 0 && choices['retry-after-when-free'] === 'zero';
  return {
    [HEADERS.rateLimit]: String(standing.limit),
    [HEADERS.rateRemaining]: String(standing.remaining),
    [HEADERS.rateReset]: writeReset(standing.resetAt, now, windowSeconds, choices['rate-reset']),
    [HEADERS.retryAfter]: writeRetry(free ? now : standing.resetAt, now, choices['retry-after']),
  };
}

function writeReset(at: number, now: number, windowSeconds: number, unit: Choices['rate-reset']): string {
  switch (unit) {
    case 'epoch-seconds':
      return wholeSeconds(at);
    case 'epoch-milliseconds':
      return String(at);
    case 'delta-seconds':
      return wholeSeconds(at - now);
    case 'delta-milliseconds':
      return String(at - now);
    case 'window-seconds':
      return String(windowSeconds);
    case 'http-date':
      return httpDate(at);
  }
}

function writeRetry(at: number, now: number, unit: Choices['retry-after']): string {
  switch (unit) {
    case 'seconds':
      return wholeSeconds(at - now);
    case 'milliseconds':
      return String(at - now);
    case 'epoch-seconds':
      return wholeSeconds(at);
    case 'epoch-milliseconds':
      return String(at);
    case 'http-date':
      return httpDate(at);
  }
}

/** Rounded up: who waits that long is not early. */
function wholeSeconds(milliseconds: number): string {
  return String(Math.ceil(milliseconds / 1000));
}

function httpDate(at: number): string {
  return new Date(Math.ceil(at / 1000) * 1000).toUTCString();
}
