import { parseChoices } from '../../../src/server/base/choices.ts';
import { showAgent, showEvent } from '../../../src/server/routes/present.ts';
import type { EventRecord } from '../../../src/server/base/records.ts';
import { createSyntheticOrganization } from '../../../src/server/synth/organization.ts';

/** Events of a synthetic organization, as a server would send them, oldest first. */
export interface Feed {
  readonly agents: readonly unknown[];
  /** The body of a page of GET /events, newest first, as the specification has it, and how many rows are in it. */
  page(query: URLSearchParams, longest: number): { readonly body: string; readonly rows: number };
  /** Adds so many events that happen at that time, in milliseconds. */
  add(count: number, at: number): void;
}

interface StoredEvent {
  readonly time: number;
  readonly record: EventRecord;
  readonly text: string;
}

const AGENTS = 400;
const CHOICES = parseChoices([]);

/**
 * The console reads back in time by itself, twice as far each time, until it has 20,000 events: by so many in the newer
 * part of the history and all others in the part that the next step reads whole, everything is read without a key.
 */
const NEWER_EVENTS = 15_000;
const NEWER_SPAN = 3_600_000;

/** Makes a feed with that many events in its past, the newest of them just now. */
export function makeFeed(count: number, now = Date.now()): Feed {
  const organization = createSyntheticOrganization({
    seed: 7,
    agents: AGENTS,
    events: count,
    sessions: 1,
    eventsPerSecond: 20,
    policySyncSeconds: 900,
    until: now,
  });
  const records = [...organization.history()].flatMap(({ events: batch }) => batch);
  const newer = Math.min(NEWER_EVENTS, records.length);
  const older = records.length - newer;
  const events = records.map((record, index): StoredEvent => {
    const back =
      index >= older
        ? ((records.length - index) / newer) * NEWER_SPAN
        : NEWER_SPAN * (1 + (0.9 * (older - index)) / older);
    return stored(record, record.id, now - back);
  });
  let added = 0;

  function select(query: URLSearchParams): readonly StoredEvent[] {
    const since = Date.parse(query.get('since') ?? '');
    const until = Date.parse(query.get('until') ?? '');
    const from = Number.isNaN(since) ? 0 : firstAfter(events, since);
    const to = Number.isNaN(until) ? events.length : firstAfter(events, until - 1);
    const facets = {
      type: query.get('type'),
      outcome: query.get('outcome'),
      ecosystem: query.get('ecosystem'),
      package: query.get('package'),
    };
    const within = events.slice(from, to);
    return Object.values(facets).every((facet) => facet === null)
      ? within
      : within.filter(
          ({ record }) =>
            (facets.type ?? record.type) === record.type &&
            (facets.outcome ?? record.outcome) === record.outcome &&
            (facets.ecosystem ?? record.subject.ecosystem) === record.subject.ecosystem &&
            (facets.package ?? record.subject.package) === record.subject.package,
        );
  }

  return {
    agents: organization.agents.map(showAgent),
    page(query, longest) {
      const selected = select(query);
      const limit = Math.min(longest, Number(query.get('limit') ?? 50));
      const offset = Number(query.get('offset') ?? 0);
      const end = Math.max(0, selected.length - offset);
      const rows = selected.slice(Math.max(0, end - limit), end).reverse();
      const pagination = {
        limit,
        offset,
        total: selected.length,
        has_more: offset + rows.length < selected.length,
      };
      const texts = rows.map(({ text }) => text).join(',');
      return { body: `{"events":[${texts}],"pagination":${JSON.stringify(pagination)}}`, rows: rows.length };
    },
    add(more, at) {
      for (let index = 0; index < more; index++) {
        const record = records[added % records.length];
        if (record === undefined) {
          return;
        }
        events.push(stored(record, `evt_live_${String(++added)}`, at));
      }
    },
  };
}

/** Timestamps say whole seconds, and bounds are compared with what they say. */
function stored(record: EventRecord, id: string, at: number): StoredEvent {
  const time = Math.floor(at / 1000) * 1000;
  return { time, record, text: JSON.stringify(showEvent({ ...record, id, timestamp: time }, CHOICES)) };
}

/** The place of the first event that happened after a time, in a list by time. */
function firstAfter(events: readonly StoredEvent[], time: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.time ?? 0) <= time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
