import { reserveOf } from './reserve.ts';

/** What the answer to a request told of the quota. Steady times. */
export interface Told {
  readonly number: number;
  readonly sentAt: number;
  readonly readAt: number;
  readonly limit: number;
  readonly remaining: number;
}

/** The part that is left of what can be spent of a window. */
export function leftOf({ limit, remaining }: Told): number {
  return Math.max(0, remaining - reserveOf(limit)) / Math.max(1, limit - reserveOf(limit));
}
