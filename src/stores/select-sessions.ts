import type { Session } from '../contract/session.ts';
import { parseTime } from '../lib/format-time.ts';
import { rememberLast } from './remember-last.ts';
import type { Listing, Stores } from './stores.ts';
import { isSuspiciousSession } from './suspicious.ts';
import { createTextMatch, textWithin } from './text-match.ts';

const NO_SESSIONS: readonly Session[] = [];

/** Last activity first. */
const sortSessions = rememberLast((listing: Listing<Session> | undefined): readonly Session[] =>
  [...(listing?.rows ?? NO_SESSIONS)].sort(
    (left, right) => (parseTime(right.modified_at) ?? 0) - (parseTime(left.modified_at) ?? 0),
  ),
);

const filterSessions = rememberLast(
  (sessions: readonly Session[], filter: string, suspicious: boolean): readonly Session[] => {
    const match = createTextMatch(filter);
    return match === undefined && !suspicious
      ? sessions
      : sessions.filter(
          (session) =>
            (!suspicious || isSuspiciousSession(session)) &&
            (match === undefined || match(textWithin(session.raw))),
        );
  },
);

/** The sessions that the filters of text and names let through, last activity first; the others are the server's. */
export function selectVisibleSessions(stores: Stores): readonly Session[] {
  const { text, suspicious } = stores.view.getState().sessions;
  return filterSessions(sortSessions(stores.sessions.getState().data), text, suspicious);
}
