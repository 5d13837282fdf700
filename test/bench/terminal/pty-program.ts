import { spawn, type IPty } from '@lydell/node-pty';
import { setTimeout as sleep } from 'node:timers/promises';

export const SCREEN = { cols: 160, rows: 45 } as const;

/** What a program wrote after something: milliseconds since then of the first and of the last byte, and how many. */
export interface Paint {
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
}

/** A piece of output and when it arrived, in milliseconds. */
export interface Chunk {
  readonly at: number;
  readonly data: Uint8Array;
}

/** What every terminal answers; one that does not is held for a slow one. */
const STATUS_QUESTION = '\u001b[5n';

/** Output belongs together while it pauses for no longer, in milliseconds. */
const PAUSE_WITHIN = 6;

/** Nobody waits longer for a paint, in milliseconds. */
const LONGEST_WAIT = 2000;

/** A program in a pty of 160x45, with the times of what it writes. Nothing of it is interpreted while it is measured. */
export class PtyProgram {
  readonly #pty: IPty;
  readonly #startedAt = performance.now();
  #recordedFrom = this.#startedAt;
  #firstAt: number | undefined;
  #lastAt: number | undefined;
  #bytes = 0;
  #chunks = 0;
  #recording: Chunk[] | undefined = [];
  #endedAt: number | undefined;
  #onOutput = () => {};

  constructor(
    file: string,
    argumentsGiven: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.#pty = spawn(file, [...argumentsGiven], {
      ...SCREEN,
      name: 'xterm-256color',
      env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...environment },
      // Bytes are counted, so they are left as they are; the types of the package know only names of encodings.
      encoding: null,
    });
    this.#pty.onData((data) => this.#take(data as unknown as Buffer));
    this.#pty.onExit(() => {
      this.#endedAt = performance.now();
      this.#onOutput();
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** Bytes written since the start. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Pieces of output that arrived since the start; a write of some kilobytes arrives in one or a few. */
  get chunks(): number {
    return this.#chunks;
  }

  /** Milliseconds from the start to the first byte; undefined while there is none. */
  get firstByte(): number | undefined {
    return this.#firstAt === undefined ? undefined : this.#firstAt - this.#startedAt;
  }

  /** What was written since the start or since record(), each piece with the milliseconds since then. */
  get recording(): readonly Chunk[] {
    return this.#recording ?? [];
  }

  /** Where the recording stands now, in its milliseconds. */
  get recordedFor(): number {
    return performance.now() - this.#recordedFrom;
  }

  /** Forgets what was written; goes on keeping what is written from now on, or does not. */
  record(isKept: boolean): void {
    this.#recording = isKept ? [] : undefined;
    this.#recordedFrom = performance.now();
  }

  write(keys: string): void {
    this.#pty.write(keys);
  }

  /** Sends keys and measures what is painted for them; undefined when nothing is. */
  async press(keys: string): Promise<Paint | undefined> {
    await this.quiet(PAUSE_WITHIN * 2);
    const before = this.#bytes;
    const sentAt = performance.now();
    this.#pty.write(keys);
    const firstAt = await this.#nextOutput(LONGEST_WAIT);
    if (firstAt === undefined) {
      return undefined;
    }
    await this.quiet(PAUSE_WITHIN);
    return { first: firstAt - sentAt, last: (this.#lastAt ?? firstAt) - sentAt, bytes: this.#bytes - before };
  }

  /** Resolves once nothing was written for so many milliseconds; gives up after two seconds. */
  async quiet(milliseconds: number): Promise<void> {
    const giveUp = performance.now() + LONGEST_WAIT;
    for (;;) {
      const left = (this.#lastAt ?? 0) + milliseconds - performance.now();
      if (left <= 0 || performance.now() > giveUp) {
        return;
      }
      await sleep(Math.max(1, left));
    }
  }

  /** Stops reading, as a terminal does that nobody drains, until the function that is returned is called. */
  stall(): () => void {
    this.#pty.pause();
    return () => this.#pty.resume();
  }

  kill(signal = 'SIGKILL'): void {
    if (this.#endedAt === undefined) {
      this.#pty.kill(signal);
    }
  }

  #take(data: Buffer): void {
    this.#lastAt = performance.now();
    this.#firstAt ??= this.#lastAt;
    this.#bytes += data.length;
    this.#chunks++;
    if (data.includes(STATUS_QUESTION)) {
      this.#pty.write('\u001b[0n');
    }
    this.#recording?.push({ at: this.#lastAt - this.#recordedFrom, data });
    this.#onOutput();
  }

  /** The time of the next output; undefined when there is none for so long, or the program ended. */
  #nextOutput(milliseconds: number): Promise<number | undefined> {
    return new Promise((resolve) => {
      const limit = setTimeout(() => finish(undefined), milliseconds);
      const finish = (at: number | undefined) => {
        clearTimeout(limit);
        this.#onOutput = () => {};
        resolve(at);
      };
      this.#onOutput = () => finish(this.#endedAt === undefined ? this.#lastAt : undefined);
    });
  }
}
