import { constants, fstatSync, openSync, writeSync } from 'node:fs';

import { controllingTerminal } from './controlling-terminal.ts';
import { TerminalGoneError, type TerminalOutput } from './terminal-output.ts';

const STDOUT = 1;
/** Errors of a write that mean that nobody is there to read any more (write(2), tty_ioctl(4)). */
const GONE = new Set(['EIO', 'EPIPE', 'ENXIO', 'ENODEV', 'EBADF', 'ECONNRESET']);

/**
 * The terminal behind standard output, opened a second time so that writing to it never waits and the shell's own file
 * description stays as it is: the console goes on while the terminal stands still. Where it cannot be opened again, standard output
 * itself is used, and a terminal that nobody reads blocks.
 */
export function openTerminalOutput(): TerminalOutput {
  return new DescriptorOutput(openAgain());
}

/** An open file as the output. */
export class DescriptorOutput implements TerminalOutput {
  readonly #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(bytes: Uint8Array): number {
    try {
      return writeSync(this.#descriptor, bytes);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN' || code === 'EWOULDBLOCK') {
        return 0;
      }
      throw GONE.has(code) ? new TerminalGoneError(`The terminal is gone (${code}).`) : error;
    }
  }
}

function openAgain(): number {
  return open('/proc/self/fd/1') ?? (isControllingTerminal() ? open('/dev/tty') : undefined) ?? STDOUT;
}

function open(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}

/** /dev/tty is the terminal that controls this process, and standard output may be another one. */
function isControllingTerminal(): boolean {
  return controllingTerminal()?.device === fstatSync(STDOUT).rdev;
}
