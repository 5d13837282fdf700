import { reserveOf } from './reserve.ts';

/** What the answer to a request reported of the quota. Steady times. */
export interface QuotaReport {
  readonly number: number;
  readonly sentAt: number;
  readonly readAt: number;
  readonly limit: number;
  readonly remaining: number;
}

/** The part that is left of what can be spent of a window. */
export function leftOf({ limit, remaining }: QuotaReport): number {
  return Math.max(0, remaining - reserveOf(limit)) / Math.max(1, limit - reserveOf(limit));
}
