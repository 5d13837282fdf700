import { findSelected } from '../base/cursor.ts';
import { visibleRows, type VisibleRows } from '../base/visible-rows.ts';
import type { OverviewSlice } from './overview-slice.ts';
import { overviewGrid } from './overview-grid.ts';
import { selectStops, type OverviewBlock, type Stop } from './overview-stops.ts';

/** A part of the overview that can be gone to, and where it stands. */
export interface PlacedBlock {
  readonly stops: readonly Stop[];
  readonly band: number;
  readonly column: number;
  readonly place: number;
  readonly name: OverviewBlock;
}

/** The parts of the overview that can be gone to, in the order in which they are read. */
export function selectPlacedBlocks(stores: OverviewSlice, now: number): readonly PlacedBlock[] {
  return overviewGrid(stores.view.getState())
    .flatMap((columns, band) =>
      columns.flatMap((names, column) =>
        names.map((name, place) => ({ name, band, column, place, stops: stopsOf(stores, name, now) })),
      ),
    )
    .filter(({ stops }) => stops.length > 0);
}

/** None of a part in which they cannot be had, because of a fault in vigil. */
function stopsOf(stores: OverviewSlice, name: OverviewBlock, now: number): readonly Stop[] {
  return stores.faults.guard(
    `finding the places of the overview (${name})`,
    () => selectStops(stores, name, now),
    () => [],
  );
}

/** The places of the overview where the cursor can stand, as a list. */
export function selectOverviewRows(stores: OverviewSlice, now: number): VisibleRows {
  const stops = selectPlacedBlocks(stores, now).flatMap((block) => block.stops);
  return visibleRows(stops);
}

/** The place under the cursor, or the neighbour that took it; undefined when there is no cursor. */
export function selectOverviewCursor(stores: OverviewSlice, now: number): string | undefined {
  const rows = selectOverviewRows(stores, now);
  const index = findSelected(stores, 'overview', rows);
  return index === undefined ? undefined : rows.idAt(index);
}
