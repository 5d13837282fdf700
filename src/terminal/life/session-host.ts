import type { EventEmitter } from 'node:events';

import type { Clock } from '../../lib/clock.ts';
import type { TerminalOutput } from '../output/terminal-output.ts';
import type { Modes } from './modes.ts';
import type { StrayWrites } from './stray-writes.ts';
import type { Watchdog } from './watchdog.ts';

/** What draws while the console has the terminal. */
export interface SessionScreen {
  /** The screen is empty and ours. */
  start(): void;
  /** It is not: nothing may be written from here on. */
  stop(): void;
  /** What it shows cannot be relied on. */
  redraw(): void;
  resize(columns: number, rows: number): void;
}

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The end of a session. */
export interface SessionEnd {
  readonly status: number;
  /** Whether the terminal took everything and can take more. */
  readonly wasLeft: boolean;
  /** Lines for standard error, none of them safe to print as it is. */
  readonly complaints: readonly string[];
}

/** What a session needs of the process and its terminal. */
export interface SessionHost {
  readonly output: TerminalOutput;
  readonly modes: Modes;
  /** The keyboard; reports its end and its errors. */
  readonly input: EventEmitter & { setRawMode(isRaw: boolean): unknown };
  /** Emits 'data' for whatever the terminal sends. */
  readonly typed: EventEmitter;
  /** Signals, exceptions and the exit of the process. */
  readonly process: EventEmitter;
  readonly signalJob: (signal: NodeJS.Signals) => void;
  /** Whether keys go to another job of the shell. */
  readonly isInBackground: () => boolean;
  /** The size as it was at the last SIGWINCH; undefined when the terminal does not know. */
  readonly measure: () => TerminalSize | undefined;
  readonly startWatchdog: () => Promise<Watchdog>;
  readonly captureStrayWrites: () => StrayWrites;
  readonly clock: Clock;
  /** Blocks this thread for so many milliseconds. */
  readonly pause: (milliseconds: number) => void;
  /** Says what is left to say, and ends the process. */
  readonly exit: (end: SessionEnd) => void;
}
