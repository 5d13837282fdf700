import type { ServerTime } from './server-time.ts';
import { Slice } from './slice.ts';
import type { SliceOutcome, SliceReader } from './slice-reader.ts';
import { widthFor } from './window-width.ts';
import { FROM_THE_FIRST, reachingBackTo } from './window.ts';

/** How far back the first window reaches when nothing says how far it should, in seconds. */
const FIRST_WIDTH = 3600;

/** Each next window is so many times as wide when one holds too little. */
const WIDER = 8;

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
export class FirstWindow {
  readonly #begin: BeginAt;
  readonly #until: number | undefined;
  readonly #reader: SliceReader;
  readonly #serverTime: ServerTime;
  #startedAt: number | undefined;
  #total: number | undefined;
  #width = FIRST_WIDTH;

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
      const head = new Slice({ since, until: this.#until }, 'live', 'the first events', { isOfHead: true });
      return this.#begun(head, await this.#reader.step(head, overlap, signal));
    }
    if (this.#startedAt === undefined) {
      const all = this.#newest(FROM_THE_FIRST);
      let outcome = await this.#reader.step(all, overlap, signal);
      while (outcome.kind === 'more' && all.state.isProbingEnd) {
        outcome = await this.#reader.step(all, overlap, signal);
      }
      this.#startedAt = all.started?.at;
      this.#total = all.total;
      if (outcome.kind === 'complete') {
        return this.#begun(all, outcome);
      }
      this.#width = widthFor(begin.newest, all.lastPage, all.total, this.#end) ?? FIRST_WIDTH;
    }
    const enough = Math.min(begin.newest, this.#total ?? begin.newest);
    for (;;) {
      const slice = this.#newest(reachingBackTo(this.#end - this.#width));
      const outcome = await this.#reader.step(slice, overlap, signal);
      if (slice.window.since === FROM_THE_FIRST || (slice.total ?? enough) >= enough) {
        return this.#begun(slice, outcome);
      }
      this.#width *= WIDER;
    }
  }

  /**
   * Where to read on from, in seconds, when a first window that began at `floor` holds too few events after all, since
   * the server does not say how many there are; undefined when it holds enough.
   */
  widerThan(floor: number): number | undefined {
    const begin = this.#begin;
    const { known } = this.#reader;
    const isEnough =
      'since' in begin || known.countInside({ since: floor, until: this.#until }) >= begin.newest;
    return isEnough || floor === FROM_THE_FIRST
      ? undefined
      : reachingBackTo(this.#end - Math.max(this.#width, this.#end - floor) * WIDER);
  }

  /** Where the newest events are, in seconds. */
  get #end(): number {
    const now = Math.floor(this.#serverTime.now() / 1000);
    return Math.min(now, this.#until ?? now);
  }

  #begun(head: Slice, outcome: SliceOutcome): Begun {
    return { head, outcome, startedAt: this.#startedAt ?? head.started?.at ?? this.#serverTime.now() };
  }

  #newest(since: number): Slice {
    return new Slice({ since, until: this.#until }, 'history', 'the newest events', { isOfHead: true });
  }
}
