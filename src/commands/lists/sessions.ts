import { columnsAt } from '../../lib/record-formats/record-columns.ts';
import { SESSION_COLUMNS } from '../../stores/base/record-columns.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { visibleRows } from '../../stores/base/visible-rows.ts';
import { selectSessionsCompleteness, selectVisibleSessions } from '../../stores/sessions/select-sessions.ts';
import { SESSION_FIELDS, valuesOfSession } from '../export/record-values.ts';
import { notesOnAge } from '../export/row-notes.ts';
import { sessionPivots } from '../related/pivots.ts';
import { selectedSession } from '../sessions/sessions.ts';
import { markedOf, recordsOf } from './list-records.ts';
import { ROW_MARKING, type ListSource } from './list-source.ts';

/** The list of recorded sessions. */
export const SESSIONS_SOURCE: ListSource = {
  title: 'Sessions',
  rows: 'sessions',
  marking: ROW_MARKING,
  live: undefined,
  records({ stores }) {
    const state = stores.sessions.getState();
    const rows = selectVisibleSessions(stores);
    const index = selectedIndex(stores, 'sessions', visibleRows(rows));
    return recordsOf(
      {
        noun: 'session',
        nouns: 'sessions',
        fields: SESSION_FIELDS,
        table: { columns: columnsAt(SESSION_COLUMNS), kind: 'session' },
        mayHoldSecrets: true,
        counted: selectSessionsCompleteness(stores),
        notes: notesOnAge(stores, state),
      },
      rows.map(({ raw }) => raw),
      index,
      valuesOfSession(rows[index]),
      markedOf(state.data?.rows ?? [], stores.view.getState().sessions.marks),
    );
  },
  pivots(context) {
    const session = selectedSession(context);
    return session === undefined ? [] : sessionPivots(context, session);
  },
};
