import { readFileSync } from 'node:fs';

import type { JournalOrigin } from '../../sync/writes/journal.ts';
import type { JournalIdentity } from './journal-identity.ts';
import { fieldsOfStat, processStart } from './process-start.ts';

/** This process, as its own lines name it. */
export type OwnProcess = Pick<JournalIdentity, 'host' | 'pid' | 'process_start'>;

/** What the system says of processes. */
export interface Processes {
  isRunning(pid: number): boolean;
  /** When it began; undefined where that cannot be told. */
  startOf(pid: number): string | undefined;
}

/**
 * Whether the process that wrote a line no longer runs. A line of another host says nothing of its process: a home folder
 * may be shared. A line without a process was written by none that runs. Numbers of processes are given again, in a
 * container that is started anew even the own one: when the process began tells them apart. Lines of programs that did not
 * put that down are judged by the number alone, but for those of the own number, which this process did not write.
 */
export function hasProcessEnded(
  { pid, host, process_start: start }: JournalOrigin,
  own: OwnProcess,
  processes: Processes = { isRunning: isProcessRunning, startOf: processStart },
): boolean {
  if (host !== undefined && host !== own.host) {
    return false;
  }
  if (pid === own.pid) {
    return start !== own.process_start;
  }
  if (pid === undefined || !processes.isRunning(pid)) {
    return true;
  }
  const startOfPresent = start === undefined ? undefined : processes.startOf(pid);
  return startOfPresent !== undefined && startOfPresent !== start;
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
    return !/^[ZX]/.test(fieldsOfStat(readStat(pid))[0] ?? '');
  } catch {
    // Not every system has such a file.
    return true;
  }
}
