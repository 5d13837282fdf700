import type { JournalDialog } from '../../stores/view/dialog-states.ts';
import type { JournalRow } from '../../stores/journal/journal-row.ts';
import { JOURNAL_QUERY, journalRecord } from '../../stores/journal/journal-query.ts';
import type { QueryClock } from '../../stores/query/query-time.ts';
import { rememberTest } from '../../stores/query/row-query.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import { indexedRows } from '../../stores/base/visible-rows.ts';
import type { DialogRows } from '../base/dialog-rows.ts';

const NONE: readonly JournalRow[] = [];

const testOf = rememberTest(JOURNAL_QUERY);

/** The changes that the journal lists: those that pass its query. */
export function listedRows(
  { rows = NONE, search, onlyProblems }: Pick<JournalDialog, 'rows' | 'search' | 'onlyProblems'>,
  clock: QueryClock,
): readonly JournalRow[] {
  return filterRows(rows, testOf(search, clock), onlyProblems);
}

const filterRows = memoizeLast(
  (
    rows: readonly JournalRow[],
    passes: ((record: unknown) => boolean) | undefined,
    onlyProblems: boolean,
  ): readonly JournalRow[] =>
    rows.filter(
      (row) =>
        !(onlyProblems && (row.state === 'confirmed' || row.state === 'unchanged')) &&
        (passes?.(journalRecord(row)) ?? true),
    ),
);

/** The changes that are listed as the list of a dialog. */
export function journalList(
  listed: readonly JournalRow[],
  { cursor, search, onlyProblems, number }: JournalDialog,
): DialogRows {
  return { name: `journal ${number}`, rows: placesOf(listed), cursor, filters: [search, onlyProblems] };
}

const placesOf = memoizeLast((listed: readonly JournalRow[]) =>
  indexedRows(listed.map(({ operation }) => ({ id: operation }))),
);
