import { CrashFile, describeError } from './crash-file.ts';
import { isFault } from '../../lib/is-fault.ts';
import { logLine } from './log-line.ts';

/** Writes a mistake in the program that ends a command into a crash file, and gives its path; undefined for what is none. */
export function keepFault(error: unknown): string | undefined {
  logLine(() => `the command ends: ${describeError(error)}`);
  return isFault(error)
    ? new CrashFile(process.env, process.getuid?.() ?? 0).add('running a command', error, Date.now())
    : undefined;
}
