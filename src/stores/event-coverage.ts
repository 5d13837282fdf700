import { OUTCOMES } from '../contract/values.ts';
import type { CoveredPart, EventsFilter, EventsState } from './events-store.ts';
import type { EventsView } from './view-store.ts';

/** The filters to ask a server for so that everything is among the answers that passes those of the feed. */
export function serverFiltersOf({ outcomes, type, ecosystem }: EventsView): readonly EventsFilter[] {
  const common: EventsFilter = {
    ...(type === undefined ? {} : { type }),
    ...(ecosystem === undefined ? {} : { ecosystem }),
  };
  return outcomes.length === OUTCOMES.length ? [common] : outcomes.map((outcome) => ({ ...common, outcome }));
}

/** From when on every event that passes the filters is here, in milliseconds; undefined before anything was read. */
export function coveredFrom(
  state: Pick<EventsState, 'coveredSince' | 'coverage' | 'droppedThrough'>,
  filters: readonly EventsFilter[],
): number | undefined {
  const { coveredSince, coverage, droppedThrough } = state;
  if (coveredSince === undefined) {
    return undefined;
  }
  const kept = droppedThrough === undefined ? 0 : droppedThrough + 1;
  return Math.max(kept, ...filters.map((filter) => coveredFromFor(coveredSince, coverage, filter)));
}

function coveredFromFor(
  coveredSince: number,
  coverage: readonly CoveredPart[],
  filter: EventsFilter,
): number {
  return coverage
    .filter((part) => isWithin(filter, part.filter))
    .reduce((earliest, { since }) => Math.min(earliest, since), coveredSince);
}

/** Whether all that passes the narrow filter passes the wide one. */
function isWithin(narrow: EventsFilter, wide: EventsFilter): boolean {
  return Object.entries(wide).every(([name, value]) => narrow[name as keyof EventsFilter] === value);
}
