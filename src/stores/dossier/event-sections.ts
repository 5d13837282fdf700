import { BEFORE_ALL_TIMES, formatDateTime } from '../../lib/format-time.ts';
import { formatCount } from '../../lib/format-number.ts';
import type { EventRow } from '../events/event-row.ts';
import type { Rows } from '../rows/row-list.ts';
import type { Dossier } from './dossiers.ts';
import { eventRows, factRow, headingRow, noteRow, outcomeWords, type PageRow } from './page-rows.ts';

export function seenRows(
  whole: NonNullable<Dossier['digest']>['whole'],
  from: number | undefined,
): readonly PageRow[] {
  if (whole === undefined) {
    return [];
  }
  const reach = from === BEFORE_ALL_TIMES ? '' : '; older events are not read';
  return [
    factRow('outcomes', `${outcomeWords(whole)}${reach}`),
    factRow(
      'first seen',
      `${formatDateTime(whole.first, 'utc')}${from === BEFORE_ALL_TIMES ? '' : ' or before'}${reach}`,
    ),
    factRow('last seen', formatDateTime(whole.last, 'utc')),
  ];
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

export function eventsNote(
  whole: NonNullable<Dossier['digest']>['whole'],
  looking: Dossier['looking'],
  from: number | undefined,
): string {
  const looked =
    looking === undefined
      ? []
      : [`${formatCount(looking.looked)} of ${formatCount(looking.of)} loaded events looked at`];
  const counted = whole === undefined ? 'none' : `${formatCount(whole.events)}: ${outcomeWords(whole)}`;
  const since =
    from === undefined
      ? []
      : [from === BEFORE_ALL_TIMES ? 'from the very first' : `since ${formatDateTime(from, 'utc')}`];
  return [counted, ...since, ...looked].join('; ');
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
