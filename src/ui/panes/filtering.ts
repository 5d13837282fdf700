import { formatCount } from '../../lib/format-number.ts';
import type { FilterProgress } from '../../stores/visible-events.ts';
import { own, type Line } from '../widgets/line.ts';

/** How far a filter has come through a long list, while it is not done. */
export function filteringLine(filtering: FilterProgress | undefined): Line {
  return filtering === undefined
    ? []
    : [own(`filtering, ${formatCount(filtering.looked)} of ${formatCount(filtering.of)} looked at`, 'warn')];
}
