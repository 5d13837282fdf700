import type { Hold } from './rate-limit-backoff.ts';
import type { TimeHeader, TimeReading } from './time-header.ts';

/** What the answer that holds us back reported, and what is known of the window beside it. Steady times, milliseconds. */
export interface HoldFacts {
  readonly now: number;
  /** A 429, and not only a good answer after which nothing remains. */
  readonly isRefusal: boolean;
  /** By the answer, or by an earlier one where it does not say; undefined when none did. */
  readonly remaining: number | undefined;
  readonly retryAfter: TimeReading | undefined;
  readonly reset: TimeReading | undefined;
  /** When the window ends, or a bucket holds the next request, as far as is known. */
  readonly end: number | undefined;
}

/** With nothing to go by. */
const SHORTEST = 1000;

/**
 * How long to hold back. After a 429 as long as Retry-After says, or until the window ends when it says nothing and
 * nothing remains; after a good answer with which nothing remains, until the earlier of the two. While the unit is
 * undecided, the shorter reading.
 */
export function holdFrom({ now, isRefusal, remaining, retryAfter, reset, end }: HoldFacts): Hold {
  const asked = leftOf(retryAfter, now);
  const untilEnd = end !== undefined && end > now ? end - now : undefined;
  const isEmpty = remaining === undefined || remaining === 0;
  if (!isRefusal && untilEnd !== undefined) {
    return { known: Math.min(asked ?? untilEnd, untilEnd) };
  }
  if (asked !== undefined) {
    return { known: asked };
  }
  if (untilEnd !== undefined && isEmpty && retryAfter?.kind !== 'undecided') {
    return { known: untilEnd };
  }
  const shortest = retryAfter?.kind === 'undecided' ? retryAfter.shortest : undefined;
  const reading = isEmpty && reset?.kind === 'undecided' ? reset.shortest : undefined;
  return { atLeast: Math.max(SHORTEST, shortest ?? reading ?? SHORTEST) };
}

/** The difference between two readings of one time, from rounding to seconds and the network's delay. */
const ROUNDING = 2500;

/**
 * Decides the unit of Retry-After where only one of its readings is the end of the window, which the other header
 * says; gives the reading in that unit. It may mean another time, and then this says nothing.
 */
export function agreeWithReset(
  header: TimeHeader,
  reading: TimeReading | undefined,
  now: number,
  end: number,
): TimeReading | undefined {
  if (reading?.kind !== 'undecided') {
    return reading;
  }
  const left = end - now;
  const isSeconds = Math.abs(reading.shortest * 1000 - left) < ROUNDING;
  const isMilliseconds = Math.abs(reading.shortest - left) < ROUNDING;
  if (isSeconds === isMilliseconds) {
    return reading;
  }
  header.decide(isSeconds ? 'seconds' : 'milliseconds');
  return { kind: 'end', at: now + reading.shortest * (isSeconds ? 1000 : 1) };
}

/** Milliseconds that are left; undefined when none are, which no wait can be made of, or the reading is undecided. */
function leftOf(reading: TimeReading | undefined, now: number): number | undefined {
  if (reading === undefined || reading.kind === 'undecided') {
    return undefined;
  }
  const left = reading.kind === 'end' ? reading.at - now : reading.length;
  return left > 0 ? left : undefined;
}
