import { formatCount, formatFixed } from '../../lib/format-number.ts';
import type { LlmTotals } from '../../stores/llm/llm-totals.ts';
import type { Theme } from '../theme.ts';
import { untrusted, trusted, type Line } from '../widgets/line.ts';

/** What stands for a number that the data does not hold. */
export const NOT_AVAILABLE = 'n/a';

/** Decimals so that about four digits are shown. */
function decimalsOf(value: number): number {
  const size = Math.abs(value);
  return size >= 100 || size === 0 ? 0 : size >= 1 ? 2 : 4;
}

/** An amount with about four digits, or that there is none. */
export function amountLine(value: number | undefined): Line {
  return value === undefined
    ? [trusted(NOT_AVAILABLE, 'dim')]
    : [trusted(formatCount(value, decimalsOf(value)))];
}

/** An amount of money: in hundredths, and what is less than one of them in smaller parts. */
export function moneyLine(value: number): Line {
  return [trusted(formatFixed(value, moneyDecimals([value])))];
}

/** Decimals by which amounts of money can be compared that stand under each other: enough for the smallest of them. */
export function moneyDecimals(amounts: readonly (number | undefined)[]): number {
  const smallest = amounts
    .map((amount) => Math.abs(amount ?? 0))
    .filter((amount) => amount > 0)
    .reduce((least, amount) => Math.min(least, amount), 1);
  return smallest >= 0.01 ? 2 : smallest >= 0.0001 ? 4 : 6;
}

/** An amount of money with its currency where the data names it, in as many decimals as the others when that is given. */
export function costLine(
  { cost, currency }: Pick<LlmTotals, 'cost' | 'currency'>,
  { ascii }: Theme,
  decimals?: number,
): Line {
  return cost === undefined
    ? amountLine(cost)
    : [
        ...(decimals === undefined ? moneyLine(cost) : [trusted(formatFixed(cost, decimals))]),
        ...(currency === undefined
          ? []
          : [trusted(' '), ...untrusted(currency, { profile: 'ident', ascii })]),
      ];
}
