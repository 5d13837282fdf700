import type { Clock } from '../../lib/clock.ts';
import { formatCount } from '../../lib/format-number.ts';
import type { FilterProgress } from '../../stores/base/filter-progress.ts';
import { trusted, type Line } from '../widgets/line.ts';

/** A filter that is done sooner, in milliseconds, is done before anybody could read how far it has come. */
const READABLE_AFTER = 250;

/** What a summary says of a filtered list. */
export interface FilteredCount {
  /** Rows that are shown. */
  readonly shown: number;
  /** What they stand for, where that is more. */
  readonly events?: number;
  /** Undefined when there is nothing to say. */
  readonly filtering: FilterProgress | undefined;
}

/** How far a filter has come through a long list, while it is not done. */
export function filteringLine(filtering: FilterProgress | undefined): Line {
  return filtering === undefined
    ? []
    : [
        trusted(
          `filtering, ${formatCount(filtering.looked)} of ${formatCount(filtering.of)} looked at`,
          'warn',
        ),
      ];
}

/**
 * Repeats what a filter's line said last until the filter is done, or has taken so long that somebody waits for it: numbers
 * that change with every slice would be written with every key that is typed.
 */
export function createSettledCount(clock: Clock): (current: FilteredCount) => FilteredCount {
  let shown: FilteredCount | undefined;
  let since: number | undefined;
  return (current) => {
    if (current.filtering === undefined) {
      since = undefined;
    } else {
      since ??= clock.monotonic();
      if (shown !== undefined && clock.monotonic() - since < READABLE_AFTER) {
        return shown;
      }
    }
    shown = current;
    return shown;
  };
}
