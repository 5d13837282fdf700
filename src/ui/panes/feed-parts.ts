import { formatCount } from '../../lib/format-number.ts';
import { formatClock } from '../../lib/format-time.ts';
import type { EventsState } from '../../stores/events-store.ts';
import type { Style } from '../theme.ts';
import { part, type Part } from '../widgets/fitted-parts.ts';
import { foreign, own, type Line } from '../widgets/line.ts';

function forms(rank: number, style: Style, ...texts: readonly string[]): Part {
  return part(rank, ...texts.map((text) => [own(text, style)]));
}

/** Through when the feed is complete, what is still to come and what could not be had; the most important first. */
export function completenessParts(
  state: Pick<EventsState, 'completeThrough' | 'unverified' | 'toCome' | 'gaps'>,
  now: number,
  ascii: boolean,
): readonly Part[] {
  const { completeThrough, unverified, toCome } = state;
  const time = completeThrough === undefined ? '' : formatClock(completeThrough, now, 'utc');
  return [
    unverified === undefined
      ? part(1)
      : part(
          1,
          [own('completeness unverified: ', 'warn'), ...foreign(unverified, { style: 'warn', ascii })],
          [own('completeness unverified', 'warn')],
          [own('unverified', 'warn')],
        ),
    completeThrough === undefined || unverified !== undefined
      ? part(2)
      : forms(2, 'dim', `complete through ${time}`, `through ${time}`),
    gapsPart(state, now),
    toCome === 0
      ? part(1)
      : forms(1, 'warn', `${formatCount(toCome)} still to come`, `${formatCount(toCome)} to come`),
  ];
}

function gapsPart({ gaps }: Pick<EventsState, 'gaps'>, now: number): Part {
  const missing = formatCount(gaps.reduce((sum, gap) => sum + gap.missing, 0));
  const [first, ...others] = gaps;
  if (first === undefined) {
    return part(1);
  }
  const windows = others.length === 0 ? [gapTimes(first, now)] : [`in ${formatCount(gaps.length)} gaps`];
  return forms(1, 'bad', ...windows.map((where) => `${missing} missing ${where}`), `${missing} missing`);
}

/** When it is that events lack: `between 08:14Z and 08:16Z`. */
function gapTimes({ since, until }: EventsState['gaps'][number], now: number): string {
  const from = formatClock(since * 1000, now, 'utc');
  return until === undefined
    ? `since ${from}`
    : `between ${from} and ${formatClock(until * 1000, now, 'utc')}`;
}

/** What came in late, or is counted no longer. */
export function oddParts({ lateEvents, fewer }: Pick<EventsState, 'lateEvents' | 'fewer'>): readonly Part[] {
  return [
    lateEvents === 0
      ? part(4)
      : forms(4, 'dim', `${formatCount(lateEvents)} came late`, `${formatCount(lateEvents)} late`),
    fewer === 0
      ? part(4)
      : forms(
          4,
          'warn',
          `the server now counts ${formatCount(fewer)} fewer than were read`,
          `${formatCount(fewer)} fewer at the server`,
        ),
  ];
}

/**
 * How far back the list reaches that passes the filters, and what becomes of what is older. `from` in milliseconds, 0
 * when nothing is older; `bound` is how many rows are kept at most.
 */
export function reachParts(
  { older, rows, totalAtServer }: Pick<EventsState, 'older' | 'rows' | 'totalAtServer'>,
  { from, bound, now }: { readonly from: number | undefined; readonly bound: number; readonly now: number },
): readonly Part[] {
  const known = formatCount(rows.length);
  const loaded: Line = [
    own(
      totalAtServer === undefined
        ? `${known} loaded`
        : `${known} of ${formatCount(Math.max(totalAtServer, rows.length))} loaded`,
      'dim',
    ),
  ];
  const reach =
    older === 'reading'
      ? forms(3, 'accent', 'reading older events', 'reading older')
      : older === 'full'
        ? forms(
            3,
            'warn',
            `the newest ${formatCount(bound)} are kept, older ones are not read`,
            `the newest ${formatCount(bound)} are kept`,
          )
        : from === undefined
          ? part(5)
          : forms(5, 'dim', from === 0 ? 'from the very first' : `back to ${formatClock(from, now, 'utc')}`);
  return [reach, part(6, loaded)];
}
