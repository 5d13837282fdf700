import type { TimeWindow } from '../base/event-window.ts';
import type { Database } from './database.ts';

/** One kind of event: its codes of type, outcome and ecosystem. */
export interface EventKind {
  readonly type: number;
  readonly outcome: number;
  readonly ecosystem: number;
}

export interface KindCount extends EventKind {
  readonly count: number;
}

const HOUR = 60 * 60 * 1000;
/** The "hour" under which all events are counted. */
const ALL_TIME = -1;

/** Counts events that are being stored. To be called inside the transaction that stores them. */
export function addToCounts(
  database: Database,
  organization: number,
  events: Iterable<EventKind & { readonly timestamp: number }>,
): void {
  const sums = new Map<string, KindCount & { hour: number; count: number }>();
  for (const { timestamp, type, outcome, ecosystem } of events) {
    for (const hour of [ALL_TIME, Math.floor(timestamp / HOUR)]) {
      const key = `${hour} ${type} ${outcome} ${ecosystem}`;
      const sum = sums.get(key);
      if (sum === undefined) {
        sums.set(key, { hour, type, outcome, ecosystem, count: 1 });
      } else {
        sum.count++;
      }
    }
  }
  const add = database.statement(
    `INSERT INTO event_counts (organization, hour, type, outcome, ecosystem, count) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  for (const { hour, type, outcome, ecosystem, count } of sums.values()) {
    add.run(organization, hour, type, outcome, ecosystem, count);
  }
}

/**
 * How many events of each kind an organization has in a window: whole hours from the counters, and only what lies in
 * the broken hours at both ends is counted one by one.
 */
export function countByKind(
  database: Database,
  organization: number,
  window: TimeWindow,
): readonly KindCount[] {
  if (window.from === undefined && window.to === undefined) {
    return countHours(database, organization, ALL_TIME, ALL_TIME + 1);
  }
  const from = window.from ?? 0;
  const to = window.to ?? Number.MAX_SAFE_INTEGER;
  const firstHour = Math.max(0, Math.ceil(from / HOUR));
  const endHour = Math.floor(to / HOUR);
  if (firstHour >= endHour) {
    return countOneByOne(database, organization, from, to);
  }
  return [
    ...countOneByOne(database, organization, from, firstHour * HOUR),
    ...countHours(database, organization, firstHour, endHour),
    ...(window.to === undefined ? [] : countOneByOne(database, organization, endHour * HOUR, to)),
  ];
}

function countHours(database: Database, organization: number, from: number, to: number): KindCount[] {
  return database.all<KindCount>(
    `SELECT type, outcome, ecosystem, sum(count) AS count FROM event_counts
      WHERE organization = ? AND hour >= ? AND hour < ? GROUP BY type, outcome, ecosystem`,
    organization,
    from,
    to,
  );
}

function countOneByOne(database: Database, organization: number, from: number, to: number): KindCount[] {
  return from >= to
    ? []
    : database.all<KindCount>(
        `SELECT type, outcome, ecosystem, count(*) AS count FROM events INDEXED BY events_by_time
          WHERE organization = ? AND timestamp >= ? AND timestamp < ? GROUP BY type, outcome, ecosystem`,
        organization,
        from,
        to,
      );
}
