import { append } from '../../lib/long-lists.ts';
import { EventEmitter } from 'node:events';

import type { Clock } from '../../lib/clock.ts';
import { InputScanner } from './input-scanner.ts';
import type { LeftOut } from './pasted-text.ts';
import type { ReplySource } from './reply-source.ts';
import type { ScannedInput } from './scanned-input.ts';
import { Utf8Reader } from './utf8-reader.ts';

/** What the guard needs of the terminal's stream, which is given in bytes: nobody may have set an encoding on it. */
export type TerminalInput = Pick<NodeJS.ReadStream, 'setRawMode' | 'on' | 'off' | 'pause' | 'resume'>;

/** The most pieces that are kept for a reader, and made of one chunk; what is more is no typing. */
const MOST_WAITING = 256;

/** How the keys that are being handed on arrived. */
export interface KeyArrival {
  /** How many keys arrived at once with the one being handled, itself included; 0 outside of the handling of a key. */
  readonly keysTogether: number;
  /** How many of them are still to be handled. */
  readonly keysLeft: number;
  /** The terminal said of one of those keys that it is still held down. */
  readonly hasRepeats: boolean;
  /** What was left out of the paste that is being handed on; undefined for keys. */
  readonly leftOut: LeftOut | undefined;
}

interface Piece {
  readonly text: string;
  readonly together: number;
  readonly left: number;
  readonly hasRepeats?: boolean;
  readonly leftOut?: LeftOut;
}

/** Characters that a text field takes, line ends and tabs in the midst of others included. */
function isText(key: string): boolean {
  return key >= ' ' ? key !== '\u007f' : key === '\r' || key === '\n' || key === '\t';
}

/** The most changes between text and other keys in one chunk; what has more is no typing. */
const MOST_RUNS = 32;

/**
 * The keys in pieces that mean one thing each to a reader of terminal input: a key, or a text. Text is one piece, so
 * that a field takes it at once; the same key again and again, as one that is held down sends it, is not.
 */
function piecesOf({ keys, together, hasRepeats }: Extract<ScannedInput, { kind: 'keys' }>): readonly Piece[] {
  const runs: string[][] = [];
  for (const key of keys) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && (key === last || (isText(key) && isText(last)))) {
      run.push(key);
    } else if (runs.push([key]) === MOST_RUNS) {
      break;
    }
  }
  const pieces = runs
    .flatMap((run) => (run.every((key) => key === run[0]) ? run.map((key) => [key]) : [run]))
    .slice(0, MOST_WAITING);
  let left = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return pieces.map((piece) => {
    left -= piece.length;
    return { text: piece.join(''), together, left, hasRepeats };
  });
}

/**
 * Stands between the terminal and Ink: hands on keys that the console knows and whole
 * pastes, and nothing else that a terminal or a flood may send. A chunk is handed on in
 * the turn in which it arrives: its first key at once, each further one as soon as what the one before it changed is
 * in effect. Emits `readable` when there is something to read, and `end` once there is no more input, because the terminal is gone.
 */
export class InputGuard extends EventEmitter implements KeyArrival, ReplySource {
  readonly #open: () => TerminalInput;
  readonly #onFault: ((error: unknown) => void) | undefined;
  #terminal: TerminalInput | undefined;
  readonly #clock: Clock;
  readonly #reader = new Utf8Reader();
  readonly #scanner = new InputScanner();
  #waiting: Piece[] = [];
  #piece: Piece | undefined;
  #ready: string | null = null;
  #isScheduled = false;
  #isOver = false;
  readonly #replyTakers = new Map<(reply: string) => void, { readonly waitsLonger: boolean }>();
  #cancelTimer: () => void = () => undefined;

  /**
   * Opens the terminal's stream and reads from the first `setRawMode(true)` on: the first frame does not wait for it. What
   * arrives before somebody listens is kept, up to a bound. What a key throws goes to `onFault`, and the next ones go on;
   * without it, it is thrown.
   */
  constructor(open: () => TerminalInput, clock: Clock, onFault?: (error: unknown) => void) {
    super();
    this.#onFault = onFault;
    this.#open = open;
    this.#clock = clock;
    this.on('newListener', (event: string) => {
      if (event === 'readable') {
        this.#handOnSoon();
      }
    });
  }

  get keysTogether(): number {
    return this.#piece?.together ?? 0;
  }

  get keysLeft(): number {
    return this.#piece?.left ?? 0;
  }

  get hasRepeats(): boolean {
    return this.#piece?.hasRepeats ?? false;
  }

  get leftOut(): LeftOut | undefined {
    return this.#piece?.leftOut;
  }

  /** The piece that was announced, once; null when there is none. */
  read(): string | null {
    const ready = this.#ready;
    this.#ready = null;
    return ready;
  }

  /**
   * Calls `take` with each reply of the terminal, whatever it was asked, until the function that is returned is called. While
   * nobody takes replies, none is looked for.
   */
  awaitReplies(take: (reply: string) => void, how = { waitsLonger: false }): () => void {
    this.#replyTakers.set(take, how);
    this.#noteTakers();
    return () => {
      this.#replyTakers.delete(take);
      this.#noteTakers();
    };
  }

  #noteTakers(): void {
    this.#scanner.awaitsReplies = this.#replyTakers.size > 0;
    this.#scanner.waitsLonger = [...this.#replyTakers.values()].some(({ waitsLonger }) => waitsLonger);
  }

  /** Out of raw mode somebody else owns the keyboard: nothing is read then, and what was begun is forgotten. */
  setRawMode(isRaw: boolean): this {
    if (isRaw) {
      this.#terminal ??= this.#listen(this.#open());
      this.#terminal.setRawMode(true);
      this.#terminal.resume();
    } else {
      this.#terminal?.setRawMode(false);
      this.#terminal?.pause();
      this.#forget();
    }
    return this;
  }

  /** Lets go of the terminal's stream, which stands still then. */
  close(): void {
    this.#forget();
    this.#terminal?.off('data', this.#onData);
    this.#terminal?.off('end', this.#onEnd);
    this.#terminal?.off('close', this.#onEnd);
    this.#terminal?.off('error', this.#onEnd);
    this.#terminal?.pause();
  }

  #listen(terminal: TerminalInput): TerminalInput {
    // A stream that was never paused would begin to flow with its first listener.
    terminal.pause();
    terminal.on('data', this.#onData);
    terminal.on('end', this.#onEnd);
    terminal.on('close', this.#onEnd);
    // A terminal that hung up reads as an error.
    terminal.on('error', this.#onEnd);
    return terminal;
  }

  #forget(): void {
    this.#cancelTimer();
    this.#scanner.reset();
    this.#reader.reset();
    this.#waiting = [];
    this.#ready = null;
  }

  readonly #onData = (bytes: Uint8Array): void => {
    const now = this.#clock.monotonic();
    if (this.#scanner.deadline !== undefined && now >= this.#scanner.deadline) {
      this.#keep(this.#scanner.expire(now));
    }
    this.#keep(this.#scanner.push(this.#reader.read(bytes), now));
    this.#setTimer();
    this.#handOn();
  };

  readonly #onEnd = (): void => {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#forget();
      this.emit('end');
    }
  };

  #setTimer(): void {
    this.#cancelTimer();
    const { deadline } = this.#scanner;
    if (deadline !== undefined) {
      this.#cancelTimer = this.#clock.schedule(Math.max(0, deadline - this.#clock.monotonic()), () => {
        // A timer of the machine may fire a little before its time.
        this.#keep(this.#scanner.expire(Math.max(deadline, this.#clock.monotonic())));
        this.#setTimer();
        this.#handOn();
      });
    }
  }

  #keep(inputs: readonly ScannedInput[]): void {
    for (const input of inputs) {
      if (input.kind === 'reply') {
        [...this.#replyTakers.keys()].forEach((take) => take(input.text));
        continue;
      }
      const pieces =
        input.kind === 'keys'
          ? piecesOf(input)
          : [{ text: `\u001b[200~${input.text}\u001b[201~`, together: 0, left: 0, leftOut: input.leftOut }];
      // Keys that came together are kept together or not at all: a part of them could mean something else.
      if (this.#waiting.length + pieces.length <= MOST_WAITING) {
        append(this.#waiting, pieces);
      }
    }
  }

  #handOnSoon(): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      queueMicrotask(() => {
        this.#isScheduled = false;
        this.#handOn();
      });
    }
  }

  #handOn(): void {
    const piece =
      this.#isScheduled || this.listenerCount('readable') === 0 ? undefined : this.#waiting.shift();
    if (piece === undefined) {
      return;
    }
    this.#piece = piece;
    this.#ready = piece.text;
    try {
      this.emit('readable');
    } catch (error) {
      if (this.#onFault === undefined) {
        throw error;
      }
      this.#onFault(error);
    } finally {
      this.#piece = undefined;
    }
    if (this.#waiting.length > 0) {
      // React applies what a key changed in a microtask that it has queued by now.
      this.#handOnSoon();
    }
  }
}
