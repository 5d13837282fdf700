import { EventEmitter } from 'node:events';

import type { TerminalInput } from '../../src/terminal/input/input-guard.ts';

/** The stream of a terminal's keyboard that a test types on. It notes what it was asked for. */
export class FakeTerminalInput extends EventEmitter {
  readonly asked: string[] = [];

  /** Bytes arrive, in one chunk. */
  send(chunk: string | Uint8Array): void {
    this.emit('data', typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  }

  /** This stream as the program knows it. */
  get stream(): TerminalInput {
    return this as unknown as TerminalInput;
  }

  setRawMode(isRaw: boolean): this {
    return this.#note(isRaw ? 'raw' : 'cooked');
  }

  pause(): this {
    return this.#note('pause');
  }

  resume(): this {
    return this.#note('resume');
  }

  #note(what: string): this {
    this.asked.push(what);
    return this;
  }
}
