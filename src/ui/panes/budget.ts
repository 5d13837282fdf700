import { formatCount } from '../../lib/format-number.ts';
import { formatCountdown } from '../../lib/format-time.ts';
import type { ConnectionState } from '../../stores/connection/connection-store.ts';
import type { Theme } from '../theme.ts';

/** The budget in words, the roomiest first: `42/60 · resets 0:18 · others ≈9/min`. Empty when no limit is known. */
export function budgetForms({ budget }: ConnectionState, now: number, theme: Theme): readonly string[] {
  if (budget === undefined) {
    return [];
  }
  const { limit, remaining, resetsAt, refillPerMinute, othersPerMinute = 0, consoles } = budget;
  if (resetsAt !== undefined && resetsAt <= now) {
    // What remained belonged to the window that is over.
    const renewed = `new window of ${formatCount(limit)}`;
    return [renewed, renewed, `?/${formatCount(limit)}`];
  }
  const amount = `${formatCount(remaining)}/${formatCount(limit)}`;
  const renewal =
    refillPerMinute !== undefined
      ? `refills ${formatCount(refillPerMinute)}/min`
      : resetsAt === undefined
        ? undefined
        : `resets ${formatCountdown(resetsAt - now)}`;
  const others =
    othersPerMinute > 0 ? `others ${theme.glyph('about')}${formatCount(othersPerMinute)}/min` : undefined;
  const form = (...parts: readonly (string | undefined)[]) =>
    parts.filter((text) => text !== undefined).join(` ${theme.glyph('separator')} `);
  return [form(amount, renewal, sharedWords(consoles) ?? others), form(amount, renewal), amount];
}

/** By how many consoles of this user the budget is shared; undefined while this one is alone. */
export function sharedWords(consoles: number | undefined): string | undefined {
  return consoles === undefined ? undefined : `shared by ${formatCount(consoles)} consoles`;
}
