import type { Session } from '../../contract/session.ts';
import { isDate } from '../../lib/days.ts';
import { isFlag, isOneOf, isText, LIST_FIELDS } from '../base/field-rules.ts';
import { OPEN_LIST } from '../base/list-view.ts';
import { createMarkCounter, listRows, rawOf, textFields, type ListModel } from '../query/list-model.ts';
import { selectSessionsCompleteness, selectVisibleSessions } from './select-sessions.ts';
import type { SessionsSlice } from './sessions-slice.ts';
import { NO_SESSION_FILTERS, SESSION_QUERY, type SessionsView } from './sessions-view.ts';

const countMarked = createMarkCounter();

/** The list of recorded sessions. */
export const SESSIONS_LIST: ListModel<SessionsView, Session, SessionsSlice> = {
  open: { ...OPEN_LIST, ...NO_SESSION_FILTERS, dateZone: 'utc', subagents: false },
  fields: {
    ...LIST_FIELDS,
    date: { role: 'filter', kept: (value) => typeof value === 'string' && isDate(value) },
    dateZone: { role: 'layout', kept: isOneOf(['utc', 'local']), saved: 'beside the filters' },
    agentId: { role: 'filter', kept: isText },
    project: { role: 'filter', kept: isText },
    branch: { role: 'filter', kept: isText },
    clientId: { role: 'filter', kept: isText },
    subagents: { role: 'order', kept: isFlag, saved: 'beside the filters' },
    suspicious: { role: 'filter', kept: isFlag },
  },
  query: SESSION_QUERY,
  feeds: ['sessions', 'session clients'],
  listed: (slice) => listRows(selectVisibleSessions(slice), SESSION_QUERY, ({ raw }) => raw),
  isFiltering: () => false,
  counted: selectSessionsCompleteness,
  marked: ({ sessions }, marks) => countMarked(marks, sessions.getState().data?.rows ?? []),
  known: ({ sessions }, most) => rawOf(sessions.getState().data?.rows, most),
  offered: () => textFields(SESSION_QUERY),
  sorting: ({ view }) => view.getState().sessions.sort,
};
