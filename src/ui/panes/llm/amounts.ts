import { formatCount } from '../../../lib/format-number.ts';
import type { LlmTotals } from '../../../stores/llm/llm-totals.ts';
import type { Theme } from '../../theme.ts';
import { foreign, own, type Line } from '../../widgets/line.ts';

/** What stands for a number that the data does not hold. */
export const NOT_AVAILABLE = 'n/a';

/** Decimals so that about four digits tell. */
function decimalsOf(value: number): number {
  const size = Math.abs(value);
  return size >= 100 || size === 0 ? 0 : size >= 1 ? 2 : 4;
}

/** An amount with about four digits, or that there is none. */
export function amountLine(value: number | undefined): Line {
  return value === undefined ? [own(NOT_AVAILABLE, 'dim')] : [own(formatCount(value, decimalsOf(value)))];
}

/** An amount of money, in hundredths at the least. */
export function moneyLine(value: number): Line {
  return [own(formatCount(value, Math.max(2, decimalsOf(value))))];
}

/** An amount of money with its currency where the data tells it. */
export function costLine({ cost, currency }: Pick<LlmTotals, 'cost' | 'currency'>, { ascii }: Theme): Line {
  return cost === undefined
    ? amountLine(cost)
    : [
        ...moneyLine(cost),
        ...(currency === undefined ? [] : [own(' '), ...foreign(currency, { profile: 'ident', ascii })]),
      ];
}
