import type { Client } from '../api/client.ts';
import { listEvents } from '../api/events.ts';
import type { SecurityEvent } from '../contract/event.ts';
import type { Clock } from '../lib/clock.ts';
import type { EventsStore } from '../stores/events-store.ts';

const PAGE = 100;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How much of the past every poll reads again, so that events that arrive late are found. */
const OVERLAP = 30_000;

/** The first read looks further and further back until it holds about so many events. */
const FIRST_SCREENS = 400;
const FIRST_WINDOWS = [HOUR, 6 * HOUR, 24 * HOUR, 7 * 24 * HOUR, 60 * 24 * HOUR];
const MOST_PAGES = 40;

/** What one window holds. It is complete when as many distinct events were collected as the server counts in it. */
interface Walk {
  readonly events: readonly SecurityEvent[];
  readonly complete: boolean;
  /** Server time of the first request. */
  readonly startedAt: number;
  readonly damaged: number;
}

/**
 * Keeps the feed up to date. Every poll reads one window whole, in whatever order the server has, from before the last
 * complete read on: never from the newest timestamp, which a single event dated tomorrow would set too late.
 */
export class EventTail {
  readonly #client: Client;
  readonly #store: EventsStore;
  readonly #clock: Clock;
  /** Server time through which the feed was read whole. */
  #watermark: number | undefined;

  constructor(client: Client, store: EventsStore, clock: Clock) {
    this.#client = client;
    this.#store = store;
    this.#clock = clock;
  }

  /** Reads what is new. Throws when a request fails; what was read until then is kept. */
  async poll(signal: AbortSignal): Promise<void> {
    if (this.#watermark === undefined) {
      await this.#readFirst(signal);
    } else {
      this.#finish(await this.#walk(this.#watermark - OVERLAP, signal, 'new events'));
    }
  }

  async #readFirst(signal: AbortSignal): Promise<void> {
    const probe = await listEvents(this.#client, { limit: 1 }, signal, 'how many events there are');
    const total = probe.value.pagination?.total;
    const now = probe.facts.serverDate ?? this.#clock.now();
    this.#store.setState({ totalAtServer: total });
    for (const window of FIRST_WINDOWS) {
      const since = new Date(now - window).toISOString();
      const counted = await listEvents(this.#client, { limit: PAGE, since }, signal, 'the newest events');
      this.#put(counted.value.rows);
      const found = counted.value.pagination?.total ?? counted.value.rows.length;
      if (found >= Math.min(FIRST_SCREENS, total ?? FIRST_SCREENS) || window === FIRST_WINDOWS.at(-1)) {
        this.#finish(await this.#walk(now - window, signal, 'the newest events'));
        return;
      }
    }
  }

  #finish(walk: Walk): void {
    const at = this.#clock.now();
    if (walk.complete) {
      this.#watermark = Math.max(this.#watermark ?? 0, walk.startedAt);
    }
    this.#store.setState({
      receivedAt: at,
      failure: undefined,
      damaged: walk.damaged,
      ...(walk.complete ? { completeThrough: this.#watermark } : {}),
    });
  }

  /** Reads a window page by page until as many distinct events are known as the server says it holds. */
  async #walk(from: number, signal: AbortSignal, purpose: string): Promise<Walk> {
    const since = new Date(from).toISOString();
    const collected = new Map<string, SecurityEvent>();
    let damaged = 0;
    let startedAt: number | undefined;
    let offset = 0;
    let total = 0;
    for (let page = 0; page < MOST_PAGES; page++) {
      const { value, facts } = await listEvents(
        this.#client,
        { limit: PAGE, offset, since },
        signal,
        purpose,
      );
      startedAt ??= facts.serverDate ?? this.#clock.now() - MINUTE;
      for (const event of value.rows) {
        collected.set(event.id, event);
      }
      this.#put(value.rows);
      damaged += value.damaged.length;
      const read = value.rows.length + value.damaged.length;
      offset += read;
      total = value.pagination?.total ?? (value.pagination?.has_more === true ? offset + 1 : collected.size);
      if (collected.size + damaged >= total || read === 0) {
        break;
      }
    }
    return {
      events: [...collected.values()],
      complete: collected.size + damaged >= total,
      startedAt: startedAt ?? this.#clock.now(),
      damaged,
    };
  }

  #put(events: readonly SecurityEvent[]): void {
    const added = this.#store.apply(events, { at: this.#clock.now(), fromHistory: false });
    const { totalAtServer } = this.#store.getState();
    if (this.#watermark !== undefined && totalAtServer !== undefined) {
      this.#store.setState({ totalAtServer: totalAtServer + added });
    }
  }
}
