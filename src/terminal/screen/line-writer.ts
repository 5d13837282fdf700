import type { Clock } from '../../lib/clock.ts';
import { TerminalGoneError, type TerminalOutput } from '../output/terminal-output.ts';
import { BELL } from './bell.ts';

const RETRY_MS = 50;
/** What a terminal that takes nothing has to catch up with, at most; what is older is left out. */
const MOST_WAITING = 65_536;

/** Adds lines to a terminal, without ever waiting for it. It moves no cursor and knows no colours. */
export class LineWriter {
  readonly #output: TerminalOutput;
  readonly #clock: Clock;
  readonly #onGone: () => void;
  #isStarted = false;
  #waiting: Uint8Array = new Uint8Array();
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

  /** Adds text that is made of cells and line ends; `onSaid` is called once the terminal has taken it and all before it. */
  say(text: string, onSaid?: () => void): void {
    this.#whenSaid = onSaid ?? this.#whenSaid;
    const bytes = Buffer.concat([this.#waiting, Buffer.from(text)]);
    const tooMany = bytes.length - MOST_WAITING;
    // From the next whole line on.
    this.#waiting = tooMany > 0 ? bytes.subarray(bytes.indexOf('\n', tooMany) + 1) : bytes;
    this.#send();
  }

  /** Rings the bell, unless the terminal takes nothing at the moment: bells must not pile up. */
  ring(): void {
    if (this.#isStarted && this.#waiting.length === 0) {
      this.say(BELL);
    }
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
      this.#waiting = this.#waiting.subarray(this.#output.write(this.#waiting));
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
      const tell = this.#whenSaid;
      this.#whenSaid = undefined;
      tell?.();
    }
  }
}
