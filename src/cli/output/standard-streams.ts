import { fstatSync, readFileSync, readlinkSync } from 'node:fs';

/** The last digit of the flags of a file that is open for reading and writing. */
const READ_AND_WRITE = /^flags:\s*\d*[2367]$/m;

/** What is said of such a standard output. A shell that discards it by > /dev/null is taken to mean that. */
export const UNHEARD = 'Standard output is closed, or discards what is printed.';

/**
 * Whether what is written to a standard stream reaches nobody although each write succeeds: a stream that was closed
 * (`>&-`) when the program began stands open on /dev/null by now, for reading and writing, while a shell that was asked to
 * discard it (`>/dev/null`) opens it for writing alone. Some programs discard the output of others in the same way as a closed one is
 * replaced. False where the system does not say.
 */
export function isDiscarded(descriptor: number): boolean {
  try {
    return (
      readlinkSync(`/proc/self/fd/${descriptor}`) === '/dev/null' &&
      READ_AND_WRITE.test(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))
    );
  } catch {
    return false;
  }
}

/** Whether another program reads what is written to a standard stream. */
export function isPipe(descriptor: number): boolean {
  try {
    const status = fstatSync(descriptor);
    return status.isFIFO() || status.isSocket();
  } catch {
    return false;
  }
}
