import { calendarQuerySchema, eventsQuerySchema } from '../../contract/queries.ts';
import { parseTime } from '../../lib/format-time.ts';
import { ownValue } from '../../lib/own-value.ts';
import { UsageError } from '../../host/usage-error.ts';

/** A time as a flag names it, in milliseconds: a moment since the epoch, or so long before now. */
export type TimeArgument = { readonly at: number } | { readonly ago: number };

const MILLISECONDS_BY_UNIT: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

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
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  const milliseconds = ownValue(MILLISECONDS_BY_UNIT, unit);
  if (milliseconds !== undefined) {
    return { ago: Number(count) * milliseconds };
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
