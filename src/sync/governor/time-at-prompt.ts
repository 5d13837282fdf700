import type { QuotaState } from './quota-state.ts';

/**
 * Milliseconds after which the last of so many requests may leave for which a person waits at a prompt, as `waitAtPrompt`
 * lets each of them; undefined where it is not known when enough come back.
 */
export function timeAtPrompt(
  now: number,
  { available, reserve, limit, end, isEndKnown, length, others, refill }: QuotaState,
  requests: number,
): number | undefined {
  const beyond = requests - Math.max(0, Math.floor(available - reserve));
  if (beyond <= 0) {
    return 0;
  }
  if (refill !== undefined) {
    return refill > 0 ? beyond / refill : undefined;
  }
  if (end === undefined || !isEndKnown) {
    return undefined;
  }
  const inOne = Math.floor(limit - reserve - others * (length ?? 0));
  const more = inOne < 1 ? Number.POSITIVE_INFINITY : Math.ceil(beyond / inOne) - 1;
  const whole = more === 0 ? 0 : length === undefined ? undefined : more * length;
  return whole === undefined || !Number.isFinite(whole) ? undefined : Math.max(0, end - now) + whole;
}
