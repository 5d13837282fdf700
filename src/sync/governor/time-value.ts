/**
 * A value of X-RateLimit-Reset or Retry-After, as far as its form alone tells ("Limits": the units are not shown): an
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

/** Words with a number in them would pass for dates otherwise. */
const DATE = /^([A-Z][a-z]+, .* GMT|\d{4}-\d\d-\d\dT.*)$/;

/** Reads a header value; undefined when it is absent, negative, not finite, or neither a number nor a date. */
export function parseTimeValue(text: string | undefined): TimeValue | undefined {
  const trimmed = text?.trim() ?? '';
  if (DATE.test(trimmed)) {
    const at = Date.parse(trimmed);
    return Number.isNaN(at) ? undefined : { kind: 'instant', at, form: 'date' };
  }
  const number = trimmed === '' ? Number.NaN : Number(trimmed);
  if (!Number.isFinite(number) || number < 0) {
    return undefined;
  }
  if (number >= EPOCH_MILLISECONDS_FROM) {
    return { kind: 'instant', at: number, form: 'epoch milliseconds' };
  }
  return number >= EPOCH_SECONDS_FROM
    ? { kind: 'instant', at: number * 1000, form: 'epoch seconds' }
    : { kind: 'amount', amount: number };
}
