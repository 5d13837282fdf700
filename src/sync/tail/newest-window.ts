import { FUTURE } from './arrival-kinds.ts';
import { quietSecond } from './audits.ts';
import type { KnownEvents } from './known-events.ts';
import type { Window } from './window.ts';

/** What is dated this much after now, in seconds, comes in while the newest events are read. */
const SOON = 5;

/** Pages of the overlap that every poll may read again. */
const MOST_PAGES_AGAIN = 2;

/** The newest window reaches no further back than audits do, in seconds, so that these find what became of what it lacks. */
const FARTHEST_BACK = 604_800;

/** What is known when the newest window begins to be read: seconds of the server, and rows of a page. */
interface KnownThen {
  readonly known: KnownEvents;
  readonly now: number;
  readonly pageRows: number;
}

/**
 * How far back a poll looks, in seconds: the overlap, or the least of it where all of it is read in every poll, for want of a
 * count, and holds much. Audits find what is late there.
 */
export function overlapOfPoll(
  { known, now, pageRows }: KnownThen,
  {
    overlap,
    least,
    isCounted,
  }: { readonly overlap: number; readonly least: number; readonly isCounted: boolean },
): number {
  const rows = isCounted ? 0 : known.countInside({ since: now - overlap, until: undefined });
  return rows > MOST_PAGES_AGAIN * pageRows ? Math.min(overlap, least) : overlap;
}

/**
 * Where the newest window begins when it has the newest event in it that was read and is not gone, so that a server is
 * noticed at once that does not count it any more: a window in which nothing happened says nothing of that. No earlier than
 * `floor`, and `since` where that event is in the window already or too much would be read again.
 */
export function backToNewest(
  { known, now, pageRows }: KnownThen,
  {
    since,
    floor,
    gone,
  }: { readonly since: number; readonly floor: number; readonly gone: ReadonlySet<string> },
): number {
  const earliest = Math.max(floor, now - FARTHEST_BACK);
  const newest = known.lastSecond(earliest + 1, now, (id) => !gone.has(id));
  if (newest === undefined || newest > since) {
    return since;
  }
  const begin = quietSecond(newest - 1, earliest, known);
  return known.countInside({ since: begin, until: now }) > pageRows / 2 ? since : begin;
}

/**
 * Where the newest window ends: at `until`, or nowhere where that is undefined, unless so much is dated in the future that
 * every poll would read it. `isTimeKnown` is whether the server sends its time.
 */
export function endOfNewest(
  { known, now, pageRows }: KnownThen,
  { until, isTimeKnown }: { readonly until: number | undefined; readonly isTimeKnown: boolean },
): number | undefined {
  const isMuch = (window: Window) => known.countInside(window) > pageRows / 2;
  // After a clock went back, what happened before that is dated in the future, too.
  const soon = now + (isTimeKnown && isMuch({ since: now, until: now + FUTURE }) ? SOON : FUTURE);
  return isMuch({ since: soon, until: undefined }) ? Math.min(soon, until ?? soon) : until;
}
