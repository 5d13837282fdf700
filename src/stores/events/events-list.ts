import { ECOSYSTEMS, EVENT_TYPES, OUTCOMES } from '../../contract/values.ts';
import { selectHostByClient } from '../agents/select-agents.ts';
import { isFlag, isOneOf, isSomeOf, LIST_FIELDS } from '../base/field-rules.ts';
import { OPEN_LIST } from '../base/list-view.ts';
import type { Listed, ListModel } from '../query/list-model.ts';
import { parseQuery } from '../query/parse-query.ts';
import { findField, type QueryField } from '../query/query-fields.ts';
import type { QueryClock } from '../query/query-time.ts';
import { textsAt } from '../query/record-leaves.ts';
import { boundsOf } from '../query/time-bounds.ts';
import { EventQuery, isOfMachine } from './event-query.ts';
import type { EventRow } from './event-row.ts';
import type { EventsSlice } from './events-slice.ts';
import { EVENT_QUERY, NO_EVENT_FILTERS, type EventsView } from './events-view.ts';
import { feedCompleteness } from './feed-completeness.ts';
import type { FeedRow } from './feed-rows.ts';
import { markedEventsOf } from './marked-events.ts';
import { selectFeedRows, selectFiltering } from './select-events.ts';

/** What an analyst follows first; no other event has the same id. */
const OFFERED = [
  'package',
  'host',
  'user',
  'reason',
  'command',
  'version',
  'ecosystem',
  'type',
  'outcome',
  'client',
] as const;

/** So many hosts are looked through at most. */
const MOST_HOSTS = 20_000;

/** A test of which events a query lets through. */
export function matchingEvents(
  slice: EventsSlice,
  text: string,
  clock: QueryClock,
): (row: EventRow) => boolean {
  const query = parseQuery(text, EVENT_QUERY);
  const events = new EventQuery(query, selectHostByClient(slice), clock);
  const { from, to } = boundsOf(query, clock);
  return (row) => row.time >= from && row.time < to && events.passes(row);
}

function listFeed(slice: EventsSlice): Listed<FeedRow> {
  const rows = selectFeedRows(slice);
  const newestAt = (index: number) => slice.events.get(rows.idAt(index) ?? '');
  return {
    rows,
    visible: rows,
    recordAt: (index) => newestAt(index)?.event.raw,
    matching(text, clock) {
      const passes = matchingEvents(slice, text, clock);
      return (index) => {
        const row = newestAt(index);
        return row !== undefined && passes(row);
      };
    },
  };
}

/** Where the names stand that a field of machines has. */
function namesOf(slice: EventsSlice, { name }: QueryField): ReadonlyMap<string, string> {
  const hosts = selectHostByClient(slice);
  return name === 'user' ? (hosts.users ?? NO_USERS) : hosts;
}

const NO_USERS: ReadonlyMap<string, string> = new Map();

/** The feed of events. */
export const EVENTS_LIST: ListModel<EventsView, FeedRow, EventsSlice> = {
  open: {
    ...OPEN_LIST,
    follow: true,
    frozenAt: 0,
    frozenTime: undefined,
    held: false,
    ...NO_EVENT_FILTERS,
    folded: true,
    histogram: true,
    raw: false,
  },
  fields: {
    ...LIST_FIELDS,
    follow: { role: 'place' },
    frozenAt: { role: 'order', kept: undefined },
    frozenTime: { role: 'place' },
    held: { role: 'place' },
    outcomes: { role: 'filter', kept: isSomeOf(OUTCOMES) },
    type: { role: 'filter', kept: isOneOf(EVENT_TYPES) },
    ecosystem: { role: 'filter', kept: isOneOf(ECOSYSTEMS) },
    suspicious: { role: 'filter', kept: isFlag },
    unacknowledged: { role: 'filter', kept: isFlag },
    range: { role: 'filter', kept: undefined, isClearedFirst: true },
    folded: { role: 'order', kept: isFlag },
    histogram: { role: 'layout', kept: isFlag },
    raw: { role: 'layout', kept: undefined },
  },
  query: EVENT_QUERY,
  found: {
    textsOf(slice, field, record) {
      if (!isOfMachine(field)) {
        return undefined;
      }
      const [client] = textsAt(record, ['client_id']);
      const name = client === undefined ? undefined : namesOf(slice, field).get(client);
      return name === undefined ? [] : [name];
    },
    known: (slice, field) =>
      isOfMachine(field) ? [...new Set(namesOf(slice, field).values())].slice(0, MOST_HOSTS) : [],
  },
  feeds: ['events'],
  listed: listFeed,
  isFiltering: (slice) => selectFiltering(slice) !== undefined,
  counted: ({ events }) => feedCompleteness(events.getState()),
  marked: (slice, marks) => markedEventsOf(slice).count(marks),
  known: ({ events }, most) =>
    events
      .getState()
      .rows.slice(0, most)
      .map(({ event }) => event.raw),
  offered: () => OFFERED.map((name) => findField(EVENT_QUERY, name).field),
  sorting: ({ view }) => view.getState().events.sort,
};
