import { formatFixed, formatShare } from '../../../lib/format-number.ts';
import { asUntrusted } from '../../../lib/untrusted.ts';
import type { Spent, TodaysSpending } from '../../../stores/llm/llm-budget.ts';
import type { Theme } from '../../theme.ts';
import { barLine } from '../../widgets/charts/bar.ts';
import { fitParts, leftOut, part, shorter, type Part } from '../../widgets/fitted-parts.ts';
import { identifier, trusted, type Line } from '../../widgets/line.ts';
import { separator } from '../freshness.ts';

const BAR_COLUMNS = 10;
const MODEL_COLUMNS = 24;
const CENTS = 2;

/** From so much of a budget on it is pointed out. */
const NEARLY = 0.8;

/** What was spent today of each budget, the nearest to its end first. */
export function budgetLine({ spent, isWhole }: TodaysSpending, columns: number, theme: Theme): Line {
  const ordered = spent.toSorted((left, right) => shareOf(right) - shareOf(left));
  const parts = ordered.map((each, place) => spentPart(each, isWhole, place, theme));
  return [trusted(' today ', 'dim'), ...fitParts(parts, columns - 8, { separator: separator(theme) })];
}

function shareOf({ cost, budget }: Spent): number {
  return cost / budget;
}

function spentPart(spent: Spent, isWhole: boolean, place: number, theme: Theme): Part {
  const { model, cost, budget } = spent;
  const share = shareOf(spent);
  const style = share > 1 ? 'bad' : share >= NEARLY ? 'warn' : 'plain';
  const name: Line =
    model === undefined
      ? [trusted('all models', 'bold')]
      : identifier(asUntrusted(model), MODEL_COLUMNS, { style: 'bold', ascii: theme.ascii });
  const least = isWhole ? '' : 'at least ';
  const figures: Line = [
    ...name,
    trusted(` ${least}${formatFixed(cost, CENTS)}`, style),
    trusted(` of ${formatFixed(budget, CENTS)}`, 'dim'),
    ...(share > 1 ? [trusted(` over by ${formatFixed(cost - budget, CENTS)}`, 'bad')] : []),
  ];
  const whole: Line = [
    ...figures,
    trusted(' '),
    ...barLine(Math.min(1, share), {
      columns: BAR_COLUMNS,
      theme,
      style: style === 'plain' ? 'key' : style,
      hasTrack: true,
    }),
    trusted(` ${formatShare(cost, budget)}`, style),
  ];
  // The one that is nearest to its end stays whatever room there is.
  const rank = 20 - place;
  return place === 0
    ? part(whole, shorter(30, figures))
    : part(whole, shorter(rank + 20, figures), leftOut(rank));
}
