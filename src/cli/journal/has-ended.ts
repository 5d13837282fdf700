import { readFileSync } from 'node:fs';

import type { JournalOrigin } from '../../sync/writes/journal.ts';
import type { JournalIdentity } from './journal-identity.ts';

/** Who wrote a line, as far as it matters for whether that still runs. */
type Writer = JournalOrigin & Pick<Partial<JournalIdentity>, 'host'>;

/**
 * Whether the process that wrote a line no longer runs. A line of another host says nothing of its process: a home folder
 * may be shared. A line without a process was written by none that runs.
 */
export function hasProcessEnded(
  { pid, host }: Writer,
  ownHost: string,
  isRunning: (pid: number) => boolean = isProcessRunning,
): boolean {
  return (host === undefined || host === ownHost) && (pid === undefined || !isRunning(pid));
}

/**
 * Whether there is such a process. One that was killed keeps its number until its parent asks what became of it, which in a
 * container may be never: it runs no more.
 */
export function isProcessRunning(
  pid: number,
  readStat: (pid: number) => string = (each) => readFileSync(`/proc/${each}/stat`, 'latin1'),
): boolean {
  try {
    // Signal 0 is not sent, only checked for.
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    // The name of the program before the state may hold anything, parentheses too.
    return !/^[ZX]/.test(readStat(pid).split(') ').at(-1) ?? '');
  } catch {
    // Not every system has such a file.
    return true;
  }
}
