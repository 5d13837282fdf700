import { closeSync, lstatSync, openSync, rmSync } from 'node:fs';

/** Milliseconds after which a lock was left behind by a console that ended with it: it is held for far less. */
const LEFT_BEHIND = 10_000;

/**
 * Takes the lock of a file that several consoles replace, which is a file beside it; the function returned gives it back.
 * Undefined while another console has it. Throws when it cannot be made.
 */
export function takeLock(path: string): (() => void) | undefined {
  const lock = `${path}.lock`;
  for (const isLast of [false, true]) {
    try {
      closeSync(openSync(lock, 'wx', 0o600));
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error;
      }
    }
    if (isLast || !isLeftBehind(lock)) {
      break;
    }
    rmSync(lock, { force: true });
  }
  return undefined;
}

/** Its time is compared with that of this machine, which may have been set back since. */
function isLeftBehind(lock: string): boolean {
  const madeAt = lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return madeAt !== undefined && Math.abs(Date.now() - madeAt) > LEFT_BEHIND;
}
