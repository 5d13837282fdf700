import { type Zone } from '../../lib/zoned-time.ts';
import { BEFORE_ALL_TIMES, formatDateTime } from '../../lib/format-time.ts';
import { formatCount } from '../../lib/format-number.ts';
import type { EventRow } from '../events/event-row.ts';
import { measureForms, measureOf, type Completeness } from '../base/completeness.ts';
import type { Rows } from '../base/row-list.ts';
import type { EntityEvents } from './entity-events.ts';
import { eventRows, factRow, headingRow, noteRow, outcomeWords, type PageRow } from './page-rows.ts';

export function seenRows(
  whole: NonNullable<EntityEvents['digest']>['whole'],
  from: number | undefined,
  counted: Completeness,
  zone: Zone,
  isFiltered: boolean,
): readonly PageRow[] {
  if (whole === undefined) {
    return [];
  }
  const isAll = from === BEFORE_ALL_TIMES && counted === 'all';
  const reach = from === BEFORE_ALL_TIMES ? '' : '; older events are not read';
  const measure = `${measureOf(counted)}${isFiltered ? ', of those that pass' : ''}`;
  return [
    factRow('outcomes', `${outcomeWords(whole)}${measure}${reach}`),
    factRow('first seen', `${timeOf(whole.first, zone)}${isAll ? '' : ' or before'}${measure}${reach}`),
    factRow('last seen', `${timeOf(whole.last, zone)}${measure}`),
  ].map((row): PageRow => (row.kind === 'fact' ? { ...row, isOfEvents: true } : row));
}

function timeOf(time: number | undefined, zone: Zone): string {
  return time === undefined ? 'no time that can be read' : formatDateTime(time, zone);
}

/** What lies before the time from which on all is here, and came with other filters of the feed. */
export function beforeRows(before: Rows<EventRow>, most?: number): readonly PageRow[] {
  return before.length === 0
    ? []
    : [
        headingRow(
          'Older events',
          `${formatCount(before.length)}; not all of their time are here, and none is counted above`,
        ),
        ...eventRows(before, most),
      ];
}

/** Behind the number of groups: whether all events were counted, and from when on. Nothing where it is all there are. */
export function reachNote(
  from: number | undefined,
  counted: Completeness,
  zone: Zone,
  isFiltered: boolean,
): string {
  const measure = `${measureForms(counted).at(-1) ?? ''}${isFiltered ? '; of events that pass' : ''}`;
  return from === undefined || from === BEFORE_ALL_TIMES
    ? measure
    : `${measure}; since ${formatDateTime(from, zone)}`;
}

export function eventsNote(
  whole: NonNullable<EntityEvents['digest']>['whole'],
  looking: EntityEvents['looking'],
  from: number | undefined,
  counted: Completeness,
  zone: Zone,
  isFiltered: boolean,
): string {
  if (from === undefined && whole === undefined) {
    return 'not read yet';
  }
  const looked =
    looking === undefined
      ? []
      : [`${formatCount(looking.looked)} of ${formatCount(looking.of)} loaded events looked at`];
  // The measure stands where no narrow screen cuts it off.
  const measure = measureForms(counted).at(-1) ?? '';
  const sum =
    whole === undefined
      ? `none${isFiltered ? ' that passes' : ''}${measure}`
      : `${formatCount(whole.events)}${isFiltered ? ' that pass' : ''}${measure}: ${outcomeWords(whole)}`;
  // What is still to come may be older than what is here.
  const isReading = from === BEFORE_ALL_TIMES && counted !== 'all';
  const since =
    from === undefined || isReading
      ? []
      : [from === BEFORE_ALL_TIMES ? 'from the very first' : `since ${formatDateTime(from, zone)}`];
  return [sum, ...since, ...looked].join('; ');
}

export function olderRow(from: number | undefined, isReading: boolean): readonly PageRow[] {
  if (isReading) {
    return [noteRow('reading older', 'Reading older events of this package from the server', 'dim')];
  }
  return from === undefined || from === BEFORE_ALL_TIMES
    ? []
    : [
        {
          id: 'more older-events',
          kind: 'more',
          what: 'older-events',
          text: 'Read older events of this package from the server',
        },
      ];
}
