import type { Writable } from 'node:stream';

import { append } from '../../lib/long-lists.ts';
import { clearStatusLine } from './status-line.ts';

/** Lines that are given to the stream at once. */
const LINES_PER_WRITE = 250;

/** Lines that nobody took are kept up to so many. */
const MOST_KEPT = 3;

/** Where data goes, line by line. */
export class LineOutput {
  readonly #stream: Writable;
  readonly #ended = new AbortController();
  #problem: Error | undefined;
  #lost = 0;
  #taken = 0;
  readonly #firstLost: string[] = [];

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('error', (error) => this.#end(error));
  }

  /** Aborts when nothing can be written any more. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Why nothing can be written; undefined while it can, and when the reader just closed its end. */
  get problem(): Error | undefined {
    return this.#problem;
  }

  /**
   * How many lines nobody took, and the first of them, as far as that can be known: what stands in a pipe when its reader ends
   * counts as taken.
   */
  get lost(): { readonly count: number; readonly first: readonly string[] } {
    return { count: this.#lost, first: this.#firstLost };
  }

  /** How many lines were taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Writes lines and resolves once the reader took them, or never will. Does not reject. */
  async write(lines: readonly string[]): Promise<void> {
    for (let start = 0; start < lines.length; start += LINES_PER_WRITE) {
      if (this.ended.aborted) {
        this.#lose(lines.slice(start));
        return;
      }
      clearStatusLine();
      const part = lines.slice(start, start + LINES_PER_WRITE);
      const text = part.map((line) => `${line}\n`).join('');
      const error = await new Promise<Error | null | undefined>((resolve) =>
        this.#stream.write(text, resolve),
      );
      if (error == null) {
        this.#taken += part.length;
      } else {
        // The stream says so by itself only later.
        this.#end(error);
        this.#lose(part);
      }
    }
  }

  #end(error: NodeJS.ErrnoException): void {
    // A stream that has failed once says of later writes no more than that it is closed.
    if (!this.ended.aborted) {
      this.#problem = error.code === 'EPIPE' ? undefined : error;
      this.#ended.abort();
    }
  }

  #lose(lines: readonly string[]): void {
    this.#lost += lines.length;
    append(this.#firstLost, lines.slice(0, MOST_KEPT - this.#firstLost.length));
  }
}
