import type { TerminalOutput } from './terminal-output.ts';

/** Milliseconds between two attempts. */
const PAUSE = 2;

/** Time for code that cannot go back to the event loop, as before the process ends. */
export interface Stopwatch {
  /** Milliseconds that only grow. */
  monotonic(): number;
  /** Blocks this thread for so many milliseconds. */
  pause(milliseconds: number): void;
}

/**
 * Writes all of the bytes, asking a full terminal again for `patience` milliseconds at the most, and says whether it
 * took them all. With a patience of 0 it is asked once. Throws TerminalGoneError once there is no terminal.
 */
export function writeWithRetry(
  output: TerminalOutput,
  bytes: Uint8Array,
  stopwatch: Stopwatch,
  patience: number,
): boolean {
  const end = stopwatch.monotonic() + patience;
  let rest = bytes;
  for (;;) {
    rest = rest.subarray(output.write(rest));
    if (rest.length === 0) {
      return true;
    }
    if (stopwatch.monotonic() >= end) {
      return false;
    }
    stopwatch.pause(PAUSE);
  }
}
