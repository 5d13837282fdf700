import type { Clock } from '../../lib/clock.ts';
import { append } from '../../lib/long-lists.ts';
import type { ReplySource } from '../input/reply-source.ts';
import { LinkSpeed } from './link-speed.ts';

/** Asks how the terminal is (DSR), which all answer once they have come to it, and what they answer. */
export const STATUS_QUESTION = '\u001b[5n';
const STATUS_ANSWER = /^\[[03]n$/;
/** What a terminal answers that is asked what it is (DA1), which it was behind the first question. */
const LATER_ANSWER = /^\[\?[\d;]*c$/;

/**
 * Milliseconds for which a terminal may leave its first question unanswered, before it is taken for one that answers none: at
 * least, so many times as long as the slowest takes for what it was asked behind, and at most. Its answer counts later, too.
 */
const LEAST_FIRST_WAIT = 5000;
const TIMES_THE_SLOWEST = 1.5;
const LONGEST_FIRST_WAIT = 20_000;
/** The same where it has answered before: behind that, the answer is taken for lost. */
const LOST_AFTER = 60_000;
/**
 * A terminal that has not answered yet is sent no more than this, in bytes a millisecond: behind the first frame, what the
 * slowest ones (2,400 baud) take, so that they answer before; then, since those that never answer are like that, 9,600 baud.
 */
const FIRST_RATE = 0.24;
const UNKNOWN_RATE = 1.2;
/**
 * Most that do not answer for so many milliseconds never do: they are sent so many bytes of what comes next already. Behind
 * these and the first frame, a key still has the top of another one within eight seconds on the slowest.
 */
const EARLY_AFTER = 1000;
const EARLY_BYTES = 700;
/** Fewer bytes are no row; a clock that moves on takes little of them. */
const LEAST_EARLY = 100;
/** A terminal that keeps up is asked again behind so many bytes, or with the first ones after so many milliseconds. */
const BYTES_UNASKED = 1024;
const TIME_UNASKED = 5000;
/** Milliseconds after which a first question without an answer says something of the terminal. */
const NOTABLE = 500;
/** Milliseconds that leaving the terminal waits for an answer, which a shell would take for keys: at least, and at most. */
const LEAVE_WAIT = 500;
const LONGEST_LEAVE_WAIT = 10_000;

export interface TerminalPaceOptions {
  readonly input: ReplySource;
  readonly clock: Clock;
  /** Is called when a frame that was held back may go out, or when more is known of the terminal. */
  readonly onFree: () => void;
  /** Writes a question that no frame goes out with. */
  readonly send: (question: string) => void;
  /** Is called when an answer is on its way, and when none is any more. */
  readonly onAsking: (isAsking: boolean) => void;
}

/**
 * Knows how far what the terminal shows is behind what was sent to it, and holds frames back while it is: a question goes
 * out behind a frame, at most one at a time, and its answer shows that all before it was displayed. What is between us and the
 * terminal, as a slow link, is part of that; a terminal multiplexer answers by itself.
 */
export class TerminalPace {
  readonly #options: TerminalPaceOptions;
  readonly #speed = new LinkSpeed();
  #is: 'off' | 'unknown' | 'known' | 'mute' = 'off';
  /** When the question that is not answered yet was asked, behind how many bytes in all, and how many of its own frame. */
  #askedAt: number | undefined;
  #asked = 0;
  #askedWith = 0;
  #lastAskedAt = Number.NEGATIVE_INFINITY;
  /** Bytes that no question was asked behind yet. */
  #unasked = 0;
  /** Bytes of sequences since the last question: they come before the next frame. */
  #beside = 0;
  /** Until when a terminal that has not answered yet is sent nothing. */
  #restsUntil = Number.NEGATIVE_INFINITY;
  /** Until when it is sent no more than the early part. */
  #isEarlyUntil = Number.NEGATIVE_INFINITY;
  #hasHeld = false;
  #hasAnswered = false;
  /** What waits for the answer that is on its way, and what for one to a question that is yet to be asked. */
  #whenAnswered: (() => void)[] = [];
  #whenAskedAgain: (() => void)[] = [];
  #stopAwaiting: () => void = () => undefined;
  #cancelLimit: () => void = () => undefined;
  #cancelRest: () => void = () => undefined;
  #whenHeard: () => void = () => undefined;

  constructor(options: TerminalPaceOptions) {
    this.#options = options;
  }

  /**
   * Answers are read from now on: what went out before has a question behind it now, and the next frame one, also on a
   * terminal that has left one unanswered.
   */
  begin(): void {
    this.#is = this.#is === 'known' ? 'known' : 'unknown';
    this.#lastAskedAt = Number.NEGATIVE_INFINITY;
    if (this.#unasked > 0 && this.#askedAt === undefined) {
      this.#askBehindAll();
    }
  }

  /** The terminal is not ours any more: what it was asked and how quick it was counts for nothing. */
  interrupt(): void {
    this.#forgetQuestion();
    this.#unasked = 0;
    this.#beside = 0;
    this.#speed.forget();
    this.#hasHeld = false;
    this.#whenAnswered = [];
    this.#whenAskedAgain = [];
  }

  /** Whether frames are to wait; `onFree` is called once they need not. */
  get isHolding(): boolean {
    const holds = this.#holds();
    this.#hasHeld ||= holds;
    return holds;
  }

  /**
   * Milliseconds by which what is sent now is seen later; undefined while a terminal that has never answered does not answer,
   * which a slow one and one that cannot have in common.
   */
  get delay(): number | undefined {
    const waited = this.#waited;
    if (this.#is === 'unknown') {
      return waited < NOTABLE ? 0 : undefined;
    }
    return this.#is === 'known' ? Math.max(this.#speed.trip, waited) : 0;
  }

  /** Whether the terminal has yet to answer for the first time, and may still do so. */
  get isUnheard(): boolean {
    return !(this.#hasAnswered || this.#is === 'mute');
  }

  /** Whether a frame is to do without what only adorns it: the terminal is slow, or no answer has shown yet whether it is. */
  get isLean(): boolean {
    return this.#speed.rate !== undefined || !(this.#speed.isKnown || this.#is === 'mute');
  }

  /** Bytes that the terminal shows in so many milliseconds; undefined where it is not known to be slow. */
  bytesIn(milliseconds: number): number | undefined {
    return this.#speed.bytesIn(milliseconds);
  }

  /**
   * Bytes of the part of a frame that it is sent at once; undefined where it is not known to be slow. Of one that has not
   * answered yet, those of the part that it is sent early.
   */
  get partBytes(): number | undefined {
    return this.#earlyLeft > 0 ? this.#earlyLeft : this.#speed.part;
  }

  /** What is left of the part that it is sent early. */
  get #earlyLeft(): number {
    return this.#is === 'unknown' && this.#now < this.#isEarlyUntil ? EARLY_BYTES - this.#unasked : 0;
  }

  /** Milliseconds until so many bytes would be seen if they went out now; 0 where the terminal is not known to be slow. */
  timeFor(bytes: number): number {
    const before = this.#unasked + (this.#askedAt === undefined ? 0 : this.#asked);
    const { rate } = this.#speed;
    return rate === undefined ? 0 : (before + bytes) / rate;
  }

  /**
   * Runs it once the terminal shows all that went out until now: at once where it answers nothing, or where that is known
   * already.
   */
  whenSeen(run: () => void): void {
    const isAsking = this.#askedAt !== undefined;
    if (this.#is === 'off' || this.#is === 'mute' || (this.#unasked === 0 && !isAsking)) {
      run();
    } else if (this.#unasked === 0) {
      this.#whenAnswered.push(run);
    } else {
      this.#whenAskedAgain.push(run);
      if (!isAsking) {
        this.#askBehindAll();
      }
    }
  }

  /**
   * Takes note of a frame of so many bytes that goes out now, and gives what is to go out behind it. While somebody waits
   * until the frame `isAwaited` is seen, it has a question behind it wherever there can be one.
   */
  questionBehind(bytes: number, isAwaited = false): string {
    this.#unasked += bytes;
    if (this.#is === 'off' || this.#is === 'mute') {
      return '';
    }
    if (this.#askedAt !== undefined) {
      if (this.#is === 'unknown' && this.#earlyLeft < LEAST_EARLY) {
        this.#rest(Math.max(this.#firstTime, this.#unasked / UNKNOWN_RATE));
        this.#isEarlyUntil = Number.NEGATIVE_INFINITY;
      }
      return '';
    }
    if (
      !isAwaited &&
      this.#speed.rate === undefined &&
      this.#speed.trip <= this.#speed.longest &&
      this.#unasked < Math.min(BYTES_UNASKED, this.#speed.window) &&
      this.#now - this.#lastAskedAt < TIME_UNASKED
    ) {
      return '';
    }
    this.#ask(bytes);
    this.#restFirst();
    return STATUS_QUESTION;
  }

  /** Takes note of a sequence of so many bytes that goes out: the answer to the next question comes that much later. */
  noteSequence(bytes: number): void {
    this.#beside += bytes;
  }

  /** Runs it at once, or where an answer is on its way, when it has come or a little later. */
  beforeLeaving(leave: () => void): void {
    if (this.#askedAt === undefined) {
      leave();
      return;
    }
    const wait = Math.min(LONGEST_LEAVE_WAIT, Math.max(LEAVE_WAIT, 2 * this.#speed.trip));
    const cancel = this.#options.clock.schedule(wait, () => this.#notifyHeard());
    this.#whenHeard = () => {
      cancel();
      leave();
    };
  }

  get #now(): number {
    return this.#options.clock.monotonic();
  }

  get #waited(): number {
    return this.#askedAt === undefined ? 0 : this.#now - this.#askedAt;
  }

  #holds(): boolean {
    if (this.#askedAt === undefined) {
      return false;
    }
    if (this.#is === 'unknown') {
      return this.#now < this.#restsUntil;
    }
    return (
      this.#speed.rate !== undefined ||
      Math.max(this.#speed.trip, this.#waited) > this.#speed.longest ||
      this.#asked + this.#unasked > this.#speed.window
    );
  }

  /** Asks behind what went out without a question. */
  #askBehindAll(): void {
    this.#ask(this.#unasked);
    this.#restFirst();
    this.#options.send(STATUS_QUESTION);
  }

  #ask(bytes: number): void {
    const { input, clock } = this.#options;
    this.#askedAt = this.#now;
    this.#lastAskedAt = this.#askedAt;
    this.#asked = this.#unasked + this.#beside;
    this.#askedWith = bytes + this.#beside;
    this.#unasked = 0;
    this.#beside = 0;
    append(this.#whenAnswered, this.#whenAskedAgain.splice(0));
    this.#stopAwaiting();
    this.#stopAwaiting = input.awaitReplies((reply) => {
      if (STATUS_ANSWER.test(reply)) {
        this.#hear(this.#asked, this.#askedWith, this.#waited);
      } else if (this.#is === 'unknown' && LATER_ANSWER.test(reply)) {
        // st 0.9 answers this alone.
        this.#giveUp();
      }
    });
    this.#options.onAsking(true);
    this.#cancelLimit = clock.schedule(this.#is === 'known' ? LOST_AFTER : this.#firstWait, () =>
      this.#giveUp(),
    );
  }

  get #firstWait(): number {
    const forSlowest = (TIMES_THE_SLOWEST * this.#asked) / FIRST_RATE;
    return Math.min(LONGEST_FIRST_WAIT, Math.max(LEAST_FIRST_WAIT, forSlowest));
  }

  /** Takes note of an answer to a question behind so many bytes, so many of which were its own frame, so long after it. */
  #hear(bytes: number, ofLastFrame: number, trip: number): void {
    this.#is = 'known';
    const wasKnown = this.#speed.isKnown;
    this.#speed.hear({ bytes, ofLastFrame, trip });
    this.#hasHeld ||= !wasKnown;
    this.#hasAnswered = true;
    this.#forgetQuestion();
    const seen = this.#whenAnswered.splice(0);
    // A slow one still shows what it was sent early.
    if (this.#whenAskedAgain.length > 0 || (this.#speed.rate !== undefined && this.#unasked > 0)) {
      this.#askBehindAll();
    }
    seen.forEach((run) => run());
    this.#free();
  }

  #giveUp(): void {
    this.#is = this.#is === 'known' ? 'unknown' : 'mute';
    const unseen = [...this.#whenAnswered, ...this.#whenAskedAgain];
    const [askedAt = this.#now, bytes, ofLastFrame] = [this.#askedAt, this.#asked, this.#askedWith];
    this.interrupt();
    if (this.#is === 'mute') {
      this.#stopAwaiting = this.#options.input.awaitReplies((reply) => {
        if (STATUS_ANSWER.test(reply)) {
          this.#hear(bytes, ofLastFrame, this.#now - askedAt);
        }
      });
    }
    unseen.forEach((run) => run());
    this.#options.onFree();
  }

  /** A terminal of which nothing is known is sent all of the next frame when a slow one would have taken this one. */
  #restFirst(): void {
    if (this.#is === 'unknown') {
      this.#isEarlyUntil = this.#now + this.#firstTime;
      this.#rest(EARLY_AFTER);
    }
  }

  /** What the slowest takes for the first frame, or for the early part where that is more. */
  get #firstTime(): number {
    return Math.max(this.#asked, EARLY_BYTES) / FIRST_RATE;
  }

  #rest(wait: number): void {
    this.#restsUntil = (this.#askedAt ?? 0) + wait;
    this.#cancelRest();
    this.#cancelRest = this.#options.clock.schedule(Math.max(0, this.#restsUntil - this.#now), () =>
      this.#free(),
    );
  }

  #free(): void {
    if (this.#hasHeld) {
      this.#hasHeld = false;
      this.#options.onFree();
    }
  }

  #forgetQuestion(): void {
    if (this.#askedAt !== undefined) {
      this.#options.onAsking(false);
    }
    this.#askedAt = undefined;
    this.#restsUntil = Number.NEGATIVE_INFINITY;
    this.#isEarlyUntil = Number.NEGATIVE_INFINITY;
    this.#stopAwaiting();
    this.#stopAwaiting = () => undefined;
    this.#cancelLimit();
    this.#cancelRest();
    this.#notifyHeard();
  }

  #notifyHeard(): void {
    const notify = this.#whenHeard;
    this.#whenHeard = () => undefined;
    notify();
  }
}
