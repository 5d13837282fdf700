import type { Clock } from '../../lib/clock.ts';
import type { Overlap } from './overlap.ts';
import type { SliceKind } from './slice.ts';
import type { FoundEvent, FoundKind } from './tail-options.ts';

/** An event that is found is late when it happened so long before the watermark, in milliseconds. */
const USUAL_LATENESS = 5000;

/** What is dated more than this after now, in seconds, is dated in the future. */
export const FUTURE = 60;

/**
 * Tells events that came in while the feed is followed from those that were there before, and counts those that came
 * late, which the overlap learns from ("1. The event tail"). Times are of the server, in milliseconds.
 */
export class Arrivals {
  readonly #clock: Clock;
  readonly #overlap: Overlap;
  #beganAt: number | undefined;
  #late = 0;
  #count = 0;

  constructor(clock: Clock, overlap: Overlap) {
    this.#clock = clock;
    this.#overlap = overlap;
  }

  /** How many came in since the tail began. */
  get count(): number {
    return this.#count;
  }

  /** How many of them came in after the watermark had passed their time. */
  get late(): number {
    return this.#late;
  }

  /** Takes note of the server time at which the tail began. */
  begin(at: number | undefined): void {
    this.#beganAt = at;
  }

  /** What an event is that was not known before, which was read in a slice of that kind under that watermark. */
  kindOf(time: number | undefined, kind: SliceKind, watermark: number | undefined): FoundKind {
    if (kind === 'history' && this.#wasBeforeBeginning(time)) {
      return 'history';
    }
    const isLate = watermark !== undefined && time !== undefined && time < watermark - USUAL_LATENESS;
    return isLate ? 'late' : 'new';
  }

  /** Counts an event that was found and given out, if it came in since the tail began. */
  note({ kind, time }: Pick<FoundEvent, 'kind' | 'time'>, watermark: number | undefined): void {
    if (kind !== 'new' && kind !== 'late') {
      return;
    }
    this.#count++;
    this.#late += kind === 'late' ? 1 : 0;
    if (watermark !== undefined && time !== undefined) {
      this.#overlap.note(this.#clock.monotonic(), (watermark - time) / 1000);
    }
  }

  /** Whether an event was there before the tail began; also when it is dated in the far future. */
  #wasBeforeBeginning(time: number | undefined): boolean {
    const began = this.#beganAt;
    return began === undefined || time === undefined || time <= began || time > began + FUTURE * 1000;
  }
}
