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

const FIRST = 'the newest events';
const NEWER = 'new events';

/** A window that is being read. It is complete when as many distinct ids were collected as the server counts in it. */
interface Walk {
  readonly since: string;
  readonly purpose: string;
  readonly collected: Set<string>;
  offset: number;
  damaged: number;
  /** How many ids were collected when reading last began at the start of the list. */
  collectedAtStart: number;
  /** Server time of the first request; undefined before it. */
  startedAt: number | undefined;
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
  /** A window that a failure interrupted, to be gone on with. */
  #walk: Walk | undefined;

  constructor(client: Client, store: EventsStore, clock: Clock) {
    this.#client = client;
    this.#store = store;
    this.#clock = clock;
  }

  /** Reads what is new. Throws when a request fails; what was read is kept, and the next poll goes on from there. */
  async poll(signal: AbortSignal): Promise<void> {
    this.#walk ??= startWalk(await this.#nextWindow(signal), this.#watermark === undefined ? FIRST : NEWER);
    const walk = this.#walk;
    const result = await this.#read(walk, signal);
    if (result !== 'more') {
      this.#walk = undefined;
    }
    if (result === 'complete' && walk.startedAt !== undefined) {
      this.#watermark = Math.max(this.#watermark ?? 0, walk.startedAt);
    }
    this.#store.setState({
      receivedAt: this.#clock.now(),
      failure: undefined,
      damaged: walk.damaged,
      completeThrough: this.#watermark,
    });
  }

  /** Where the next window begins: before the last complete read, or far enough back to fill some screens. */
  async #nextWindow(signal: AbortSignal): Promise<number> {
    if (this.#watermark !== undefined) {
      return this.#watermark - OVERLAP;
    }
    const probe = await listEvents(this.#client, { limit: 1 }, signal, 'how many events there are');
    const total = probe.value.pagination?.total;
    const now = probe.facts.serverDate ?? this.#clock.now();
    this.#store.setState({ totalAtServer: total });
    for (const window of FIRST_WINDOWS) {
      const since = new Date(now - window).toISOString();
      const { value } = await listEvents(this.#client, { limit: PAGE, since }, signal, FIRST);
      this.#put(value.rows);
      const found = value.pagination?.total ?? value.rows.length;
      if (found >= Math.min(FIRST_SCREENS, total ?? FIRST_SCREENS)) {
        return now - window;
      }
    }
    return now - (FIRST_WINDOWS.at(-1) ?? HOUR);
  }

  /**
   * Reads a window page by page. Resolves with whether all of it is known, or that there is more than one poll reads:
   * the next one goes on.
   */
  async #read(walk: Walk, signal: AbortSignal): Promise<'complete' | 'incomplete' | 'more'> {
    for (let page = 0; page < MOST_PAGES; page++) {
      const query = { limit: PAGE, offset: walk.offset, since: walk.since };
      const { value, facts } = await listEvents(this.#client, query, signal, walk.purpose);
      walk.startedAt ??= facts.serverDate ?? this.#clock.now() - MINUTE;
      for (const event of value.rows) {
        walk.collected.add(event.id);
      }
      this.#put(value.rows);
      walk.damaged += value.damaged.length;
      const read = value.rows.length + value.damaged.length;
      walk.offset += read;
      const known = walk.collected.size + walk.damaged;
      const total =
        value.pagination?.total ?? (value.pagination?.has_more === true ? walk.offset + 1 : known);
      if (known >= total) {
        return 'complete';
      }
      if (read === 0 || walk.offset >= total) {
        if (walk.damaged > 0 || walk.collected.size === walk.collectedAtStart) {
          return 'incomplete';
        }
        // What was inserted meanwhile moved the rest on, so what lacks stands among what was read.
        walk.offset = 0;
        walk.collectedAtStart = walk.collected.size;
      }
    }
    return 'more';
  }

  #put(events: readonly SecurityEvent[]): void {
    const at = this.#clock.now();
    // The first window is the past: nothing in it is news to somebody who has only just started to look.
    const added = this.#store.apply(events, { at, fromHistory: this.#watermark === undefined });
    this.#store.setState({ receivedAt: at });
    const { totalAtServer } = this.#store.getState();
    if (this.#watermark !== undefined && totalAtServer !== undefined) {
      this.#store.setState({ totalAtServer: totalAtServer + added });
    }
  }
}

function startWalk(from: number, purpose: string): Walk {
  return {
    since: new Date(from).toISOString(),
    purpose,
    collected: new Set(),
    offset: 0,
    damaged: 0,
    collectedAtStart: 0,
    startedAt: undefined,
  };
}
