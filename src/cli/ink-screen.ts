import { EventEmitter } from 'node:events';

import type { SessionScreen } from '../terminal/life/terminal-session.ts';
import type { TerminalOutput } from '../terminal/output/terminal-output.ts';

/** Stands in for the screen writer: whole frames of Ink, the newest wins, never waiting for the terminal. */
export class InkScreen extends EventEmitter implements SessionScreen {
  readonly isTTY = true;
  readonly writable = true;
  readonly #output: TerminalOutput;
  readonly #onGone: () => void;
  columns: number;
  rows: number;
  #isOn = false;
  #frame = '';
  #shown = '';
  #rest: Uint8Array = new Uint8Array();
  #timer: NodeJS.Timeout | undefined;

  constructor(output: TerminalOutput, size: { columns: number; rows: number }, onGone: () => void) {
    super();
    this.#output = output;
    this.#onGone = onGone;
    this.columns = size.columns;
    this.rows = size.rows;
  }

  write(text: string, callback?: () => void): boolean {
    if (text !== '') {
      this.#frame = text;
      this.#flush();
    }
    callback?.();
    return true;
  }

  start(): void {
    this.#isOn = true;
    this.redraw();
  }

  stop(): void {
    this.#isOn = false;
    this.#rest = new Uint8Array();
  }

  redraw(): void {
    this.#shown = '';
    this.#flush();
  }

  resize(columns: number, rows: number): void {
    this.columns = columns;
    this.rows = rows;
    this.emit('resize');
  }

  #flush(): void {
    if (!this.#isOn) {
      return;
    }
    try {
      if (this.#rest.length === 0 && this.#frame !== this.#shown) {
        this.#shown = this.#frame;
        const rows = this.#frame.split('\n').slice(0, this.rows);
        this.#rest = Buffer.from(
          `\u001b[?2026h\u001b[H${rows.map((row) => `${row}\u001b[0m\u001b[K`).join('\r\n')}\u001b[J\u001b[?2026l`,
        );
      }
      this.#rest = this.#rest.subarray(this.#output.write(this.#rest));
      if (this.#rest.length > 0 || this.#frame !== this.#shown) {
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          this.#flush();
        }, 5);
      }
    } catch {
      this.#onGone();
    }
  }
}
