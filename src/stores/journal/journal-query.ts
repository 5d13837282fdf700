import { textTimeOf } from '../query/time-text.ts';
import {
  choiceField,
  nameField,
  numberField,
  SINCE,
  textField,
  timeField,
  UNTIL,
  type ListQuery,
} from '../query/query-fields.ts';
import type { JournalRow } from './journal-row.ts';

/** What can be asked of the changes that were made from this host. */
export const JOURNAL_QUERY: ListQuery = {
  kind: 'journal',
  fields: [
    nameField('host', 'target', 'id'),
    textField('action', 'action'),
    choiceField('state', 'state', [
      'confirmed',
      'unchanged',
      'contradicted',
      'unknown',
      'refused',
      'unfinished',
      'open',
    ]),
    textField('user', 'user'),
    textField('reason', 'reason'),
    textField('id', 'id'),
    textField('server', 'server'),
    numberField('status', 'status'),
    timeField('time', 'time'),
    timeField('ends', 'ends'),
    SINCE,
    UNTIL,
  ],
  parts: ['raw'],
  times: ['time'],
};

const records = new WeakMap<JournalRow, object>();

/** A change as a query looks at it: under the names that its fields have there, beside its lines in the journal. */
export function journalRecord(row: JournalRow): object {
  const known = records.get(row);
  if (known !== undefined) {
    return known;
  }
  const { operation, time, action, state, target, id, reason, until, status, origin, sentence, raw } = row;
  const record = {
    ...{ operation, action, state, target, id, reason, status, sentence, raw },
    time: textTimeOf(time),
    ends: textTimeOf(until),
    ...Object.fromEntries(origin.map(({ label, value }) => [label, value])),
  };
  records.set(row, record);
  return record;
}
