import type { Writable } from 'node:stream';

/** Lines that are given to the stream at once. */
const LINES_PER_WRITE = 250;

/** Where data goes, line by line. */
export class LineOutput {
  readonly #stream: Writable;
  readonly #ended = new AbortController();
  #problem: Error | undefined;
  #lost = 0;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      this.#problem ??= error.code === 'EPIPE' ? undefined : error;
      this.#ended.abort();
    });
  }

  /** Aborts when nothing can be written any more. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Why nothing can be written; undefined while it can, and when the reader just closed its end. */
  get problem(): Error | undefined {
    return this.#problem;
  }

  /** Lines that nobody took, as far as that can be told: what stands in a pipe when its reader ends counts as taken. */
  get lost(): number {
    return this.#lost;
  }

  /** Writes lines and resolves once the reader took them, or never will. Does not reject. */
  async write(lines: readonly string[]): Promise<void> {
    for (let start = 0; start < lines.length; start += LINES_PER_WRITE) {
      if (this.ended.aborted) {
        this.#lost += lines.length - start;
        return;
      }
      const text = lines.slice(start, start + LINES_PER_WRITE).map((line) => `${line}\n`);
      const error = await new Promise<unknown>((resolve) => this.#stream.write(text.join(''), resolve));
      this.#lost += error == null ? 0 : text.length;
    }
  }
}
