import type { Clock } from '../../lib/clock.ts';
import { TerminalGoneError, type TerminalOutput } from '../output/terminal-output.ts';
import { BELL } from './bell.ts';

const RETRY_MS = 50;
/** What a terminal that takes nothing has to catch up with, at most; what is older is left out. */
const MOST_WAITING = 65_536;

/** How something is said. */
export interface Saying {
  /** Called once the terminal has taken it and all before it. */
  readonly onSaid?: (() => void) | undefined;
  /** It is left out where the terminal has not begun with it before the next thing is said. */
  readonly isPassing: boolean;
}

interface Waiting {
  readonly bytes: Uint8Array;
  readonly isPassing: boolean;
}

/** Adds lines to a terminal, without ever waiting for it. It moves no cursor and knows no colours. */
export class LineWriter {
  readonly #output: TerminalOutput;
  readonly #clock: Clock;
  readonly #onGone: () => void;
  #isStarted = false;
  /** What the terminal has not taken yet, and what of the first is left of something that it has begun with. */
  #waiting: Waiting[] = [];
  /** The terminal has taken a part of the first. */
  #isAmid = false;
  #cancelRetry: (() => void) | undefined;
  #whenSaid: (() => void) | undefined;

  constructor({
    output,
    clock,
    onGone,
  }: {
    readonly output: TerminalOutput;
    readonly clock: Clock;
    readonly onGone: () => void;
  }) {
    this.#output = output;
    this.#clock = clock;
    this.#onGone = onGone;
  }

  /** Adds text that is made of cells and line ends. */
  say(text: string, { onSaid, isPassing }: Saying = { isPassing: false }): void {
    this.#whenSaid = onSaid ?? this.#whenSaid;
    const kept = this.#waiting.filter((each) => !each.isPassing);
    this.#waiting = [...kept, { bytes: Buffer.from(text), isPassing }];
    let size = this.#waiting.reduce((sum, { bytes }) => sum + bytes.length, 0);
    while (size > MOST_WAITING && this.#waiting.length > 1) {
      size -= this.#waiting.shift()?.bytes.length ?? 0;
    }
    this.#send();
  }

  /** What was said before is of something else than what comes: of that, nothing is said any more but the line that was begun. */
  turnOver(): void {
    this.#waiting = this.#isAmid ? this.#waiting.slice(0, 1) : [];
    this.#whenSaid = undefined;
  }

  /** Rings the bell, unless the terminal takes nothing at the moment: bells must not pile up. */
  ring(): void {
    this.sendIfTaken(BELL);
  }

  /** Writes a sequence unless the terminal takes nothing at the moment; whether it does. */
  sendIfTaken(sequence: string): boolean {
    const isTaken = this.#isStarted && this.#waiting.length === 0;
    if (isTaken) {
      this.say(sequence);
    }
    return isTaken;
  }

  start(): void {
    this.#isStarted = true;
    this.#send();
  }

  stop(): void {
    this.#isStarted = false;
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }

  #send(): void {
    if (!this.#isStarted || this.#waiting.length === 0) {
      return;
    }
    try {
      this.#sendWaiting();
    } catch (error) {
      if (!(error instanceof TerminalGoneError)) {
        throw error;
      }
      this.stop();
      this.#onGone();
      return;
    }
    if (this.#waiting.length > 0) {
      this.#cancelRetry ??= this.#clock.schedule(RETRY_MS, () => {
        this.#cancelRetry = undefined;
        this.#send();
      });
    } else {
      const notify = this.#whenSaid;
      this.#whenSaid = undefined;
      notify?.();
    }
  }

  #sendWaiting(): void {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const taken = this.#output.write(first.bytes);
      this.#isAmid = taken < first.bytes.length && (taken > 0 || this.#isAmid);
      if (taken < first.bytes.length) {
        // A line that has begun is ended.
        this.#waiting[0] = taken === 0 ? first : { bytes: first.bytes.subarray(taken), isPassing: false };
        return;
      }
      this.#waiting.shift();
    }
  }
}
