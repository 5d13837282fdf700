import type { EventsQuery } from '../../contract/queries.ts';

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

/** The bounds of a window as query parameters ("GET /events"). */
export function boundsOf({ since, until }: Window): Pick<EventsQuery, 'since' | 'until'> {
  return { since: secondText(since), until: until === undefined ? undefined : secondText(until) };
}

function secondText(second: number): string {
  return new Date(second * 1000).toISOString().replace('.000Z', 'Z');
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
