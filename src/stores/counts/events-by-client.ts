import type { Untrusted } from '../../lib/untrusted.ts';
import { coveredFrom } from '../events/event-coverage.ts';
import type { EventsSlice } from '../events/events-slice.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import type { HostByClient } from '../events/event-filter.ts';
import { eventCountField } from './event-count-fields.ts';
import type { Counts } from './counts.ts';
import type { EventCounting, LiveEventCounts } from './live-event-counts.ts';

const HOUR = 3_600_000;

/** Bars of the last day, and how long each is. */
const BARS = 12;
const EACH = 2 * HOUR;

/** How many of the loaded events a machine had in the last day. */
export interface ClientEvents {
  readonly total: number;
  /** Some of that day are not loaded, or not counted yet: there may be more. */
  readonly isLeast: boolean;
  /** One bar after the other; undefined where nothing of its time is loaded. */
  readonly bars: readonly (number | undefined)[];
}

/** The loaded events of the last day by client. */
export interface EventsByClient {
  /** What it costs follows the number of bars. */
  of(client: Untrusted): ClientEvents;
}

export interface ClientEventsSlice extends EventsSlice {
  /** All loaded events, counted by client. */
  readonly clientEvents: LiveEventCounts;
}

const client = eventCountField('client');
const BY_CLIENT: EventCounting = {
  key: 'client',
  fields: 'problem' in client ? [] : [client],
  passes: undefined,
};
const NO_HOSTS: HostByClient = new Map();

/** The same object for as long as it says the same. */
const eventsByClient = memoizeLast(
  (counts: Counts, _version: number, until: number, knownFrom: number): EventsByClient => ({
    of(id) {
      const group = counts.groupOf([id]);
      const since = until - BARS * EACH;
      const bars = Array.from({ length: BARS }, (_, index) => {
        const begin = since + index * EACH;
        return begin + EACH <= knownFrom
          ? undefined
          : (group?.countWithin(Math.max(begin, knownFrom), begin + EACH) ?? 0);
      });
      return {
        total: bars.reduce<number>((sum, count) => sum + (count ?? 0), 0),
        isLeast: knownFrom > since,
        bars,
      };
    },
  }),
);

/**
 * The loaded events of the last day by client, up to the end of a minute. They are counted in slices, newest first; from then
 * on what it costs follows the events that change.
 */
export function selectEventsByClient(stores: ClientEventsSlice, minute: number): EventsByClient {
  const events = stores.events.getState();
  const { counts, version, counting } = stores.clientEvents.look(events.rows, BY_CLIENT, NO_HOSTS);
  const loaded = coveredFrom(events, [{ filter: {}, until: undefined }]) ?? Number.POSITIVE_INFINITY;
  const counted = counting === undefined ? undefined : events.rows.at(counting.looked - 1)?.time;
  return eventsByClient(counts, version, minute, Math.max(loaded, counted ?? loaded));
}
