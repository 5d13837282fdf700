import { columnsAt } from '../../lib/record-formats/record-columns.ts';
import { BEFORE_ALL_TIMES, formatDateTime } from '../../lib/format-time.ts';
import { EVENT_COLUMNS } from '../../stores/base/record-columns.ts';
import { selectNamedTimes } from '../../stores/events/event-histogram.ts';
import type { EventsSlice } from '../../stores/events/events-slice.ts';
import { selectEventFacts } from '../../stores/events/event-facts.ts';
import { matchingEvents } from '../../stores/events/events-list.ts';
import { selectListedCompleteness } from '../../stores/events/feed-completeness.ts';
import { expectMarked } from '../../stores/events/marked-events.ts';
import {
  selectArrivedEvents,
  selectCoveredFrom,
  selectVisibleEvents,
} from '../../stores/events/select-events.ts';
import { queryClock } from '../../stores/query/query-time.ts';
import { selectMarked } from '../../stores/view/count-marks.ts';
import { freezeFeed, resumeFeed } from '../base/feed-position.ts';
import { EVENT_FIELDS, valuesOfEvent } from '../export/record-values.ts';
import { notesOnFeed, notesOnMuted } from '../export/row-notes.ts';
import { eventPivots } from '../related/pivots.ts';
import type { ListSource } from './list-source.ts';

/** Of which times events are listed, as a part of a sentence; nothing where these are all. */
function reachOf(stores: EventsSlice): string {
  const { from: named, to } = selectNamedTimes(stores);
  const from = Math.max(named, selectCoveredFrom(stores) ?? BEFORE_ALL_TIMES);
  const begins = from > BEFORE_ALL_TIMES;
  const last = Number.isFinite(to) ? formatDateTime(to - 1, 'utc') : undefined;
  if (begins) {
    return `, from ${formatDateTime(from, 'utc')} ${last === undefined ? 'on' : `to ${last}`}`;
  }
  return last === undefined ? '' : `, up to ${last}`;
}

/** The feed, of whose folded rows every event is marked and written. */
export const EVENTS_SOURCE: ListSource = {
  title: 'Events',
  rows: 'events',
  marking: {
    noun: 'event',
    all({ stores }) {
      const events = selectVisibleEvents(stores);
      return { length: events.length, idAt: (index) => events.at(index)?.id };
    },
    expect: expectMarked,
  },
  live: {
    isFollowing: ({ view }) => view.getState().events.follow,
    isAtEdge: ({ view }) => view.getState().events.range === undefined,
    freeze: freezeFeed,
    resume: resumeFeed,
    arrived(stores, text) {
      const events = selectArrivedEvents(stores);
      const passes = matchingEvents(stores, text, queryClock(stores.view.getState()));
      return {
        length: events.length,
        matches(index) {
          const row = events.at(index);
          return row !== undefined && passes(row);
        },
      };
    },
  },
  records({ stores }) {
    const rows = selectVisibleEvents(stores);
    const { marks } = stores.view.getState().events;
    const current = selectEventFacts(stores)?.event;
    return {
      noun: 'event',
      nouns: 'events',
      count: rows.length,
      counted: selectListedCompleteness(stores),
      reach: reachOf(stores),
      notes: [...notesOnFeed(stores), ...notesOnMuted(stores)],
      fields: EVENT_FIELDS,
      table: { columns: columnsAt(EVENT_COLUMNS), kind: 'event' },
      current: current?.event.raw,
      values: valuesOfEvent(stores, current),
      mayHoldSecrets: true,
      marked: {
        count: selectMarked(stores, 'events'),
        *all() {
          for (const id of marks) {
            const row = stores.events.get(id);
            if (row !== undefined) {
              yield row.event.raw;
            }
          }
        },
      },
      *all() {
        for (const { event } of rows) {
          yield event.raw;
        }
      },
    };
  },
  pivots(context) {
    const row = selectEventFacts(context.stores)?.event;
    return row === undefined ? [] : eventPivots(context, row.event, row.time);
  },
};
