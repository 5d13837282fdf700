import { isAbsolute, join, resolve } from 'node:path';

import { safeSentence } from '../../lib/safe-text.ts';
import { withoutCredentials } from '../connection/credential-text.ts';
import { stateFolder } from '../state/state-place.ts';
import { UsageError } from '../usage-error.ts';
import { logInto } from './log-line.ts';
import { openPrivateLog, type PrivateLog } from './private-log.ts';

/** A log is no larger: what comes after is not written. */
const MOST_BYTES = 50 * 1024 * 1024;

/**
 * The file that is logged into: the one that VIGIL_LOG names, or with `--debug` alone `vigil/debug.log` in the state folder;
 * undefined when neither asks for one.
 */
export function logPath(environment: NodeJS.ProcessEnv, isDebug: boolean): string | undefined {
  const named = environment['VIGIL_LOG'] ?? '';
  if (named !== '') {
    return isAbsolute(named) ? named : resolve(named);
  }
  return isDebug ? join(stateFolder(environment), 'debug.log') : undefined;
}

/**
 * Logs from now on what this process does, each line made safe and without anything that looks like a key. Throws a
 * UsageError when the file or its folder is not this user's alone to change.
 */
export function openLog(path: string, userId: number): void {
  let log: PrivateLog;
  try {
    log = openPrivateLog(path, userId, MOST_BYTES);
  } catch (error) {
    throw new UsageError(
      `The log cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  logInto((text) => {
    const time = new Date().toISOString();
    log.add(`${time} ${process.pid} ${safeSentence(withoutCredentials(text))}\n`);
  });
}
