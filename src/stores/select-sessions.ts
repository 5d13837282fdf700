import type { Session } from '../contract/session.ts';
import { parseTime } from '../lib/format-time.ts';
import { rememberLast } from './remember-last.ts';
import type { Listing, Stores } from './stores.ts';
import { isSuspiciousSession } from './suspicious.ts';
import { createTextMatch, textWithin } from './text-match.ts';

const NO_SESSIONS: readonly Session[] = [];

const filterSessions = rememberLast(
  (listing: Listing<Session> | undefined, filter: string, suspicious: boolean): readonly Session[] => {
    const match = createTextMatch(filter);
    return (listing?.rows ?? NO_SESSIONS)
      .filter(
        (session) =>
          (!suspicious || isSuspiciousSession(session)) &&
          (match === undefined || match(textWithin(session.raw))),
      )
      .sort((left, right) => (parseTime(right.modified_at) ?? 0) - (parseTime(left.modified_at) ?? 0));
  },
);

/** The sessions that the filters of text and names let through, last activity first; the others are the server's. */
export function selectVisibleSessions(stores: Stores): readonly Session[] {
  const { text, suspicious } = stores.view.getState().sessions;
  return filterSessions(stores.sessions.getState().data, text, suspicious);
}
