/**
 * What the rate-limit headers of a response say, in milliseconds from now. The specification does not give the units of
 * X-RateLimit-Reset and Retry-After, so they are told apart by their size ("Limits").
 */

const EPOCH_MILLISECONDS_FROM = 1e11;
const EPOCH_SECONDS_FROM = 1e9;

/**
 * Milliseconds until the time that a header value stands for; undefined when it says nothing. At or above 1e11 it is
 * an epoch in milliseconds, from 1e9 on one in seconds, below that a number of seconds from now; a date is a date.
 * Epochs are compared with the server's own clock, `serverNow`.
 */
export function millisecondsUntil(value: string | undefined, serverNow: number): number | undefined {
  const text = value?.trim() ?? '';
  if (text === '') {
    return undefined;
  }
  const number = Number(text);
  if (Number.isNaN(number)) {
    const date = Date.parse(text);
    return Number.isNaN(date) ? undefined : Math.max(0, date - serverNow);
  }
  if (!Number.isFinite(number) || number < 0) {
    return undefined;
  }
  if (number >= EPOCH_MILLISECONDS_FROM) {
    return Math.max(0, number - serverNow);
  }
  return number >= EPOCH_SECONDS_FROM ? Math.max(0, number * 1000 - serverNow) : number * 1000;
}
