import type { ServerTime } from './server-time.ts';
import { Slice } from './slice.ts';
import type { SliceOutcome, SliceReader } from './slice-reader.ts';

/** How far back the first window reaches, in seconds: the first of these that holds enough. */
const FIRST_WINDOWS = [300, 3600, 21_600, 86_400, 7 * 86_400, 60 * 86_400];

/** With all events after a time in milliseconds, or with at least so many of the newest. */
export type BeginAt = { readonly since: number } | { readonly newest: number };

/** The first window, and what came of its first request. */
export interface Begun {
  readonly head: Slice;
  readonly outcome: SliceOutcome;
  /** Server time of the first request of all, in milliseconds. */
  readonly startedAt: number;
}

/** Finds the window that the tail begins with. What was asked for before a failure is not asked for again. */
export class Beginning {
  readonly #begin: BeginAt;
  readonly #until: number | undefined;
  readonly #reader: SliceReader;
  readonly #serverTime: ServerTime;
  #startedAt: number | undefined;
  #total: number | undefined;
  #window = 0;

  /** `until`, in seconds, ends the first window; otherwise it has no end. */
  constructor(begin: BeginAt, until: number | undefined, reader: SliceReader, serverTime: ServerTime) {
    this.#begin = begin;
    this.#until = until;
    this.#reader = reader;
    this.#serverTime = serverTime;
  }

  /** Events that the server counted in all at the start; undefined when that was not asked. */
  get total(): number | undefined {
    return this.#total;
  }

  /** Makes requests until the first window is found. Throws when one fails. */
  async read(overlap: number, signal: AbortSignal): Promise<Begun> {
    const begin = this.#begin;
    if ('since' in begin) {
      const since = Math.floor(begin.since / 1000);
      const head = new Slice({ since, until: this.#until }, 'live', 'the first events');
      return this.#begun(head, await this.#reader.step(head, overlap, signal));
    }
    if (this.#startedAt === undefined) {
      const all = this.#newest(0);
      const outcome = await this.#reader.step(all, overlap, signal);
      this.#startedAt = all.startedAt;
      this.#total = all.total;
      if (outcome.kind === 'complete') {
        return this.#begun(all, outcome);
      }
    }
    for (;;) {
      const span = FIRST_WINDOWS[this.#window];
      const now = Math.floor(this.#serverTime.now() / 1000);
      const end = Math.min(now, this.#until ?? now);
      const slice = this.#newest(span === undefined ? 0 : end - span);
      const outcome = await this.#reader.step(slice, overlap, signal);
      const enough = Math.min(begin.newest, this.#total ?? begin.newest);
      if (span === undefined || (slice.total ?? enough) >= enough) {
        return this.#begun(slice, outcome);
      }
      this.#window++;
    }
  }

  #begun(head: Slice, outcome: SliceOutcome): Begun {
    return { head, outcome, startedAt: this.#startedAt ?? head.startedAt ?? this.#serverTime.now() };
  }

  #newest(since: number): Slice {
    return new Slice({ since, until: this.#until }, 'history', 'the newest events');
  }
}
