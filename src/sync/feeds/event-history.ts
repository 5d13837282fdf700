import { smallest } from '../../lib/long-lists.ts';
import type { Client } from '../../api/client.ts';
import { coveredFrom, type HistoryFilter, type HistoryPart } from '../../stores/events/event-coverage.ts';
import type { CoveredPart, EventsFilter, EventsStore } from '../../stores/events/events-store.ts';
import { selectServerFilters } from '../../stores/events/select-events.ts';
import type { ViewStore } from '../../stores/view/view-store.ts';
import { BEFORE_ALL_TIMES } from '../../lib/format-time.ts';
import type { Clock } from '../../lib/clock.ts';
import type { EventFeed } from './event-feed.ts';
import { failureFrom } from '../retry/failure.ts';
import { readOlder } from '../tail/read-older.ts';
import { ServerTime } from '../tail/server-time.ts';
import { SliceReader } from '../tail/slice-reader.ts';

/** Events that are read at once when somebody scrolls back. */
const WANTED = 300;

/** Requests of it that need no pause, as long as plenty remains of the limit: the live edge must not starve. */
const HURRIED = 6;

export interface EventHistoryOptions {
  /** Every call of it is paced, and made again when it fails in a way that may pass. */
  readonly client: Client;
  /** Lets so many of the next requests leave without a pause. */
  readonly hurry: (requests: number) => void;
  readonly clock: Clock;
  readonly feed: Pick<EventFeed, 'tail' | 'show'>;
  readonly events: EventsStore;
  readonly view: ViewStore;
}

/**
 * What happened before all that is known, read when somebody scrolls back to it, in closed windows ("History"). Without
 * filters the known part of the feed grows. With filters only what passes them is asked for, and remembered to be here;
 * what was read without any answers every filter.
 */
export class EventHistory {
  readonly #options: EventHistoryOptions;
  readonly #client: Client;
  readonly #readers = new Map<string, SliceReader>();
  #reading: { readonly key: string; readonly controller: AbortController } | undefined;

  constructor(options: EventHistoryOptions) {
    this.#options = options;
    this.#client = options.client;
  }

  /** Reads on, for the filters that the feed has now. A reading for the same ones that is under way is let be. */
  async read(): Promise<void> {
    await this.readFiltered(selectServerFilters(this.#options));
  }

  /** Reads on for filters of somebody else; unhurried, every request waits for its turn. */
  async readFiltered(filters: readonly HistoryFilter[], { isHurried = true } = {}): Promise<void> {
    const { events, clock, hurry } = this.#options;
    const key = JSON.stringify(filters);
    if (this.#reading?.key === key || filters.length === 0) {
      return;
    }
    this.stop();
    if (events.isFull()) {
      events.setState({ older: 'full' });
      return;
    }
    const reading = { key, controller: new AbortController() };
    this.#reading = reading;
    events.setState({ older: 'reading', olderFailure: undefined });
    if (isHurried) {
      hurry(HURRIED);
    }
    try {
      for (const filter of filters) {
        await this.#readFor(filter, reading.controller.signal);
      }
    } catch (error) {
      if (!reading.controller.signal.aborted) {
        events.setState({ olderFailure: failureFrom(error, clock) });
      }
    } finally {
      if (this.#reading === reading) {
        this.#reading = undefined;
        events.setState({ older: 'idle' });
      }
    }
  }

  /** Reads on until all of a part of the past is here, for as long as it is asked for. */
  async readWhole({ filter, until, since }: HistoryPart, isAskedFor: () => boolean): Promise<void> {
    const { events } = this.#options;
    let before: number | undefined;
    for (;;) {
      const from = coveredFrom(events.getState(), [{ filter, until }]);
      // A reading that fails, or gives way to another one, gets no further.
      if (from === undefined || from <= since || from === before || !isAskedFor()) {
        return;
      }
      before = from;
      await this.readFiltered([{ filter, until }]);
    }
  }

  /** Gives up what is being read. */
  stop(): void {
    this.#reading?.controller.abort();
    this.#reading = undefined;
    this.#options.events.setState({ older: 'idle' });
  }

  async #readFor({ filter, until }: HistoryFilter, signal: AbortSignal): Promise<void> {
    const { events, feed } = this.#options;
    const since = coveredFrom(events.getState(), [{ filter, until }]);
    if (since === undefined || since === BEFORE_ALL_TIMES) {
      return;
    }
    // What lies between the end of what is wanted and what is here is passed over.
    const floor = Math.min(Math.floor(since / 1000), Math.floor((until ?? since) / 1000) + 1);
    // The known part of the feed grows only where what is wanted follows on it; a window far before it is read by itself.
    const follows = since === events.getState().coveredSince && floor * 1000 + 1000 > since;
    if (Object.keys(filter).length === 0 && follows) {
      await feed.tail.readOlder(WANTED, this.#client, signal);
      feed.show();
      return;
    }
    const reader = this.#readerFor(filter);
    const older = await readOlder(reader, floor, WANTED, 0, signal);
    events.setState(({ coverage }) => {
      const isSame = (part: CoveredPart) => JSON.stringify(part.filter) === JSON.stringify(filter);
      // One that ended a little earlier, as the end of the filters has moved on since, is grown together with this one.
      const isGrown = (part: CoveredPart) =>
        isSame(part) &&
        (part.until === until ||
          (part.until !== undefined &&
            (until === undefined || part.until < until) &&
            part.until >= older.since * 1000));
      const grown = coverage.filter(isGrown);
      const part = {
        filter,
        since: smallest(
          grown.map(({ since: earlier }) => earlier),
          older.since * 1000,
        ),
        ...(until === undefined ? {} : { until }),
        incomplete: grown.reduce((sum, { incomplete }) => sum + incomplete, older.lacking.length),
      };
      return { coverage: [...coverage.filter((other) => !isGrown(other)), part] };
    });
  }

  #readerFor(filter: EventsFilter): SliceReader {
    const { clock, events } = this.#options;
    const key = JSON.stringify(filter);
    let reader = this.#readers.get(key);
    if (reader === undefined) {
      reader = new SliceReader({
        client: this.#client,
        clock,
        filter,
        serverTime: new ServerTime(clock),
        receive: (read) => {
          const rows = read.map(({ event }) => event);
          events.apply(rows, { at: clock.now(), fromHistory: true });
        },
      });
      this.#readers.set(key, reader);
    }
    return reader;
  }
}
