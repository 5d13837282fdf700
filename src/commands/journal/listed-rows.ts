import { jsonText } from '../../lib/json-text.ts';
import type { JournalDialog } from '../../stores/dialog.ts';
import type { JournalRow } from '../../stores/journal/journal-row.ts';
import { rememberLast } from '../../stores/remember-last.ts';

const NONE: readonly JournalRow[] = [];

/** The changes that the journal lists: those that hold what is searched for, in whatever case. */
export function listedRows({
  rows = NONE,
  search,
  onlyProblems,
}: Pick<JournalDialog, 'rows' | 'search' | 'onlyProblems'>): readonly JournalRow[] {
  return filterRows(rows, search.trim().toLowerCase(), onlyProblems);
}

const filterRows = rememberLast(
  (rows: readonly JournalRow[], wanted: string, onlyProblems: boolean): readonly JournalRow[] =>
    rows.filter(
      (row) =>
        !(onlyProblems && row.state === 'confirmed') &&
        (wanted === '' || jsonText([row.state, row.raw]).toLowerCase().includes(wanted)),
    ),
);

/** The place of the cursor among them: that of its change, or the first one. */
export function journalCursor(
  listed: readonly JournalRow[],
  { cursor }: Pick<JournalDialog, 'cursor'>,
): number {
  return Math.max(
    0,
    listed.findIndex(({ operation }) => operation === cursor),
  );
}
