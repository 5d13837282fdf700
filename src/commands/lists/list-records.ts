import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import type { Completeness } from '../../stores/base/completeness.ts';
import type { FilterProgress } from '../../stores/base/filter-progress.ts';
import type { Marks } from '../../stores/base/mark-set.ts';
import type { PaneRecords } from '../export/record-document.ts';
import type { CopiedValue } from '../export/record-values.ts';

/** How much was looked at while a filter is not done; otherwise how much of what there is was read. */
export function lookedThrough(
  { filtering }: { readonly filtering: FilterProgress | undefined },
  read: Completeness,
): Completeness {
  return filtering === undefined ? read : { read: filtering.looked, of: filtering.of };
}

/** Rows that are all there at once. */
export function recordsOf(
  facts: Pick<
    PaneRecords,
    'noun' | 'nouns' | 'fields' | 'table' | 'counted' | 'countedEach' | 'notes' | 'mayHoldSecrets'
  >,
  records: readonly SourceRecord[],
  index: number,
  values: readonly CopiedValue[],
  marked: readonly SourceRecord[],
): PaneRecords {
  return {
    ...facts,
    count: records.length,
    current: records[index],
    values,
    marked: { count: marked.length, all: () => marked },
    all: () => records,
  };
}

/** The marked ones among some rows, as the server sent them. */
export function markedOf(
  rows: readonly { readonly id: string; readonly raw: SourceRecord }[],
  marks: Marks,
): readonly SourceRecord[] {
  return marks.size === 0 ? [] : rows.filter(({ id }) => marks.has(id)).map(({ raw }) => raw);
}
