import type { TimeReading } from './time-header.ts';

/** A window whose length nobody tells is taken to be so long, in milliseconds, until it was seen to end twice. */
const ASSUMED_LENGTH = 60_000;

/** A window that has not ended when it was taken to is looked at again after so much of its length, then twice that. */
const SHARE_OF_AN_EXTENSION = 0.05;

/** Two lengths that were seen differ by less than this share of them when they are the same length. */
const SAME_LENGTH = 0.2;

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
  #extendedTo = Number.NEGATIVE_INFINITY;
  #extensions = 0;

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
      this.#begun ??= { earliest: now, latest: now };
      this.#end = Math.max(this.#begun.latest + this.#length, this.#extendedTo);
    }
  }

  /** Takes note that a new window began between two steady times: Remaining jumped back up. */
  noteBeginning(earliest: number, latest: number): void {
    const before = this.#begun;
    if (this.#jumpedAt !== undefined) {
      const length = latest - this.#jumpedAt;
      const seen = this.#seenLength ?? length;
      const isSame = Math.abs(length - seen) < seen * SAME_LENGTH;
      this.#seenLength = isSame ? (seen + length) / 2 : Math.min(seen, length);
    }
    this.#extensions = 0;
    this.#extendedTo = Number.NEGATIVE_INFINITY;
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

  /** Takes note, where no header tells the end, that the window did not end when it was taken to. */
  noteStillRunning(now: number): void {
    if (this.#length !== undefined) {
      this.#extendedTo = now + this.#length * SHARE_OF_AN_EXTENSION * 2 ** this.#extensions;
      this.#extensions++;
    }
  }
}
