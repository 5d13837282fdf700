import type { EventsQuery } from '../../contract/queries.ts';
import { BEFORE_ALL_TIMES } from '../../lib/format-time.ts';

/** The start of a window that begins with the very first event. */
export const FROM_THE_FIRST = BEFORE_ALL_TIMES / 1000;

/** What the API can be asked for: years of four digits. */
const FIRST_SECOND = Date.parse('0000-01-01T00:00:00Z') / 1000;
const LAST_SECOND = Date.parse('9999-12-31T23:59:59Z') / 1000;

/**
 * A span of event time that is read as a whole. Bounds are whole seconds since 1970, so that it does not matter to
 * which precision a server reads them; whether an event at exactly a bound belongs to the window is up to the server.
 */
export interface Window {
  readonly since: number;
  /** Undefined while the window is open at its newer end. */
  readonly until: number | undefined;
}

/** What else a request asks for beside the window. */
export type { EventsFilter } from '../../stores/events/events-store.ts';

/** The start of a window that is to reach back to a second. Hardly anything is older than 1970: it is read with what is not. */
export function reachingBackTo(second: number): number {
  return second > 0 ? second : FROM_THE_FIRST;
}

/** The bounds of a window as query parameters ("GET /events"). What begins with the very first event has no `since`. */
export function boundsOf({ since, until }: Window): Pick<EventsQuery, 'since' | 'until'> {
  return {
    since: since < FIRST_SECOND ? undefined : secondText(Math.min(since, LAST_SECOND)),
    until: until === undefined || until > LAST_SECOND ? undefined : secondText(Math.max(until, FIRST_SECOND)),
  };
}

function secondText(second: number): string {
  return new Date(second * 1000).toISOString().replace('.000Z', 'Z');
}

/** Where the middle of a window is looked for from: hardly anything is older than 1970. */
export function startForMiddle({ since, until }: Window): number {
  return until === undefined || until > 1 ? Math.max(since, 0) : since;
}

/**
 * The newer and the older part of a window cut at a second. They overlap by that second: a server that leaves out what
 * is exactly at a bound would otherwise have events at the cut in neither. Undefined when a part would not be smaller.
 */
export function cutAt(
  window: Window,
  second: number,
): { readonly newer: Window; readonly older: Window } | undefined {
  const isInside = second > window.since && (window.until === undefined || second + 1 < window.until);
  return isInside
    ? {
        newer: { since: second, until: window.until },
        older: { since: window.since, until: second + 1 },
      }
    : undefined;
}
