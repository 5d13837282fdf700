import { formatCount } from '../../lib/format-number.ts';
import type { Listing } from '../../stores/base/listing.ts';

/** Shows the person something that is neither good nor bad. */
export type Note = (sentence: string) => void;

/** Notes how many rows of a list are there no more, once both readings of it went to its end and nothing speaks against the later one. */
export function noteGone<Row>(
  before: Listing<Row> | undefined,
  after: Listing<Row>,
  { keyOf, things, note }: Readonly<{ keyOf: (row: Row) => unknown; things: string; note: Note }>,
): void {
  if (before === undefined || before.reading !== undefined || after.reading !== undefined) {
    return;
  }
  if (after.doubt !== undefined && after.doubt !== 'not-counted') {
    return;
  }
  const listed = new Set(after.rows.map(keyOf));
  const gone = before.rows.filter((row) => !listed.has(keyOf(row))).length;
  if (gone > 0) {
    const subject = gone === 1 ? `1 ${things} is` : `${formatCount(gone)} ${things}s are`;
    note(`${subject} no longer in the server's list.`);
  }
}
