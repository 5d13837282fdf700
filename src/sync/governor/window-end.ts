import { SHORT } from './brief-search.ts';
import { SeenWindows, type SeenWindow } from './seen-windows.ts';
import { SlidingSum } from './sliding-sum.ts';
import type { TimeReading } from './time-header.ts';

/** A window whose length no header gives is taken to be so long, in milliseconds, until it was seen to end twice. */
const ASSUMED_LENGTH = 60_000;

/** So many moves of an end that has not come, and it is the end of no window. An answer without one makes up for a part. */
const MOVES_OF_NO_WINDOW = 2;
const WEIGHT_OF_NO_MOVE = 0.25;

/** It was one that ended if most came back then. Others may have taken as much again: so many ends later it is none. */
const ENDS_OF_WINDOWS = 3;
const WEIGHT_OF_NO_RETURN = { brief: 0.1, other: 1 };

/** Whether windows are over soon is mostly seen by so many answers in a row. */
const LOOKS_AT_NEAR_ENDS = 14;
/** No quota of a minute gives back more than the limit within one; the first answer of that minute may leave more time. */
const MORE_THAN_EVER = 1.5;

/** And of so many answers one at least gives an end that is farther than such a time for each request of the limit. */
const LOOKS_OF_A_SMALL_LIMIT = 8;
const NEARER_THAN_EVER = 30_000;

/** So many ends that followed too soon on the one before are remembered: as many must not, until one is trusted again. */
const MOST_NEAR_ENDS = 5;

/** Windows that are over in a second or so where no header gives their length are taken to last so long, in milliseconds. */
const BRIEF = 1000;

/** Readings of one and the same end differ by less than this, from rounding to seconds and the network's delay. */
const ROUNDING = 1500;

/**
 * When the present window of the quota ends: as the headers give it, confirmed or corrected each time Remaining is seen
 * to jump back up; from those jumps alone where the headers only give the length of a window, or nothing.
 */
export class WindowEnd {
  /** Steady times. */
  #end: number | undefined;
  #source: 'header' | 'length' | 'assumed' | 'undecided' | undefined;
  readonly #seen = new SeenWindows();
  #longestLeft = 0;
  #shortestStep = Number.POSITIVE_INFINITY;
  #moves = 0;
  #restored: number | undefined;
  #nearEnds = 0;
  /** What came back within the last minute, as far as others did not take it before it was seen, and how often that was looked at. */
  readonly #returned = new SlidingSum(ASSUMED_LENGTH);
  #looks = 0;
  /** Whether windows were found to be over in a second or so where nothing is reported. */
  #isFoundBrief = false;

  /** The steady time of the end; undefined while what the header says is undecided, or nothing was ever noted. */
  get at(): number | undefined {
    return this.#source === 'undecided' ? undefined : this.#source === 'header' ? this.#end : this.#seen.end;
  }

  /**
   * The likeliest end, where it was only seen between which times the window began; the end else. What is the latest that it can be
   * makes what all take look like more than can be kept up: one of two strangers saw a beginning 18 s late, and yielded to a quarter.
   */
  get likelyAt(): number | undefined {
    return this.#isUnreported && this.#seen.hasBegun ? this.#seen.evenEnd : this.at;
  }

  /** When it is worth a look whether a window whose end no header gives is over; undefined where its end is known well. */
  get lookAt(): number | undefined {
    return this.#source === 'length' || this.#source === 'assumed' ? this.#seen.lookAt : undefined;
  }

  /** Whether the end is what a header gives, or what was seen of the windows before, and not only an assumption. */
  get isKnown(): boolean {
    return this.#source === 'header' || this.#seen.hasBegun;
  }

  /** Whether no header gives anything of when windows end. */
  get isAssumed(): boolean {
    return this.#source === 'assumed';
  }

  /** Takes note of whether windows whose end no header gives were found to be over in a second or so. */
  noteBrief(isFound: boolean): void {
    if (isFound && !this.#isFoundBrief) {
      this.#restored = ENDS_OF_WINDOWS;
    }
    this.#isFoundBrief = isFound;
    this.#seen.noteLength(this.#assumedLength);
  }

  get #assumedLength(): number | undefined {
    return this.#isFoundBrief ? BRIEF : undefined;
  }

  /** The present window as far as it was seen to begin, where no header gives its end, or that windows are over soon. */
  get seen(): SeenWindow | undefined {
    const { isBrief, length } = this;
    const seen = this.#seen.seen;
    if (isBrief && length !== undefined && seen !== undefined) {
      return { ...seen, length };
    }
    return this.#isUnreported && this.isWindow === true ? seen : undefined;
  }

  get #isUnreported(): boolean {
    return this.#source === 'length' || this.#source === 'assumed';
  }

  /** Takes note that another console of the user found that windows are over soon. */
  heedBrief(): void {
    if (this.#isNear) {
      this.#restored = ENDS_OF_WINDOWS;
    }
  }

  /** Takes note of what another console of the user saw of a window, where no header gives its end. */
  heed(seen: SeenWindow): void {
    if (this.#isUnreported) {
      this.#restored = ENDS_OF_WINDOWS;
      this.#seen.heed(seen);
    }
  }

  /** Whether the end is moved on before it has come: it is when all comes back, and no window ends there. */
  get isRolling(): boolean {
    return this.#source === 'header' && this.#moves >= MOVES_OF_NO_WINDOW;
  }

  /** How long a window lasts, in milliseconds, or as much of one as was seen; undefined while nothing is known. */
  get length(): number | undefined {
    if (this.#source === 'header') {
      // Over a short one the rounding to seconds matters.
      if (this.#longestLeft < SHORT) {
        return Math.min(this.#longestLeft, this.#shortestStep);
      }
      // Of the first window only the end was seen.
      const isWhole = Number.isFinite(this.#shortestStep);
      return isWhole ? this.#longestLeft : Math.max(this.#longestLeft, ASSUMED_LENGTH);
    }
    return this.#source === undefined || this.#source === 'undecided' ? undefined : this.#seen.length;
  }

  /** How long a window lasts, where a whole one was reported or seen. */
  get wholeLength(): number | undefined {
    const isWhole =
      this.#source === 'header' ? Number.isFinite(this.#shortestStep) : this.#seen.isLengthKnown;
    return isWhole ? this.length : undefined;
  }

  /** Whether windows are over so soon that nothing is to be spread over one. */
  get isBrief(): boolean {
    const { length } = this;
    return length !== undefined && length < SHORT && this.isWindow === true;
  }

  /** Whether it is worth some more answers soon to see that windows are over soon: the ends that were reported are near. */
  get isUnsure(): boolean {
    return this.#isNear && this.#looks < LOOKS_AT_NEAR_ENDS && this.isWindow !== true;
  }

  /** Whether all ends that were reported are nearer than they would be in a window of a minute with that limit. */
  isNearerThanEver(limit: number): boolean {
    return this.#isNear && this.#longestLeft * limit < NEARER_THAN_EVER;
  }

  get #isNear(): boolean {
    return this.#source === 'header' && this.#longestLeft < SHORT;
  }

  /** Whether most of what was taken came back at the ends; undefined while none has come. */
  get isWindow(): boolean | undefined {
    return this.#restored === undefined ? undefined : this.#restored > 0;
  }

  /** The steady time of the end where a header gives it. */
  get reported(): number | undefined {
    return this.#source === 'header' ? this.#end : undefined;
  }

  /**
   * Classifies an end that passed, by whether most of what had been taken was back, and by how much later the next one is reported. A
   * window that slides has ends that are as near as those of a short one, at which next to nothing comes back.
   */
  #checkEnd(step: number, hasReturned: boolean): void {
    const isBrief = this.#longestLeft < SHORT;
    const isSpaced = step >= Math.max(SHORT, this.#longestLeft / 2);
    const hadNearEnds = this.#nearEnds > 0;
    this.#nearEnds = Math.max(0, Math.min(MOST_NEAR_ENDS, this.#nearEnds + (isBrief || isSpaced ? -1 : 1)));
    if (hasReturned && (isBrief || (isSpaced && !hadNearEnds))) {
      this.#restored = ENDS_OF_WINDOWS;
    } else if (!isBrief && !isSpaced) {
      this.#restored = 0;
    } else {
      const weight = isBrief ? WEIGHT_OF_NO_RETURN.brief : WEIGHT_OF_NO_RETURN.other;
      this.#restored = Math.max(0, (this.#restored ?? 0) - weight);
    }
  }

  /**
   * Takes note of what the answer to a request reported of the end, whether some of the quota had come back, or even most of what had
   * been taken, and of the part that is left of it.
   */
  note(
    reading: TimeReading | undefined,
    { sentAt, readAt: now }: { readonly sentAt: number; readonly readAt: number },
    { hasRisen = false, hasReturned = false, left = 1 } = {},
  ): void {
    this.#seen.note(now, left);
    this.#looks++;
    if (reading?.kind === 'end') {
      const before = this.#source === 'header' ? this.#end : undefined;
      // What was answered about the end may be of before it, or after.
      const isNext =
        before !== undefined &&
        reading.at > now &&
        (before <= (hasReturned ? now + ROUNDING : sentAt) ||
          (before <= now && reading.at - before >= ROUNDING));
      if (isNext) {
        this.#checkEnd(reading.at - before, hasReturned);
      }
      const isSame = !isNext && before !== undefined && Math.abs(reading.at - before) < ROUNDING;
      const isMoved = before !== undefined && before - now > ROUNDING && reading.at > before;
      if (isSame || isMoved) {
        this.#moves = isSame
          ? Math.max(0, this.#moves - WEIGHT_OF_NO_MOVE)
          : this.#moves + (hasRisen ? MOVES_OF_NO_WINDOW : 1);
      }
      // Values are rounded up to seconds, so that the earliest of several is the nearest to the truth.
      this.#end = isSame ? Math.min(reading.at, this.#end ?? reading.at) : reading.at;
      this.#source = 'header';
      this.#longestLeft = Math.max(this.#longestLeft, reading.at - now);
      this.#shortestStep = isNext
        ? Math.min(this.#shortestStep, Math.max(1, Math.round((reading.at - before) / 1000)) * 1000)
        : this.#shortestStep;
    } else if (reading?.kind === 'undecided') {
      this.#source = 'undecided';
    } else {
      this.#source = reading === undefined ? 'assumed' : 'length';
      this.#seen.noteLength(reading === undefined ? this.#assumedLength : reading.length);
    }
  }

  /**
   * Takes note of how much came back between two steady times, as far as it shows. So much within a minute comes back of no quota
   * of a minute, whether it slides or refills: then windows are over soon.
   */
  noteReturned(amount: number, limit: number, from: number, to: number): void {
    this.#returned.add(Math.max(0, amount), from, to);
    const isTooNear =
      this.isWindow !== true && this.#looks >= LOOKS_OF_A_SMALL_LIMIT && this.isNearerThanEver(limit);
    if (this.#isNear && (isTooNear || this.#returned.sum > MORE_THAN_EVER * limit)) {
      this.#restored = ENDS_OF_WINDOWS;
    }
  }

  /** Takes note that a new window began between two steady times: Remaining jumped back up, and such a part of it was left. */
  noteBeginning(earliest: number, latest: number, left?: number): void {
    if (this.#source !== 'header') {
      this.#restored = ENDS_OF_WINDOWS;
    }
    this.#seen.noteBeginning({ earliest, latest }, left);
  }

  /** Takes note that nothing came back between two steady times, and whether that would surely have been seen. */
  noteUnchanged(from: number, to: number, isSure: boolean): void {
    this.#seen.noteUnchanged(from, to, isSure);
  }

  /** Takes note that nothing had come back when a request was sent, and whether it surely would have in a new window. */
  noteStillRunning(sentAt: number, isSure: boolean): void {
    if (this.#source === 'length' && sentAt >= (this.#seen.latestEnd ?? Infinity)) {
      this.#restored = Math.max(0, (this.#restored ?? 0) - WEIGHT_OF_NO_RETURN.other);
    }
    this.#seen.noteStillRunning(sentAt, isSure);
  }
}
