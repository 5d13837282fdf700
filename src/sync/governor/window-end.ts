import type { TimeReading } from './time-header.ts';

/** A window whose length nobody tells is taken to be so long, in milliseconds, until it was seen to end twice. */
const ASSUMED_LENGTH = 60_000;

/** Readings of one and the same end differ by less than this, from rounding to seconds and the network's delay. */
const ROUNDING = 1500;

/**
 * When the present window of the quota ends: as the headers tell it, confirmed or corrected each time Remaining is seen
 * to jump back up; from those jumps alone where the headers only tell the length of a window, or nothing.
 */
export class WindowEnd {
  /** Steady times. */
  #end: number | undefined;
  #source: 'told' | 'length' | 'assumed' | 'undecided' | undefined;
  #length: number | undefined;
  /** The two times between which the last window was seen to begin. */
  #begun: { readonly earliest: number; readonly latest: number } | undefined;
  #jumpedAt: number | undefined;
  #seenLength: number | undefined;

  /** The steady time of the end; undefined while what the header says is undecided, or nothing was ever noted. */
  get at(): number | undefined {
    return this.#source === 'undecided' ? undefined : this.#end;
  }

  /** Takes note of what an answer told of the end, at a steady time. */
  note(reading: TimeReading | undefined, now: number): void {
    if (reading?.kind === 'end') {
      const isSame =
        this.#source === 'told' && this.#end !== undefined && Math.abs(reading.at - this.#end) < ROUNDING;
      // Values are rounded up to seconds, so that the earliest of several is the nearest to the truth.
      this.#end = isSame ? Math.min(reading.at, this.#end ?? reading.at) : reading.at;
      this.#source = 'told';
    } else if (reading?.kind === 'undecided') {
      this.#source = 'undecided';
    } else {
      this.#source = reading === undefined ? 'assumed' : 'length';
      this.#length = reading?.length ?? this.#seenLength ?? ASSUMED_LENGTH;
      this.#end =
        (this.#begun?.latest ?? (this.#begun = { earliest: now, latest: now }).latest) + this.#length;
    }
  }

  /** Takes note that a new window began between two steady times: Remaining jumped back up. */
  noteBeginning(earliest: number, latest: number): void {
    const before = this.#begun;
    if (this.#jumpedAt !== undefined) {
      const length = latest - this.#jumpedAt;
      this.#seenLength = Math.min(this.#seenLength ?? length, length);
    }
    this.#jumpedAt = latest;
    this.#begun = { earliest, latest };
    if (before !== undefined && this.#length !== undefined && this.#source === 'length') {
      const passed = Math.round((latest - before.latest) / this.#length) * this.#length;
      const narrowed = {
        earliest: Math.max(earliest, before.earliest + passed),
        latest: Math.min(latest, before.latest + passed),
      };
      this.#begun = narrowed.earliest <= narrowed.latest ? narrowed : this.#begun;
    }
  }

  /** Takes note that a window whose length nobody tells did not end when it was taken to: as long again. */
  noteStillRunning(now: number): void {
    if (this.#source === 'assumed') {
      this.#begun = { earliest: now, latest: now };
    }
  }
}
