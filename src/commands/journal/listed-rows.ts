import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { jsonText } from '../../lib/json-text.ts';
import type { JournalDialog } from '../../stores/view/dialog-states.ts';
import type { JournalRow } from '../../stores/journal/journal-row.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import { indexedRows } from '../../stores/base/visible-rows.ts';
import type { DialogRows } from '../base/dialog-rows.ts';

const NONE: readonly JournalRow[] = [];

/** The changes that the journal lists: those that hold what is searched for, in whatever case. */
export function listedRows({
  rows = NONE,
  search,
  onlyProblems,
}: Pick<JournalDialog, 'rows' | 'search' | 'onlyProblems'>): readonly JournalRow[] {
  return filterRows(rows, withoutBlanks(search).toLowerCase(), onlyProblems);
}

const filterRows = memoizeLast(
  (rows: readonly JournalRow[], wanted: string, onlyProblems: boolean): readonly JournalRow[] =>
    rows.filter(
      (row) =>
        !(onlyProblems && (row.state === 'confirmed' || row.state === 'unchanged')) &&
        (wanted === '' || jsonText([row.state, row.raw]).toLowerCase().includes(wanted)),
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
