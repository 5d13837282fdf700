import { calendarQuerySchema, eventsQuerySchema } from '../../contract/queries.ts';
import { parseTime } from '../../lib/format-time.ts';
import { parseSpan } from '../../lib/time-span.ts';
import { UsageError } from '../../host/usage-error.ts';

/** A time as a flag names it, in milliseconds: a moment since the epoch, or so long before now. */
export type TimeArgument = { readonly at: number } | { readonly ago: number };

const FORMS =
  'must be a time such as 2026-01-31T09:30:00Z (with its zone), a date such as 2026-01-31 (midnight UTC), now, or so long ago: 30s, 15m, 2h, 3d, 1w.';

/**
 * Reads the value of a flag: an ISO 8601 time with its zone, a date (midnight UTC), `now`, or `15m`, `2h`, `3d`, `1w`
 * for so long ago. Throws a UsageError that names these forms and the flag.
 */
export function parseTimeArgument(flag: string, text: string): TimeArgument {
  if (text === 'now') {
    return { ago: 0 };
  }
  const ago = parseSpan(text);
  if (ago !== undefined) {
    return { ago };
  }
  if (
    calendarQuerySchema.shape.since.safeParse(text).success ||
    eventsQuerySchema.shape.since.safeParse(text).success
  ) {
    return { at: parseTime(text) ?? Number.NaN };
  }
  throw new UsageError(`${flag} ${FORMS}`);
}

/** The moment that is meant, in milliseconds since the epoch, when it is `now`. */
export function momentOf(argument: TimeArgument, now: number): number {
  return 'at' in argument ? argument.at : now - argument.ago;
}
