import type { Client } from '../../api/client.ts';
import { Backlog } from './backlog.ts';
import { readOlder } from './read-older.ts';
import { Slice } from './slice.ts';
import type { SliceReader } from './slice-reader.ts';
import type { TailOptions } from './tail-options.ts';
import { FROM_THE_FIRST } from './window.ts';

/** The least of the past that is read at once, in seconds. */
const LEAST_AT_ONCE = 300;

/**
 * How far back the known part of the feed reaches, and the reading of what is older: in idle times as far as was asked for, and
 * when somebody scrolls back. Times are seconds of the server.
 */
export class Past {
  readonly #reader: SliceReader;
  readonly #lacking: Backlog;
  #floor: number | undefined;
  /** Where the known part begins once what is being read in idle times is complete. */
  #nextFloor: number | undefined;
  #backlog = new Backlog();
  /** Whether somebody scrolls back, which reads the same past that idle times are for. */
  #isScrolling = false;

  /** Parts of the past in which events lack that could not be had are put into `lacking`. */
  constructor(reader: SliceReader, lacking: Backlog) {
    this.#reader = reader;
    this.#lacking = lacking;
  }

  /** Where the known part of the feed begins; undefined before anything was read. */
  get floor(): number | undefined {
    return this.#floor;
  }

  /** What is to be read in idle times. */
  get backlog(): Backlog {
    return this.#backlog;
  }

  get isScrolling(): boolean {
    return this.#isScrolling;
  }

  /** The known part begins there. */
  beginAt(floor: number): void {
    this.#floor = floor;
  }

  /** The newest window is read anew from there: where that is before the known part, nothing else of the past is being read. */
  beginAnewAt(since: number): void {
    if (this.#floor === undefined || since < this.#floor) {
      this.#floor = since;
      this.#giveUpBacklog();
    }
  }

  /** What is older than that is not known any more. */
  forgetBefore(second: number): void {
    this.#floor = Math.max(this.#floor ?? second, second);
  }

  /** Plans to read in idle times what is older than all that is known, until as much is known as was asked for. */
  plan(now: number, backfill: NonNullable<TailOptions['backfill']>): void {
    const floor = this.#floor;
    if (floor === undefined || floor === FROM_THE_FIRST || !this.#backlog.isEmpty) {
      return;
    }
    const isEnough = this.#reader.known.size >= backfill.rows || floor <= now - backfill.seconds;
    if (!isEnough) {
      // As much again as is known already, so that a quiet organization takes few requests.
      const since = Math.max(0, now - backfill.seconds, floor - Math.max(LEAST_AT_ONCE, now - floor));
      this.#nextFloor = since;
      this.#backlog.push(new Slice({ since, until: floor + 1 }, 'history', 'older events'));
    }
  }

  /** Takes note that some of what was planned has been read. */
  noteRead(): void {
    if (this.#backlog.isEmpty && this.#nextFloor !== undefined) {
      this.#floor = Math.min(this.#floor ?? this.#nextFloor, this.#nextFloor);
      this.#nextFloor = undefined;
    }
  }

  /**
   * Reads at least so many events that are older than all that is known; `overlap` is that of SliceReader.step. Does nothing
   * where there are none. Throws when a request fails.
   */
  async readOlder(client: Client, wanted: number, overlap: number, signal: AbortSignal): Promise<void> {
    const floor = this.#floor;
    if (floor === undefined || floor <= FROM_THE_FIRST) {
      return;
    }
    this.#isScrolling = true;
    try {
      const { since, lacking } = await readOlder(this.#reader.over(client), floor, wanted, overlap, signal);
      lacking.forEach((slice) => this.#lacking.push(slice));
      this.#floor = Math.min(this.#floor ?? since, since);
      if (this.#nextFloor !== undefined && this.#floor <= this.#nextFloor) {
        // What was still to be read in idle times has been read now.
        this.#giveUpBacklog();
      }
    } finally {
      this.#isScrolling = false;
    }
  }

  #giveUpBacklog(): void {
    this.#backlog = new Backlog();
    this.#nextFloor = undefined;
  }
}
