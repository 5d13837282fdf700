import type { Session } from '../contract/session.ts';
import { parseTime } from '../lib/format-time.ts';
import { rememberLast } from './remember-last.ts';
import type { Listing, Stores } from './stores.ts';
import { createTextMatch, textWithin } from './text-match.ts';

const NO_SESSIONS: readonly Session[] = [];

/** Last activity first. */
const sortSessions = rememberLast((listing: Listing<Session> | undefined): readonly Session[] =>
  [...(listing?.rows ?? NO_SESSIONS)].sort(
    (left, right) => (parseTime(right.modified_at) ?? 0) - (parseTime(left.modified_at) ?? 0),
  ),
);

const filterSessions = rememberLast((sessions: readonly Session[], filter: string): readonly Session[] => {
  const match = createTextMatch(filter);
  return match === undefined ? sessions : sessions.filter((session) => match(textWithin(session.raw)));
});

/** The sessions that the text filter lets through, last activity first; the other filters are the server's. */
export function selectVisibleSessions(stores: Stores): readonly Session[] {
  return filterSessions(sortSessions(stores.sessions.getState().data), stores.view.getState().sessions.text);
}
