import { systemClock } from '../../lib/clock.ts';
import { safeSentence } from '../../lib/safe-text.ts';
import { controllingTerminal } from '../output/controlling-terminal.ts';
import type { TerminalOutput } from '../output/terminal-output.ts';
import type { Modes } from './modes.ts';
import type { SessionEnd, SessionHost, TerminalSize } from './session-host.ts';
import { StrayWrites } from './stray-writes.ts';
import { TerminalSession } from './terminal-session.ts';
import { startWatchdog } from './watchdog.ts';

export interface TakeTerminalOptions {
  readonly output: TerminalOutput;
  readonly input: SessionHost['input'];
  readonly modes: Modes;
  /** Takes secrets out of a text that is printed at the end. */
  readonly redact: (text: string) => string;
}

/** A session on the terminal of this process; both standard input and standard output must be that terminal. */
export function takeTerminal({ output, input, modes, redact }: TakeTerminalOptions): TerminalSession {
  return new TerminalSession({
    output,
    input,
    modes,
    // Made when it is first asked for, which is after the first frame.
    get typed() {
      return process.stdin;
    },
    process,
    signalJob: (signal) => process.kill(0, signal),
    isInBackground: () => controllingTerminal()?.isInBackground ?? false,
    measure: measureTerminal,
    startWatchdog: () => startWatchdog(systemClock, modes),
    captureStrayWrites: () =>
      new StrayWrites({ stdout: process.stdout, stderr: process.stderr, warnings: process }),
    clock: systemClock,
    pause: (milliseconds) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
    },
    exit: ({ status, wasLeft, complaints }: SessionEnd) => {
      // A terminal that is full would hold the process back.
      if (complaints.length > 0 && (wasLeft || !process.stderr.isTTY)) {
        process.stderr.write(`${safeSentence(redact(complaints.join('\n')))}\n`);
      }
      // Threads and open connections must not keep the program alive.
      process.exit(status);
    },
  });
}

function measureTerminal(): TerminalSize | undefined {
  const { columns, rows } = process.stdout;
  return columns > 0 && rows > 0 ? { columns, rows } : undefined;
}
