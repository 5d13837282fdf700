import type { Readable } from 'node:stream';

import type { Clock } from '../../lib/clock.ts';
import { organizationText, type Organization } from '../../stores/base/organization.ts';
import { say } from '../output/say.ts';
import { UsageError } from '../../host/usage-error.ts';

/** Standard input; what is optional is there where it is a terminal. */
export type Keyboard = Readable & {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
  ref?(): unknown;
  unref?(): unknown;
};

/** Where somebody is asked. */
export interface Asking {
  readonly input: Keyboard;
  readonly clock: Clock;
  /** Nobody is asked any more once it aborts. */
  readonly stop: AbortSignal;
  readonly target: { readonly organization: Organization };
}

/** How long a question is on the screen before it can be answered, in milliseconds. */
const GRACE = 400;

/** Nothing may have been typed for so long before a question can be answered, in milliseconds. */
const QUIET = 250;

const CTRL_D = 4;

/** Keys that a terminal in raw mode does not turn into signals. */
const SIGNAL_KEYS = [
  [3, 'SIGINT'],
  [26, 'SIGTSTP'],
  [28, 'SIGQUIT'],
] as const;
const LINE_ENDS = /[\r\n]/;

/**
 * Refuses to go on where somebody would have to be asked and nobody can be. Throws a UsageError that says what to add.
 * `isInputTaken` says that standard input was read for something else.
 */
export function requireAnswerable(yes: boolean, isInputTaken: boolean, input: Keyboard): void {
  if (!yes && (isInputTaken || input.isTTY !== true || !process.stderr.isTTY)) {
    throw new UsageError(
      isInputTaken
        ? 'Nothing was done: standard input was read, so nobody can be asked there. Add --yes to go on without a question.'
        : 'Nothing was done: without a terminal nobody can be asked. Add --yes to go on without a question.',
    );
  }
}

/**
 * Asks on the terminal, naming the organization that it is about, and resolves with the answer without blanks around it; undefined when none came before the end of
 * the input or the signal. What was typed before the question, or less than 400 ms after it, never answers it: that is ignored, and the
 * question put again, as it is when the program was stopped and goes on. The question must be safe to print.
 */
export function ask(question: string, asking: Asking): Promise<string | undefined> {
  return new Promise((resolve) => new Question(question, asking, resolve));
}

class Question {
  readonly #question: string;
  readonly #asking: Asking;
  readonly #resolve: (answer: string | undefined) => void;
  /** Undefined once it can be answered. */
  #answerableAt: number | undefined = 0;
  #hasIgnored = false;
  #isOver = false;
  #line = Buffer.alloc(0);
  #cancel = () => {};

  constructor(question: string, asking: Asking, resolve: (answer: string | undefined) => void) {
    this.#question = question;
    this.#asking = asking;
    this.#resolve = resolve;
    const { input, stop } = asking;
    if (stop.aborted || input.readableEnded || input.destroyed) {
      resolve(undefined);
      return;
    }
    input
      .on('data', this.#onData)
      .on('end', this.#giveUp)
      .on('close', this.#giveUp)
      .on('error', this.#giveUp);
    stop.addEventListener('abort', this.#giveUp, { once: true });
    process.on('SIGCONT', this.#putAnew);
    // Without it a terminal keeps the beginning of a line to itself, and adds it to what is typed later.
    input.setRawMode?.(true);
    this.#put();
    // The question before let go of it.
    input.ref?.();
    input.resume();
  }

  #put(): void {
    say(`In ${organizationText(this.#asking.target.organization)}:`);
    process.stderr.write(this.#question);
    this.#hasIgnored = false;
    this.#waitUntil(this.#asking.clock.monotonic() + GRACE);
  }

  /** Whoever comes back to a program that was stopped has to read the question again. */
  readonly #putAnew = () => {
    this.#line = Buffer.alloc(0);
    this.#asking.input.setRawMode?.(true);
    process.stderr.write('\n');
    this.#put();
  };

  #waitUntil(time: number): void {
    const { clock } = this.#asking;
    this.#answerableAt = time;
    this.#cancel();
    // A program that was held up may be late, and what was typed meanwhile not read yet.
    this.#cancel = clock.schedule(Math.max(0, time - clock.monotonic()), () =>
      clock.afterReading(this.#open),
    );
  }

  readonly #open = () => {
    const { clock, input } = this.#asking;
    if (this.#answerableAt === undefined || this.#isOver) {
      return;
    }
    if (clock.monotonic() < this.#answerableAt) {
      this.#waitUntil(this.#answerableAt);
    } else if (this.#hasIgnored) {
      process.stderr.write('\n');
      say('Ignored: what was typed before the question could be read. Wait a moment, then answer.');
      this.#put();
    } else {
      this.#answerableAt = undefined;
      // From here on the terminal edits the line, shows it, and turns Ctrl-C into the signal that ends everything else, too.
      input.setRawMode?.(false);
    }
  };

  readonly #onData = (piece: Buffer) => {
    const [, signal] = SIGNAL_KEYS.find(([key]) => piece.includes(key)) ?? [];
    if (this.#answerableAt === undefined) {
      this.#read(piece);
    } else if (signal !== undefined) {
      // As the terminal does when it is not in raw mode, and in the mode that it had: to the whole group.
      this.#asking.input.setRawMode?.(false);
      process.kill(0, signal);
    } else if (piece.includes(CTRL_D)) {
      this.#giveUp();
    } else {
      this.#hasIgnored = true;
      this.#waitUntil(Math.max(this.#answerableAt, this.#asking.clock.monotonic() + QUIET));
    }
  };

  #read(piece: Buffer): void {
    this.#line = Buffer.concat([this.#line, piece]);
    const text = this.#line.toString();
    const end = text.search(LINE_ENDS);
    if (end >= 0) {
      const answer = text.slice(0, end);
      this.#end(answer.trim());
      const rest = text.slice(end + 1);
      if (rest !== '') {
        // The next question finds it there as typed before, and ignores it.
        this.#asking.input.unshift(Buffer.from(rest));
      }
    }
  }

  readonly #giveUp = () => this.#end(undefined);

  #end(answer: string | undefined): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    this.#cancel();
    const { input, stop } = this.#asking;
    stop.removeEventListener('abort', this.#giveUp);
    process.off('SIGCONT', this.#putAnew);
    input.off('data', this.#onData).off('end', this.#giveUp).off('close', this.#giveUp);
    input.pause();
    if (this.#answerableAt !== undefined) {
      input.setRawMode?.(false);
    }
    // Nothing else may keep the program waiting for an answer.
    input.unref?.();
    this.#resolve(answer);
  }
}
