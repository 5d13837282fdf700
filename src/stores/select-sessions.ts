import type { Session } from '../contract/session.ts';
import { parseTime } from '../lib/format-time.ts';
import { rememberLast } from './remember-last.ts';
import type { Listing, Stores } from './stores.ts';
import { createTextMatch, textWithin } from './text-match.ts';

const NO_SESSIONS: readonly Session[] = [];

const filterSessions = rememberLast(
  (listing: Listing<Session> | undefined, filter: string): readonly Session[] => {
    const match = createTextMatch(filter);
    return (listing?.rows ?? NO_SESSIONS)
      .filter((session) => match === undefined || match(textWithin(session.raw)))
      .sort((left, right) => (parseTime(right.modified_at) ?? 0) - (parseTime(left.modified_at) ?? 0));
  },
);

/** The sessions that the text filter lets through, last activity first; the other filters are the server's. */
export function selectVisibleSessions(stores: Stores): readonly Session[] {
  return filterSessions(stores.sessions.getState().data, stores.view.getState().sessions.text);
}
