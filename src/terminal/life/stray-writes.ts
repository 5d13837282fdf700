import type { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';

const MOST_LINES = 20;
const MOST_CHARACTERS = 16_384;

/** Where libraries and Node itself write past the screen. */
export interface StrayPaths {
  readonly stdout: Pick<Writable, 'write'>;
  readonly stderr: Pick<Writable, 'write'>;
  /** Emits 'warning'; Node's own listener writes to descriptor 2 past the stream. */
  readonly warnings: EventEmitter;
}

/**
 * Keeps away from the terminal what others write to standard output and standard error while the console owns the screen:
 * it would scroll or garble it, and may hold what others wrote. The end of what was meant for standard error is kept.
 */
export class StrayWrites {
  readonly #undo: (() => void)[] = [];
  #dropped = 0;
  #tail = '';

  constructor({ stdout, stderr, warnings }: StrayPaths) {
    this.#replaceWrite(stdout, () => this.#dropped++);
    this.#replaceWrite(stderr, (text) => this.#keep(text));
    const listeners = warnings.listeners('warning') as ((warning: Error) => void)[];
    const keepWarning = ({ name, message }: Error) => this.#keep(`${name}: ${message}\n`);
    warnings.removeAllListeners('warning').on('warning', keepWarning);
    this.#undo.push(() => {
      warnings.off('warning', keepWarning);
      for (const listener of listeners) {
        warnings.on('warning', listener);
      }
    });
  }

  /** Writes to standard output that were dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The last lines that were meant for standard error, as they were written: not safe to print as they are. */
  get lines(): readonly string[] {
    return this.#tail.split('\n').filter(Boolean).slice(-MOST_LINES);
  }

  /** Lets everything through again. */
  release(): void {
    for (const undo of this.#undo.splice(0)) {
      undo();
    }
  }

  #keep(text: string): void {
    this.#tail = (this.#tail + text).slice(-MOST_CHARACTERS);
  }

  #replaceWrite(stream: Pick<Writable, 'write'>, take: (text: string) => void): void {
    const original = Object.getOwnPropertyDescriptor(stream, 'write');
    const write = (
      chunk: string | Uint8Array,
      encodingOrCallback?: unknown,
      callback: unknown = encodingOrCallback,
    ): boolean => {
      take(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
      if (typeof callback === 'function') {
        queueMicrotask(() => (callback as () => void)());
      }
      return true;
    };
    stream.write = write;
    this.#undo.push(() => {
      if (original === undefined) {
        Reflect.deleteProperty(stream, 'write');
      } else {
        Object.defineProperty(stream, 'write', original);
      }
    });
  }
}
