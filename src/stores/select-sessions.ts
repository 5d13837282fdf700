import type { Session } from '../contract/session.ts';
import { parseTime } from '../lib/format-time.ts';
import { rememberLast } from './remember-last.ts';
import type { Listing, Stores } from './stores.ts';
import { isSuspiciousSession } from './suspicious.ts';
import { rememberTest } from './query/row-query.ts';
import { queryClock } from './view-store.ts';

const NO_SESSIONS: readonly Session[] = [];

/** Last activity first. */
const sortSessions = rememberLast((listing: Listing<Session> | undefined): readonly Session[] =>
  [...(listing?.rows ?? NO_SESSIONS)].sort(
    (left, right) => (parseTime(right.modified_at) ?? 0) - (parseTime(left.modified_at) ?? 0),
  ),
);

const testOfQuery = rememberTest('sessions');

const filterSessions = rememberLast(
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

/** The sessions that the typed query and the filter of names let through, last activity first; the others are the server's. */
export function selectVisibleSessions(stores: Stores): readonly Session[] {
  const view = stores.view.getState();
  const { text, suspicious } = view.sessions;
  const matches = testOfQuery(text, queryClock(view));
  return filterSessions(sortSessions(stores.sessions.getState().data), matches, suspicious);
}
