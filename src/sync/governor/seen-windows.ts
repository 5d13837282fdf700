/**
 * The lengths that a window is taken to have where no header gives them, in milliseconds: the first of them, or else the longest that
 * fits what was seen.
 */
const LENGTHS = [60, 86_400, 3600, 1800, 900, 600, 300, 120, 30, 20, 15, 10].map((seconds) => seconds * 1000);

/**
 * A window in which nothing came back for so many times the length that it is only taken to have is one of an hour, or else of a day.
 */
const SURELY_LONGER = 1.5;
const ASSUMED = [3600, 86_400].map((seconds) => seconds * 1000);

/** A reported time is wrong by so much, in milliseconds, and by so small a part. */
const SLACK = 1000;
const SHARE_OF_SLACK = 0.02;

/** What two consoles saw of one beginning differs by less than this, in milliseconds. */
const SOONEST_NEXT = 5000;

/** A beginning that is known to so many milliseconds is known. */
const PRECISE = 1000;

/** Of the first window nothing is guessed that is nearer, in milliseconds; if it was wrong it is looked again, ever more seldom. */
const SOONEST_GUESS = 10_000;
const FIRST_LOOK = 1000;
/** The more has passed the more seldom: after as long again where the length is reported, or else after such a part of it. */
const SHARE_OF_A_WAIT = 0.25;
/** Our own first requests are among what was taken by then: it is guessed so much of a length later. */
const MARGIN_OF_A_GUESS = 0.05;

/** A window that has not ended when it was taken to is looked at again after so much of its length, then twice that. */
const SHARE_OF_AN_EXTENSION = 0.05;

/** The two steady times between which something happened. */
interface Between {
  readonly earliest: number;
  readonly latest: number;
}

/** A window that was seen to begin. */
export interface SeenWindow extends Between {
  /** Milliseconds. */
  readonly length: number;
}

/**
 * When windows begin and end where no header says so: found from the answers in which Remaining has jumped back up, and those in
 * which it has not. Steady times, in milliseconds.
 */
export class SeenWindows {
  #reportedLength: number | undefined;
  /** When a window began, the last that was seen; before any was, when the first answer came. */
  #begun: Between | undefined;
  #hasJumped = false;
  /** The same as far as it does not follow from a length that is only assumed. */
  #jumped: Between | undefined;
  /** When the present window began if it was spent evenly until that was seen. */
  #begunEvenly = Number.POSITIVE_INFINITY;
  /** The part of the first window that was left then; undefined once that says nothing of its end. */
  #leftAtFirst: number | undefined;
  /** When that was seen, and when it was seen last that nothing had come back. */
  #guessedAt = 0;
  #stillRunningAt = 0;
  #length: number = LENGTHS[0] ?? 0;
  #isLengthSeen = false;
  /** For so long nothing came back since a window had begun. */
  #stretch = 0;
  /** Since when nothing came back, as was seen without a pause. */
  #unchangedSince: number | undefined;
  #extensions = 0;
  #extendedTo = Number.NEGATIVE_INFINITY;

  /** Whether a window was seen to begin. */
  get hasBegun(): boolean {
    return this.#hasJumped;
  }

  /** How long a window lasts, or is taken to last. */
  get length(): number {
    return this.#reportedLength ?? this.#length;
  }

  /** Whether that was reported or seen. */
  get isLengthKnown(): boolean {
    return this.#reportedLength !== undefined || this.#isLengthSeen;
  }

  /** When the present window is over at the latest. */
  get latestEnd(): number | undefined {
    return this.#begun && Math.max(this.#begun.latest + this.length, this.#extendedTo);
  }

  /** When it is taken to be over. */
  get end(): number | undefined {
    return this.#guess ?? this.latestEnd;
  }

  /** When it is over if what was taken of it when it was seen first had been taken evenly, as everybody does who shares it. */
  get evenEnd(): number | undefined {
    return (
      this.#begun &&
      Math.min(this.#begun.latest, Math.max(this.#begun.earliest, this.#begunEvenly)) + this.length
    );
  }

  /** When it is worth a look whether it is over before that; undefined where the end is known to about a second. */
  get lookAt(): number | undefined {
    if (this.#begun === undefined || this.#guess !== undefined) {
      return undefined;
    }
    const { earliest, latest } = this.#begun;
    if (!this.#hasJumped) {
      const part = this.#reportedLength === undefined ? SHARE_OF_A_WAIT : 1;
      return this.#stillRunningAt + Math.max(FIRST_LOOK, part * (this.#stillRunningAt - this.#guessedAt));
    }
    return latest - earliest > PRECISE ? (earliest + latest) / 2 + this.length : undefined;
  }

  /** When the last window began that was seen to, whatever length is only assumed. */
  get #sureBeginning(): Between | undefined {
    return this.isLengthKnown && this.#hasJumped ? this.#begun : this.#jumped;
  }

  /** When the first window is over if it is spent evenly, as everybody does who shares it. */
  get #guess(): number | undefined {
    const left = this.#leftAtFirst;
    return left === undefined || this.#begun === undefined
      ? undefined
      : this.#begun.latest + Math.max(SOONEST_GUESS, this.length * (left + MARGIN_OF_A_GUESS));
  }

  /** When the present window began, where that was seen and its length is reported or was seen or is assumed. */
  get seen(): SeenWindow | undefined {
    const begun = this.#sureBeginning;
    return begun && { ...begun, length: this.length };
  }

  /** Takes note of what another console of the user saw of a window that began no earlier than the one that is known here. */
  heed({ length, ...seen }: SeenWindow): void {
    if (this.#reportedLength === undefined && !this.#isLengthSeen) {
      this.#length = Math.max(this.#length, length);
    }
    const before = this.#hasJumped ? this.#begun : undefined;
    if (before === undefined || seen.earliest > before.latest + SOONEST_NEXT) {
      this.noteBeginning(seen);
    } else {
      this.#begun = common(before, seen) ?? before;
      this.#jumped = common(this.#jumped ?? before, seen) ?? this.#jumped;
    }
  }

  /** Takes note of an answer that came now, and of the part that it reported as left. */
  note(now: number, left: number): void {
    if (this.#begun === undefined) {
      this.#begun = { earliest: now, latest: now };
      this.#leftAtFirst = left;
    }
  }

  /** Takes note of the length of a window that an answer reported, or that it reported none. */
  noteLength(length: number | undefined): void {
    this.#reportedLength = length;
  }

  /** Takes note that a window began between two times: Remaining jumped back up, and such a part was left of it then. */
  noteBeginning(seen: Between, left = 1): void {
    this.#begunEvenly = seen.latest - (1 - left) * this.length;
    const before = this.#sureBeginning;
    if (before !== undefined && this.#reportedLength === undefined) {
      this.#checkLength(before, seen);
    }
    this.#begun = (before && common(this.#carried(before, seen.latest), seen)) ?? seen;
    this.#jumped = seen;
    this.#hasJumped = true;
    this.#leftAtFirst = undefined;
    this.#stretch = 0;
    this.#unchangedSince = undefined;
    this.#extensions = 0;
    this.#extendedTo = Number.NEGATIVE_INFINITY;
  }

  /** Takes note that nothing came back between two times, and whether that would surely have been seen. */
  noteUnchanged(from: number, to: number, isSure: boolean): void {
    this.#unchangedSince = isSure ? (this.#unchangedSince ?? from) : undefined;
    const unchanged = to - (this.#unchangedSince ?? to);
    if (!this.#isLengthSeen && unchanged > SURELY_LONGER * this.#length) {
      this.#length = ASSUMED.find((length) => length > this.#length) ?? this.#length;
    }
  }

  /** Takes note that nothing had come back when a request was sent, and whether it surely would have in a new window. */
  noteStillRunning(sentAt: number, isSure: boolean): void {
    const begun = this.#begun;
    if (begun === undefined) {
      return;
    }
    this.#stillRunningAt = sentAt;
    if (this.#guess !== undefined && sentAt >= this.#guess) {
      this.#leftAtFirst = undefined;
      this.#guessedAt = sentAt;
    }
    if (isSure) {
      this.#stretch = Math.max(this.#stretch, sentAt - begun.latest);
    }
    if (sentAt >= begun.latest + this.length) {
      this.#extendedTo = sentAt + this.length * Math.min(1, SHARE_OF_AN_EXTENSION * 2 ** this.#extensions);
      this.#extensions++;
    } else if (this.#hasJumped && sentAt - this.length > begun.earliest) {
      this.#begun = { earliest: sentAt - this.length, latest: begun.latest };
    }
  }

  /** Finds the length from two beginnings, between which there may have been others. */
  #checkLength(before: Between, seen: Between): void {
    const slack = SLACK + SHARE_OF_SLACK * (seen.latest - before.latest);
    const [least, most] = [seen.earliest - before.latest - slack, seen.latest - before.earliest + slack];
    const fits = (length: number) =>
      length + slack >= this.#stretch && Math.floor(most / length) * length >= Math.max(least, length);
    this.#isLengthSeen = true;
    this.#length = LENGTHS.find(fits) ?? seen.latest - before.latest;
  }

  /** The beginning of the window that began at about that time, by an earlier one. */
  #carried({ earliest, latest }: Between, now: number): Between {
    const passed = Math.round((now - latest) / this.length) * this.length;
    return { earliest: earliest + passed, latest: latest + passed };
  }
}

/** What two stretches of time have in common; undefined for nothing. */
function common(left: Between, right: Between): Between | undefined {
  const earliest = Math.max(left.earliest, right.earliest);
  const latest = Math.min(left.latest, right.latest);
  return earliest <= latest ? { earliest, latest } : undefined;
}
