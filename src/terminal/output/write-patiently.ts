import type { TerminalOutput } from './terminal-output.ts';

/** Milliseconds for which a full terminal is asked again. */
const PATIENCE = 100;
const PAUSE = 2;

/** Time for code that cannot go back to the event loop, as before the process ends. */
export interface Stopwatch {
  /** Milliseconds that only grow. */
  monotonic(): number;
  /** Blocks this thread for so many milliseconds. */
  pause(milliseconds: number): void;
}

/**
 * Writes all of the bytes, asking a full terminal again for a tenth of a second at the most, and tells whether it took
 * them all. Throws TerminalGoneError once there is no terminal.
 */
export function writePatiently(output: TerminalOutput, bytes: Uint8Array, stopwatch: Stopwatch): boolean {
  const end = stopwatch.monotonic() + PATIENCE;
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
