import { formatCount } from '../../lib/format-number.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { named } from '../../lib/named.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';
import type { HowFar, ReadingOptions } from '../../sync/follow/follow-events.ts';
import type { TailState } from '../../sync/tail/event-tail.ts';

/** How many of how many events were printed, where that is not all; `most` were asked for. */
export function printedInPart(
  printed: number,
  { gaps, toCome, doubt }: Pick<TailState, 'gaps' | 'toCome' | 'doubt'>,
  most = Number.POSITIVE_INFINITY,
): string {
  if (printed === 0) {
    return 'Nothing was printed.';
  }
  const of = Math.min(
    most,
    gaps.reduce((sum, { missing }) => sum + missing, printed + toCome),
  );
  return doubt === undefined && of > printed
    ? `Printed: ${formatCount(printed)} of ${formatCount(of)} events.`
    : `Printed: ${formatCount(printed)} ${printed === 1 ? 'event' : 'events'}. Whether that is all is not known.`;
}

/** That following was stopped before all of the past was read that was asked for, and how much of it was printed. */
export function stoppedFollowing(printed: number, toCome: number): string {
  if (printed === 0 && toCome === 0) {
    return 'Stopped before all were read that were asked for: nothing was printed.';
  }
  const events = printed === 1 ? '1 event was' : `${formatCount(printed)} events were`;
  const others = toCome === 0 ? 'Earlier ones' : `${formatCount(toCome)} others`;
  return `Stopped before all were read that were asked for: ${events} printed. ${others} may lack.`;
}

/** That a reading which did not come to its end has printed nothing, and how far it had come. */
export function stoppedReading(things: string, { read, of }: HowFar): string {
  const measure = of === undefined ? formatCount(read) : `${formatCount(read)} of ${formatCount(of)}`;
  return `None was printed: only ${measure} ${things} were read.`;
}

/** That the server has no events of what was asked for. */
export function noEvents({
  begin,
  until,
  filter = {},
}: Pick<ReadingOptions, 'begin' | 'until' | 'filter'>): Sentence {
  const wanted = Object.entries(filter).flatMap(([field, value]) =>
    value === undefined ? [] : [quoting`${field} ${named(value)}`],
  );
  const [first, ...others] = wanted;
  const how =
    first === undefined
      ? ''
      : others.reduce((all, each) => quoting`${all} and ${each}`, quoting` with ${first}`);
  const bounds = [
    ...('since' in begin ? [`after ${moment(begin.since)}`] : []),
    ...(until === undefined ? [] : [`before ${moment(until)}`]),
  ];
  const when = bounds.length === 0 ? '' : ` ${bounds.join(' and ')}`;
  return quoting`The server has no events${how}${when}.`;
}

function moment(time: number): string {
  return formatDateTime(time, 'utc');
}
