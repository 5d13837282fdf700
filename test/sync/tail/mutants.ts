import { vi } from 'vitest';

import type { AnswerFacts } from '../../../src/api/answer-facts.ts';
import { listEvents } from '../../../src/api/events.ts';
import { parseTime } from '../../../src/lib/format-time.ts';
import { CountTrust } from '../../../src/sync/lists/count-trust.ts';
import { EventTail, type TailOptions } from '../../../src/sync/tail/event-tail.ts';
import { LateEventScan } from '../../../src/sync/tail/late-event-scan.ts';
import { ServerTime } from '../../../src/sync/tail/server-time.ts';
import type { Reader } from './tail-run.ts';

/** The tail without looking back at what came before the last complete read. */
export function withoutOverlap(options: TailOptions): Reader {
  vi.spyOn(LateEventScan.prototype, 'begin').mockImplementation((since) => since);
  return new EventTail({ ...options, rules: { overlap: () => 0 } });
}

/** The tail that leaves to its audits what is later than the least overlap. */
export function withoutLateLooks(options: TailOptions): Reader {
  vi.spyOn(LateEventScan.prototype, 'begin').mockImplementation((since) => since);
  return new EventTail(options);
}

/** The tail without counting what lies before its polls. */
export function withoutAudits(options: TailOptions): Reader {
  return new EventTail({ ...options, rules: { audits: [] } });
}

/** The tail that goes on asking by a count, however often it is contradicted. */
export function countBelievedForEver(options: TailOptions): Reader {
  vi.spyOn(CountTrust.prototype, 'isTrusted', 'get').mockReturnValue(true);
  return new EventTail(options);
}

type Tell = (this: ServerTime, facts?: AnswerFacts) => number;

/** The tail that takes no answer for earlier than the one before it. */
export function clockNeverGoesBack(options: TailOptions): Reader {
  const methods = Object.getOwnPropertyDescriptors(ServerTime.prototype);
  const take = methods.take.value as Tell;
  const now = methods.now.value as Tell;
  let latest = 0;
  vi.spyOn(ServerTime.prototype, 'take').mockImplementation(function (this: ServerTime, facts) {
    latest = Math.max(latest, take.call(this, facts));
    return latest;
  });
  vi.spyOn(ServerTime.prototype, 'now').mockImplementation(function (this: ServerTime) {
    latest = Math.max(latest, now.call(this));
    return latest;
  });
  return new EventTail(options);
}

/** The usual way to follow a feed: everything after the newest timestamp that was seen. */
export function watermarkIsNewestTimestamp(options: TailOptions): Reader {
  let newest = 'since' in options.begin ? options.begin.since : options.clock.now() - 3_600_000;
  return {
    async poll(signal) {
      const since = new Date(newest).toISOString();
      for (let offset = 0, total = 1; offset < total;) {
        const { value } = await listEvents(options.client, { since, offset }, signal);
        give(options, value.rows);
        newest = Math.max(newest, ...value.rows.map(({ timestamp }) => parseTime(timestamp) ?? 0));
        offset += Math.max(1, value.rows.length);
        total = value.pagination?.total ?? 0;
      }
    },
  };
}

/** The other usual way: the newest page, again and again. */
export function newestPageOnly(options: TailOptions): Reader {
  return {
    async poll(signal) {
      const { value } = await listEvents(options.client, { limit: 100 }, signal);
      give(options, value.rows);
    },
  };
}

const given = new WeakMap<TailOptions, Set<string>>();

function give(options: TailOptions, events: Awaited<ReturnType<typeof listEvents>>['value']['rows']): void {
  const known = given.get(options) ?? new Set();
  given.set(options, known);
  const fresh = events.filter(({ id }) => !known.has(id));
  fresh.forEach(({ id }) => known.add(id));
  const found = fresh.map((event) => ({ event, time: parseTime(event.timestamp), kind: 'new' as const }));
  options.sink(found, true);
}
