import { spawn, type IPty } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { programCommand } from './program-command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The colours of a terminal, each as `#rrggbb`. */
export interface Paper {
  readonly background: string;
  readonly foreground: string;
  readonly palette: readonly string[];
}

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** What it answers when asked for its colours; nothing without. */
  readonly paper?: Paper;
}

/** A program in a real pty, its screen kept by a terminal emulator, and its keyboard. */
export class Terminal {
  readonly #pty: IPty;
  readonly #screen: xterm.Terminal;
  readonly #watchers = new Set<() => void>();
  #exit: { readonly exitCode: number; readonly signal: number | undefined } | undefined;
  #output = '';
  /** How much of the output is on the screen. */
  #parsed = 0;
  readonly #state = mkdtempSync(join(tmpdir(), 'vigil-state-'));

  constructor(file: string, argumentsGiven: readonly string[], options: TerminalOptions = {}) {
    const { columns = 120, rows = 40 } = options;
    this.#screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 200 });
    this.#pty = spawn(file, [...argumentsGiven], {
      cols: columns,
      rows,
      cwd: root,
      // It goes before the variable of that name.
      name: options.environment?.['TERM'] ?? 'xterm-256color',
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        // A config file of whoever runs the tests must not count.
        XDG_CONFIG_HOME: '/nonexistent',
        // Nor what is kept of another start.
        XDG_STATE_HOME: this.#state,
        LANG: 'C.UTF-8',
        ...options.environment,
      },
    });
    // A terminal answers what it is.
    this.#screen.onData((reply) => this.#pty.write(reply));
    if (options.paper !== undefined) {
      this.#reportColours(options.paper);
    }
    this.#pty.onData((data) => {
      this.#output += data;
      const { length } = this.#output;
      this.#screen.write(data, () => {
        this.#parsed = length;
        this.#notify();
      });
    });
    this.#pty.onExit(({ exitCode, signal }) => {
      // What was written before is on the screen only once it was parsed.
      this.#screen.write('', () => {
        this.#exit = { exitCode, signal };
        this.#notify();
      });
    });
  }

  /** The rows of the screen as text, without what is blank at their ends. */
  get lines(): readonly string[] {
    const buffer = this.#screen.buffer.active;
    return Array.from({ length: this.#screen.rows }, (_, row) =>
      (buffer.getLine(buffer.viewportY + row)?.translateToString(true) ?? '').trimEnd(),
    );
  }

  get text(): string {
    return this.lines.join('\n');
  }

  get isAlternateScreen(): boolean {
    return this.#screen.buffer.active.type === 'alternate';
  }

  /** Whether the screen holds a whole frame: every synchronized update that began has ended. */
  get isWhole(): boolean {
    // What has arrived beyond that may end a frame of which the screen has but the beginning.
    const shown = this.#output.slice(0, this.#parsed);
    return shown.lastIndexOf('\u001b[?2026l') >= shown.lastIndexOf('\u001b[?2026h');
  }

  /** Every byte that the program wrote. */
  get output(): string {
    return this.#output;
  }

  get exit(): { readonly exitCode: number; readonly signal: number | undefined } | undefined {
    return this.#exit;
  }

  get emulator(): xterm.Terminal {
    return this.#screen;
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** Stops reading what the program writes, as a stalled connection does. */
  pause(): void {
    this.#pty.pause();
  }

  resume(): void {
    this.#pty.resume();
  }

  /** Leaves questions about its state (DSR) unanswered from now on. */
  answerNothing(): void {
    this.#screen.parser.registerCsiHandler({ final: 'n' }, () => true);
  }

  /** Closes it, as closing its window does. */
  close(): void {
    (this.#pty as IPty & { destroy(): void }).destroy();
  }

  /** Sends keys as they are; bytes need not be text. */
  press(...keys: readonly (string | Buffer)[]): void {
    for (const key of keys) {
      // The pty passes bytes on, although its type knows strings alone.
      this.#pty.write(key as string);
    }
  }

  resize(columns: number, rows: number): void {
    this.#screen.resize(columns, rows);
    this.#pty.resize(columns, rows);
  }

  kill(signal?: string): void {
    this.#pty.kill(signal);
  }

  /** Resolves once the condition holds; fails with the screen in its message after `milliseconds`. */
  waitUntil(what: string, condition: () => boolean, milliseconds = 60_000): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if ((this.isWhole || this.#exit !== undefined) && condition()) {
          finish();
          resolve();
        }
      };
      const finish = () => {
        clearTimeout(limit);
        this.#watchers.delete(check);
      };
      const limit = setTimeout(() => {
        finish();
        reject(new Error(`Waited in vain for: ${what}\n${this.text}`));
      }, milliseconds);
      this.#watchers.add(check);
      check();
    });
  }

  /** Resolves once the screen holds the text. */
  waitFor(text: string | RegExp, milliseconds?: number): Promise<void> {
    const matches = () => (typeof text === 'string' ? this.text.includes(text) : text.test(this.text));
    return this.waitUntil(String(text), matches, milliseconds);
  }

  waitForExit(): Promise<void> {
    return this.waitUntil('the program to end', () => this.#exit !== undefined);
  }

  dispose(): void {
    if (this.#exit === undefined) {
      this.#pty.kill('SIGKILL');
    }
    this.#screen.dispose();
    rmSync(this.#state, { recursive: true, force: true });
  }

  #reportColours({ background, foreground, palette }: Paper): void {
    const answer = (code: string, colour: string) => {
      const [red, green, blue] = [1, 3, 5].map((start) => colour.slice(start, start + 2));
      this.#pty.write(`\u001b]${code};rgb:${red}/${green}/${blue}\u001b\\`);
      return true;
    };
    const { parser } = this.#screen;
    parser.registerOscHandler(10, () => answer('10', foreground));
    parser.registerOscHandler(11, () => answer('11', background));
    parser.registerOscHandler(4, (asked) => {
      const number = asked.replace(/;.*/, '');
      return answer(`4;${number}`, palette[Number(number)] ?? '');
    });
  }

  #notify(): void {
    for (const watcher of [...this.#watchers]) {
      watcher();
    }
  }
}

/** The built program in a terminal. */
export function startVigil(argumentsGiven: readonly string[], options?: TerminalOptions): Terminal {
  const [file, ...given] = programCommand();
  return new Terminal(file, [...given, ...argumentsGiven], options);
}

export const KEYS = { enter: '\r', escape: '\u001b', down: '\u001b[B', up: '\u001b[A' } as const;
