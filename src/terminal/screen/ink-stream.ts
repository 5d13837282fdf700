import { EventEmitter } from 'node:events';

/**
 * The output that Ink is given in place of the terminal. With `debug` set, Ink hands over every frame bare and whole and
 * leaves the terminal to us; it sees no terminal here, so that it switches no modes either.
 */
export class InkStream extends EventEmitter {
  readonly isTTY = false;
  readonly writable = true;
  columns: number;
  rows: number;
  readonly #onFrame: (frame: string) => void;

  constructor(size: { readonly columns: number; readonly rows: number }, onFrame: (frame: string) => void) {
    super();
    this.columns = size.columns;
    this.rows = size.rows;
    this.#onFrame = onFrame;
  }

  write(text: string, written?: () => void): boolean {
    // Ink waits for its output by writing nothing.
    if (text !== '') {
      this.#onFrame(text);
    }
    if (written !== undefined) {
      setImmediate(written);
    }
    return true;
  }

  resize({ columns, rows }: { readonly columns: number; readonly rows: number }): void {
    this.columns = columns;
    this.rows = rows;
    this.emit('resize');
  }
}
