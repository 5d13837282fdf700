import { parseTime } from '../../lib/format-time.ts';

/**
 * A value of X-RateLimit-Reset or Retry-After, as far as its form alone says ("Limits": the units are not shown): an
 * instant of the server's clock, or a small amount whose unit has to be found out.
 */
export type TimeValue =
  | {
      readonly kind: 'instant';
      /** Milliseconds since the epoch. */
      readonly at: number;
      readonly form: InstantForm;
    }
  | { readonly kind: 'amount'; readonly amount: number };

export type InstantForm = 'date' | 'epoch milliseconds' | 'epoch seconds';

const EPOCH_MILLISECONDS_FROM = 1e11;
const EPOCH_SECONDS_FROM = 1e9;
/** The longest number that can be meant: milliseconds since the epoch, for some centuries to come. */
const NUMBER = /^\d{1,13}(?:\.\d{1,9})?$/;

/** Words with a number in them would pass for dates otherwise. */
const DATE = /^([A-Z][a-z]+, .* GMT|\d{4}-\d\d-\d\d[Tt].*)$/;

/** Reads a header value; undefined when it is absent, or neither a plain number of a sensible size nor a date. */
export function parseTimeValue(text: string | undefined): TimeValue | undefined {
  const trimmed = text?.trim() ?? '';
  if (DATE.test(trimmed)) {
    const at = parseTime(trimmed) ?? (/^\d/.test(trimmed) ? Number.NaN : Date.parse(trimmed));
    return Number.isNaN(at) ? undefined : { kind: 'instant', at, form: 'date' };
  }
  if (!NUMBER.test(trimmed)) {
    return undefined;
  }
  const number = Number(trimmed);
  if (number >= EPOCH_MILLISECONDS_FROM) {
    return { kind: 'instant', at: number, form: 'epoch milliseconds' };
  }
  return number >= EPOCH_SECONDS_FROM
    ? { kind: 'instant', at: number * 1000, form: 'epoch seconds' }
    : { kind: 'amount', amount: number };
}
