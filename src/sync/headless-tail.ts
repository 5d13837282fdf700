import type { Client } from '../api/client.ts';
import { listEvents } from '../api/events.ts';
import type { SecurityEvent } from '../contract/event.ts';
import type { DamagedRow } from '../contract/pagination.ts';
import type { EventsQuery } from '../contract/queries.ts';
import type { Clock } from '../lib/clock.ts';
import { parseTime } from '../lib/format-time.ts';

/** A row of the tail, and why it is given out. */
export interface FoundEvent {
  readonly event: SecurityEvent;
  /** Milliseconds since the epoch; undefined when it carries none. */
  readonly time: number | undefined;
  readonly kind: 'new' | 'late' | 'changed' | 'history';
}

/** What is known of how complete the reading is. */
export interface TailState {
  readonly completeThrough: number | undefined;
  readonly toCome: number;
  readonly gaps: readonly {
    readonly since: number;
    readonly until: number | undefined;
    readonly missing: number;
  }[];
  readonly lateRows: number;
  readonly damaged: readonly DamagedRow[];
  readonly unverified: string | undefined;
}

export interface TailOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly filter?: Pick<EventsQuery, 'outcome' | 'type' | 'ecosystem' | 'package'>;
  readonly begin: { readonly since: number } | { readonly newest: number };
  readonly until?: number;
  readonly sink: (batch: readonly FoundEvent[]) => void;
}

const PAGE = 100;
const OVERLAP = 30_000;

/** Reads the window again from before the last complete read on. */
export class EventTail {
  readonly #options: TailOptions;
  readonly #given = new Set<string>();
  readonly #ids = new Set<string>();
  #offset = 0;
  #startedAt: number | undefined;
  #damaged: readonly DamagedRow[] = [];
  #completeThrough: number | undefined;

  constructor(options: TailOptions) {
    this.#options = options;
  }

  get state(): TailState {
    return {
      completeThrough: this.#completeThrough,
      toCome: 0,
      gaps: [],
      lateRows: 0,
      damaged: this.#damaged,
      unverified: undefined,
    };
  }

  /** Reads what is new, as many pages as it takes. */
  async poll(signal: AbortSignal): Promise<{ readonly more: boolean }> {
    const { client, clock, filter, begin, until, sink } = this.#options;
    const since =
      this.#completeThrough !== undefined
        ? this.#completeThrough - OVERLAP
        : 'since' in begin
          ? begin.since
          : undefined;
    const held: FoundEvent[] = [];
    for (;;) {
      const { value, facts } = await listEvents(
        client,
        {
          ...filter,
          limit: PAGE,
          offset: this.#offset,
          since: since === undefined ? undefined : new Date(since).toISOString(),
          until: until === undefined ? undefined : new Date(until).toISOString(),
        },
        signal,
        'events',
      );
      this.#startedAt ??= facts.serverDate ?? clock.now();
      const found = value.rows
        .filter(({ id }) => !this.#given.has(id))
        .map((event) => ({ event, time: parseTime(event.timestamp), kind: 'new' as const }));
      for (const { id } of value.rows) {
        this.#given.add(id);
        this.#ids.add(id);
      }
      if (since === undefined) {
        held.push(...found);
      } else if (found.length > 0) {
        sink(found);
      }
      this.#damaged = value.damaged;
      this.#offset += value.rows.length + value.damaged.length;
      const total = value.pagination?.total ?? this.#ids.size;
      if (this.#ids.size + value.damaged.length >= total) {
        break;
      }
      if (this.#offset >= total || value.rows.length === 0) {
        this.#offset = 0;
      }
    }
    if (held.length > 0 && 'newest' in begin) {
      held.sort((left, right) => (left.time ?? 0) - (right.time ?? 0));
      sink(held.slice(-begin.newest));
    }
    this.#completeThrough = this.#startedAt;
    this.#startedAt = undefined;
    this.#offset = 0;
    this.#ids.clear();
    return { more: false };
  }
}
