import type { Theme } from '../theme.ts';
import { type Zone } from '../../lib/zoned-time.ts';
import { formatCount } from '../../lib/format-number.ts';
import { BEFORE_ALL_TIMES, formatClock } from '../../lib/format-time.ts';
import type { Failure } from '../../stores/base/resource-store.ts';
import { countSince } from '../../stores/events/sorted-events.ts';
import type { EventsState } from '../../stores/events/events-store.ts';
import { doubtWords, feedStatus, firstWords, type FeedStatus } from '../../stores/events/feed-status.ts';
import type { Style } from '../theme.ts';
import { leftOut, part, shorter, type Part } from '../widgets/fitted-parts.ts';
import { trusted } from '../widgets/line.ts';
import { DROP_ORDER } from './footer-ranks.ts';

/** Stands behind the time of an event that came in late. */
export const LATE_MARK = 'L';
/** Stands there of an event that the server does not list any more, and of one that has changed. */
export const GONE_MARK = 'G';
export const CHANGED_MARK = 'C';
/** Stands behind the outcome of a block that waits to be acknowledged. */
export const OPEN_MARK = '!';

/** The texts of a part, the roomiest first, the last of which is left out at that rank. */
function feedPart(rank: number, style: Style, first: string, ...others: readonly string[]): Part {
  return part(
    [trusted(first, style)],
    ...others.map((text) => shorter(DROP_ORDER.words, [trusted(text, style)])),
    leftOut(rank),
  );
}

const NOTHING = part([]);

/** Through when the feed is complete or why that is not known, what could not be had and what is still to come. */
export function completenessParts(
  state: Pick<EventsState, 'completeThrough' | 'doubt' | 'toCome' | 'gaps'>,
  now: number,
  zone: Zone,
): readonly Part[] {
  const { toCome } = state;
  return [
    standingPart(feedStatus(state, now), now, zone),
    gapsPart(state, now, zone),
    toCome === 0
      ? NOTHING
      : feedPart(
          DROP_ORDER.lacking,
          'warn',
          `${formatCount(toCome)} still to come`,
          `${formatCount(toCome)} to come`,
        ),
  ];
}

function standingPart(standing: FeedStatus, now: number, zone: Zone): Part {
  if (standing.kind === 'unverified') {
    return part(
      [trusted(`completeness unverified: ${doubtWords(standing.doubt)}`, 'warn')],
      shorter(DROP_ORDER.words, [trusted('completeness unverified', 'warn')]),
      shorter(DROP_ORDER.completeness, [trusted('unverified', 'warn')]),
      leftOut(DROP_ORDER.lacking),
    );
  }
  if (standing.through === undefined) {
    return NOTHING;
  }
  const time = formatClock(standing.through, now, zone);
  return feedPart(DROP_ORDER.completeness, 'dim', `complete through ${time}`, `through ${time}`);
}

function gapsPart({ gaps }: Pick<EventsState, 'gaps'>, now: number, zone: Zone): Part {
  const missing = formatCount(gaps.reduce((sum, gap) => sum + gap.missing, 0));
  const [first, ...others] = gaps;
  if (first === undefined) {
    return NOTHING;
  }
  const where = others.length === 0 ? gapTimes(first, now, zone) : `in ${formatCount(gaps.length)} gaps`;
  return feedPart(DROP_ORDER.lacking, 'bad', `${missing} missing ${where}`, `${missing} missing`);
}

/** When it is that events lack: `between 08:14Z and 08:16Z`. */
function gapTimes({ since, until }: EventsState['gaps'][number], now: number, zone: Zone): string {
  const from = formatClock(since * 1000, now, zone);
  return until === undefined
    ? `since ${from}`
    : `between ${from} and ${formatClock(until * 1000, now, zone)}`;
}

/** What came in late, or is counted no longer. */
export function oddParts({
  lateEvents,
  fewer,
  gone,
  changed,
}: Pick<EventsState, 'lateEvents' | 'fewer' | 'gone' | 'changed'>): readonly Part[] {
  const late = formatCount(lateEvents);
  const less = formatCount(fewer);
  const named = gone.size === 0 ? '' : `, ${formatCount(gone.size)} marked ${GONE_MARK}`;
  return [
    lateEvents === 0 ? NOTHING : feedPart(DROP_ORDER.oddities, 'dim', `${late} came late`, `${late} late`),
    fewer === 0
      ? NOTHING
      : feedPart(
          DROP_ORDER.oddities,
          'warn',
          `the server now counts ${less} fewer than were read${named}`,
          `${less} fewer at the server${named}`,
          `${less} fewer at the server`,
        ),
    changed.size === 0
      ? NOTHING
      : feedPart(
          DROP_ORDER.oddities,
          'warn',
          `${formatCount(changed.size)} changed since they were read, marked ${CHANGED_MARK}`,
          `${formatCount(changed.size)} changed`,
        ),
  ];
}

/** That older events could not be read, as a part of a sentence. */
export function olderFailureWords({ status }: Failure): string {
  return `older ones could not be read${status === undefined ? '' : ` (${status})`}`;
}

/** What the reach of the list is made of. */
export interface Reach {
  /** From when on all is here that passes the filters, in milliseconds; BEFORE_ALL_TIMES when nothing is older. */
  readonly from: number | undefined;
  /** From when on names in another case than the typed ones are here too, in milliseconds. */
  readonly certainFrom?: number | undefined;
  /** From when on the filters want it whole, in milliseconds, where they name a time. */
  readonly wantedFrom?: number | undefined;
  /** How many rows are kept at most. */
  readonly bound: number;
  readonly now: number;
  /** In which the times are shown. */
  readonly zone: Zone;
  readonly theme: Theme;
}

/** How far back the list reaches, what becomes of what is older, and how much is loaded. */
export function reachParts(
  state: Pick<
    EventsState,
    | 'older'
    | 'olderFailure'
    | 'rows'
    | 'totalAtServer'
    | 'doubt'
    | 'toCome'
    | 'receivedAt'
    | 'readThrough'
    | 'completeThrough'
  >,
  reach: Reach,
): readonly Part[] {
  const { rows, totalAtServer, doubt, toCome, receivedAt, readThrough, completeThrough } = state;
  const known = formatCount(rows.length);
  // A count that is not trusted is said as nothing, and while the first events are read the first row has it.
  const loaded =
    totalAtServer === undefined || doubt !== undefined || (readThrough ?? completeThrough) === undefined
      ? `${known} loaded`
      : `${known} of ${formatCount(Math.max(totalAtServer, rows.length + toCome))} loaded`;
  const { from } = reach;
  const before = from === undefined ? 0 : rows.length - countSince(rows, from);
  // What is here of a time of which others lack is not listed, as the list would have holes there.
  const unlisted = before === 0 ? loaded : `${loaded}, ${formatCount(before)} of them not listed yet`;
  return [
    olderPart(state, reach),
    receivedAt === undefined ? NOTHING : feedPart(DROP_ORDER.context, 'dim', unlisted, loaded),
  ];
}

function olderPart(
  {
    older,
    olderFailure,
    rows,
    doubt,
    toCome,
    readThrough,
    completeThrough,
  }: Pick<
    EventsState,
    'older' | 'olderFailure' | 'rows' | 'doubt' | 'toCome' | 'readThrough' | 'completeThrough'
  >,
  { from, certainFrom, wantedFrom, bound, now, zone, theme }: Reach,
): Part {
  switch (older) {
    case 'reading':
      if (wantedFrom !== undefined && from !== undefined && wantedFrom < from) {
        const [here, wanted] = [from, wantedFrom].map((time) => formatClock(time, now, zone));
        return feedPart(
          DROP_ORDER.oddities,
          'accent',
          `reading back to ${wanted}, now at ${here}, Esc stops`,
          `reading back to ${wanted}, Esc stops`,
          `reading back to ${wanted}`,
          'reading older',
        );
      }
      return feedPart(DROP_ORDER.oddities, 'accent', 'reading older events', 'reading older');
    case 'given-up': {
      const at = from === undefined ? '' : ` at ${formatClock(from, now, zone)}`;
      return feedPart(
        DROP_ORDER.oddities,
        'warn',
        `reading back was stopped${at}, ${theme.keyOf('data.refresh')} reads on`,
        `stopped${at}, ${theme.keyOf('data.refresh')} reads on`,
      );
    }
    case 'full': {
      const kept = `the newest ${formatCount(Math.min(bound, rows.length))} are kept`;
      return feedPart(DROP_ORDER.oddities, 'warn', `${kept}, older ones are not read`, kept);
    }
    case 'idle': {
      if (olderFailure !== undefined && from !== BEFORE_ALL_TIMES) {
        const why = olderFailureWords(olderFailure);
        const next = `${theme.keyOf('data.refresh')} tries again`;
        const here = from === undefined ? '' : `back to ${formatClock(from, now, zone)}; `;
        return feedPart(DROP_ORDER.oddities, 'warn', `${here}${why}, ${next}`, `${why}, ${next}`, why);
      }
      const isReadThrough = toCome === 0 && (readThrough ?? completeThrough) !== undefined;
      if (from === undefined || !isReadThrough) {
        return NOTHING;
      }
      const reach = from === BEFORE_ALL_TIMES ? firstWords(doubt) : `back to ${formatClock(from, now, zone)}`;
      if (certainFrom === undefined || certainFrom <= from) {
        return feedPart(DROP_ORDER.shownElsewhere, 'dim', reach);
      }
      const before = `before ${formatClock(certainFrom, now, zone)}`;
      return feedPart(
        DROP_ORDER.completeness,
        'warn',
        `${reach}; ${before} only names in upper and lower case as typed are loaded`,
        `${before} only names as typed`,
      );
    }
  }
}
