import type { SecurityEvent } from '../../contract/event.ts';
import { delay } from '../../lib/clock.ts';
import { smallest } from '../../lib/long-lists.ts';
import { followEvents, type ReadingOptions } from '../follow/follow-events.ts';
import { Backoff } from '../retry/backoff.ts';
import type { FoundEvent, TailState } from '../tail/event-tail.ts';
import { FeedNotes, type FeedNote } from './feed-notes.ts';
import type { ForwardPosition } from './forward-position.ts';
import { batchesOf, PauseError, type OutgoingRecord, type Receiver, type RefusedRecord } from './receiver.ts';

/** Where the position is kept. Both resolve once what is written would outlast a crash, and reject when it cannot be written. */
export interface PositionStore {
  append(line: string): Promise<void>;
  /** Puts these lines in the place of all that was written. */
  replace(lines: Iterable<string>): Promise<void>;
}

/** What happened so far, for metrics and a last word. */
export interface ForwardFigures {
  /** Events that the receiver has taken, those that were sent again counted once. */
  readonly taken: number;
  /** Of these, the ones that happened before a time through which everything had been forwarded. */
  readonly late: number;
  /** Events that the receiver will never take; they are kept where the caller put them. */
  readonly refused: number;
  /** Batches that were taken, and how often one had to be sent again. */
  readonly batches: number;
  readonly retries: number;
  /** Events that were read and not taken yet. */
  readonly waiting: number;
  /** Windows of which events are missing, and rows that could not be read. */
  readonly gaps: number;
  readonly damaged: number;
  /** Why it is not certain that every event was read; undefined while it is. */
  readonly doubt: string | undefined;
  /** Through when everything was forwarded, in milliseconds; undefined before the first complete reading. */
  readonly through: number | undefined;
}

export interface ForwardOptions extends Omit<ReadingOptions, 'begin' | 'until' | 'known'> {
  /** The server's time, in milliseconds. */
  readonly now: () => number;
  readonly position: ForwardPosition;
  readonly store: PositionStore;
  readonly receiver: Receiver;
  /** The line of an event, or of a note on the feed. */
  readonly format: { event(event: SecurityEvent): string; note(note: FeedNote): string };
  /** Keeps what the receiver will never take; resolves once that would outlast a crash. */
  readonly keepRefused: (refused: readonly RefusedRecord[]) => Promise<void>;
  /** How long events are remembered, in milliseconds, and how many at most: what comes in later than that is not found. */
  readonly remember: { readonly milliseconds: number; readonly events: number };
  /** Ends the sending of what was read, some time after `signal` has ended the reading. */
  readonly sendingSignal: AbortSignal;
  /** Hears why something could not be sent or written, and when it is tried again; undefined once that is over. */
  readonly onTrouble: (trouble: ForwardTrouble | undefined) => void;
  readonly onFigures?: (figures: ForwardFigures) => void;
}

/** What keeps events from being forwarded. */
export interface ForwardTrouble {
  readonly error: unknown;
  /** Since when, and when it is tried again, in milliseconds of the clock. */
  readonly since: number;
  readonly until: number;
}

/** What lies longer back is read in windows, the earliest first, each forwarded before the next one is read. */
const FAR_BACK = 2 * 3_600_000;

/** Milliseconds of the first such window; the next are wider or narrower by how much it held. */
const FIRST_WIDTH = 3_600_000;
const [LEAST_WIDTH, MOST_WIDTH] = [60_000, 7 * 86_400_000];
const [FEW, MANY] = [2000, 20_000];

/** Where it is never certain that every event was read, what is so long past is taken to have been, in milliseconds. */
const UNVERIFIED_MARGIN = 86_400_000;

/** Milliseconds between two notes of how far it has come where nothing was sent. */
const NOTE_EVERY = 30_000;

/** The file of the position is written anew once it holds so many ids more than are remembered. */
const MOST_OUTDATED = 5000;

/**
 * Forwards events to a receiver until the signal aborts: each at least once, with its id, and none left out. What was taken is
 * noted in the position behind each batch, and never before it, so that a crash at any moment costs nothing but that a batch
 * is sent again. A receiver that is slow, or takes nothing, keeps the feed from being read on, and is tried again for ever.
 * Rejects with the errors of reading that waiting does not mend.
 */
export async function forwardEvents(options: ForwardOptions): Promise<void> {
  await new Forwarding(options).run();
}

class Forwarding {
  readonly #options: ForwardOptions;
  readonly #notes = new FeedNotes();
  readonly #backoff: Backoff;
  /** What is to be sent and noted, one after the other. */
  #queue: Promise<void> = Promise.resolve();
  #state: TailState | undefined;
  /** Where windows of the far past lack events, in milliseconds. */
  #lackingSince = Number.POSITIVE_INFINITY;
  #through: number | undefined;
  #outdated = 0;
  #notedAt = Number.NEGATIVE_INFINITY;
  #figures = { taken: 0, late: 0, refused: 0, batches: 0, retries: 0, waiting: 0 };

  constructor(options: ForwardOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.random);
    this.#through = options.position.through;
  }

  async run(): Promise<void> {
    const { position, signal, now } = this.#options;
    try {
      let width = FIRST_WIDTH;
      // From the beginning of what is remembered: of that, too, something may have come in while nothing was forwarded.
      for (let from = position.begin; now() - from > FAR_BACK && !signal.aborted;) {
        const taken = this.#figures.taken;
        const until = Math.min(from + width, now() - FAR_BACK / 2);
        const state = await this.#follow(from, until);
        await this.#queue;
        if (state === undefined || signal.aborted) {
          return;
        }
        this.#lackingSince = smallest(earliestGap(state), this.#lackingSince);
        this.#sendNotes(new FeedNotes().of(state, now()).filter(({ kind }) => kind === 'gap'));
        await this.#enqueue(() => this.#move(until - 1, []));
        this.#through = position.through;
        from = until - 1;
        const found = this.#figures.taken - taken;
        width = found < FEW ? width * 4 : found > MANY ? width / 2 : width;
        width = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width));
      }
      if (!signal.aborted) {
        await this.#follow(position.begin, undefined);
      }
    } finally {
      await this.#queue;
    }
  }

  /** Reads and sends what happened after `since`, and before `until` where there is one. */
  #follow(since: number, until: number | undefined): Promise<TailState | undefined> {
    const { position } = this.#options;
    return followEvents({
      ...this.#options,
      begin: { since },
      ...(until === undefined ? {} : { until }),
      known: position.takenSince(since),
      write: (rows) => {
        this.#figures.waiting += rows.length;
        return this.#enqueue(() => this.#sendEvents(rows));
      },
      progress: (state, _changed, heldSince) => this.#progress(state, heldSince, until === undefined),
    });
  }

  /** Does something once all that was to be done before is. What is queued does not reject. */
  #enqueue(run: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(() => (this.#options.sendingSignal.aborted ? undefined : run()));
    return this.#queue;
  }

  #progress(state: TailState, heldSince: number | undefined, isPresent: boolean): void {
    this.#state = state;
    const { clock, now } = this.#options;
    if (isPresent) {
      this.#sendNotes(this.#notes.of(state, now()));
    }
    const through = throughOf(state);
    if (isPresent && through !== undefined) {
      const held = (heldSince ?? Number.POSITIVE_INFINITY) - 1;
      const sure = Math.min(through, held);
      const isDue = clock.monotonic() - this.#notedAt >= NOTE_EVERY;
      this.#notedAt = isDue ? clock.monotonic() : this.#notedAt;
      // Once all that is sent before it was taken.
      void this.#enqueue(async () => {
        this.#through = Math.max(sure, this.#through ?? sure);
        if (isDue) {
          await this.#move(sure, earliestGap(state));
        }
        this.#reportFigures();
      });
    }
    this.#reportFigures();
  }

  #sendNotes(notes: readonly FeedNote[]): void {
    if (notes.length > 0) {
      const records = notes.map((note) => ({ id: undefined, line: this.#options.format.note(note) }));
      void this.#enqueue(async () => void (await this.#deliver(records)));
    }
  }

  async #sendEvents(rows: readonly FoundEvent[]): Promise<void> {
    const { receiver, position, format } = this.#options;
    // What was found again by another window, or by a reading that began anew.
    const found = rows.filter(({ event }) => !position.has(event.id));
    const through = this.#through ?? Number.NEGATIVE_INFINITY;
    for (const batch of batchesOf(found, receiver.most, ({ event }) => ({
      id: event.id,
      line: format.event(event),
    }))) {
      const refused = await this.#deliver(batch.map(({ record }) => record));
      if (refused === undefined) {
        return;
      }
      const taken = batch.map(({ item: { event, time } }) => ({ id: String(event.id), time }));
      if (!(await this.#append(position.take(taken)))) {
        return;
      }
      this.#outdated += taken.length;
      this.#figures.taken += taken.length - refused;
      this.#figures.refused += refused;
      this.#figures.late += taken.filter(({ time }) => time !== undefined && time <= through).length;
      await this.#compact();
    }
    this.#figures.waiting -= rows.length;
    this.#reportFigures();
  }

  /** Sends records until they are taken; how many of them the receiver refused for good, or undefined when sending was ended before. */
  async #deliver(records: readonly OutgoingRecord[]): Promise<number | undefined> {
    const { receiver, sendingSignal, keepRefused } = this.#options;
    const refused = await this.#untilDone(() => receiver.send(records, sendingSignal));
    if (refused === undefined) {
      return undefined;
    }
    if (
      refused.length > 0 &&
      (await this.#untilDone(async () => (await keepRefused(refused), true))) === undefined
    ) {
      return undefined;
    }
    this.#figures.batches++;
    return refused.filter(({ record }) => record.id !== undefined).length;
  }

  /** Writes a line of the position; false when that was ended before it could be. */
  async #append(line: string): Promise<boolean> {
    return (await this.#untilDone(async () => (await this.#options.store.append(line), true))) ?? false;
  }

  /** Notes that all was taken through a time, but for what lacks in windows from `gaps` on: that is tried again at a restart. */
  async #move(through: number, gaps: readonly number[]): Promise<void> {
    const { position, remember } = this.#options;
    const earliest = through - remember.milliseconds;
    const lacking = smallest([...gaps, this.#lackingSince].filter((time) => time > earliest));
    const begin = Math.min(through, lacking - 1, Math.max(earliest, position.beginFor(remember.events)));
    const size = position.size;
    if (begin > position.begin || through > (position.through ?? Number.NEGATIVE_INFINITY)) {
      await this.#append(position.move(begin, through));
      this.#outdated += size - position.size;
      await this.#compact();
    }
  }

  async #compact(): Promise<void> {
    const { position, store } = this.#options;
    if (this.#outdated > MOST_OUTDATED + position.size) {
      this.#outdated = 0;
      await this.#untilDone(async () => (await store.replace(position.lines()), true));
    }
  }

  /** Tries something until it succeeds, with pauses that grow; undefined when sending was ended before. */
  async #untilDone<Result>(attempt: () => Promise<Result>): Promise<Result | undefined> {
    const { clock, sendingSignal, onTrouble } = this.#options;
    const startedAt = clock.now();
    for (let isFirst = true; ; isFirst = false) {
      try {
        sendingSignal.throwIfAborted();
        const result = await attempt();
        if (!isFirst) {
          this.#backoff.reset();
          onTrouble(undefined);
        }
        return result;
      } catch (error) {
        if (sendingSignal.aborted) {
          return undefined;
        }
        this.#figures.retries++;
        const pause = Math.max(this.#backoff.next(), error instanceof PauseError ? error.pause : 0);
        onTrouble({ error, since: startedAt, until: clock.now() + pause });
        this.#reportFigures();
        await delay(clock, pause, sendingSignal).catch(() => undefined);
      }
    }
  }

  #reportFigures(): void {
    const { onFigures } = this.#options;
    const { gaps, damaged, doubt } = this.#state ?? { gaps: [], damaged: [], doubt: undefined };
    onFigures?.({
      ...this.#figures,
      gaps: gaps.length,
      damaged: damaged.length,
      doubt,
      through: this.#through,
    });
  }
}

/** Through when all was read, certainly or, where that is never certain, as far as the server gave it. */
function throughOf({ completeThrough, readThrough, doubt }: TailState): number | undefined {
  return (
    completeThrough ??
    (doubt === undefined || readThrough === undefined ? undefined : readThrough - UNVERIFIED_MARGIN)
  );
}

/** Where the first window begins of which events are missing, in milliseconds; none where none are. */
function earliestGap({ gaps }: TailState): readonly number[] {
  const earliest = smallest(gaps.map(({ since }) => since * 1000));
  return Number.isFinite(earliest) ? [earliest] : [];
}
