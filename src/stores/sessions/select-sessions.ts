import type { Session } from '../../contract/session.ts';
import { nestSubagents, type NestedSessions } from './nest-subagents.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { SESSION_ORDERS } from './sort-sessions.ts';
import { completenessOf, type Completeness } from '../base/completeness.ts';
import { createRowSorter } from '../base/sort-rows.ts';
import type { SessionsSlice } from './sessions-slice.ts';
import { SESSION_QUERY } from './sessions-view.ts';
import type { Listing } from '../base/listing.ts';
import { queryClock } from '../query/query-time.ts';
import type { Sorting } from '../base/list-view.ts';
import { isSuspiciousSession } from '../base/suspicious.ts';
import { rememberTest } from '../query/row-query.ts';
import { selectedIndex } from '../base/cursor.ts';
import { visibleRows } from '../base/visible-rows.ts';

const NO_SESSIONS: readonly Session[] = [];

const sorter = createRowSorter<Session>();

/** Last activity first, unless a column was chosen. */
const sortSessions = memoizeLast(
  (listing: Listing<Session> | undefined, sort: Sorting | undefined): readonly Session[] => {
    const order = SESSION_ORDERS.find(({ column }) => column === sort?.column) ?? SESSION_ORDERS[0];
    const rows = listing?.rows ?? NO_SESSIONS;
    return order === undefined ? rows : sorter(rows, order.keyOf, sort?.descending ?? order.descending);
  },
);

const testOfQuery = rememberTest(SESSION_QUERY);

const filterSessions = memoizeLast(
  (
    sessions: readonly Session[],
    matches: ReturnType<typeof testOfQuery>,
    suspicious: boolean,
  ): readonly Session[] =>
    matches === undefined && !suspicious
      ? sessions
      : sessions.filter(
          (session) =>
            (!suspicious || isSuspiciousSession(session)) && (matches === undefined || matches(session.raw)),
        ),
);

const nest = memoizeLast(nestSubagents);
const NO_PARENTS: NestedSessions['parents'] = new Map();

const arrange = memoizeLast((sessions: readonly Session[], isNested: boolean): NestedSessions =>
  isNested ? nest(sessions) : { rows: sessions, parents: NO_PARENTS },
);

/**
 * The sessions that the filters of text and names let through, in the chosen order; the other filters are the server's.
 * While they stand by their last activity, those of subagents stand under their parents.
 */
export function selectNestedSessions(stores: SessionsSlice): NestedSessions {
  const view = stores.view.getState();
  const { text, suspicious, sort } = view.sessions;
  const sorted = sortSessions(stores.sessions.getState().data, sort);
  const matches = testOfQuery(text, queryClock(view));
  return arrange(filterSessions(sorted, matches, suspicious), sort === undefined);
}

/** The sessions of `selectNestedSessions`, row by row. */
export function selectVisibleSessions(stores: SessionsSlice): readonly Session[] {
  return selectNestedSessions(stores).rows;
}

/** How many of the sessions that the server has for its filters are listed. */
export function selectSessionsCompleteness({
  sessions,
  sessionsBeyond,
}: Pick<SessionsSlice, 'sessions' | 'sessionsBeyond'>): Completeness {
  const listed = completenessOf(sessions.getState().data);
  const { state } = sessionsBeyond.getState();
  return listed === 'all' ? listed : { ...listed, isOver: state === 'read' || state === 'full' };
}

/** Whether somebody looks at the end of what is listed: the cursor is within two pages of the last session. */
export function isNearLastSession(stores: SessionsSlice): boolean {
  const { tab, pageSize, pager } = stores.view.getState();
  if (tab !== 'sessions' || pager !== undefined) {
    return false;
  }
  const rows = selectVisibleSessions(stores);
  return selectedIndex(stores, 'sessions', visibleRows(rows)) + 2 * pageSize >= rows.length;
}
