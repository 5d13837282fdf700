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

function isProcessRunning(pid: number): boolean {
  try {
    // Signal 0 is not sent, only checked for.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
