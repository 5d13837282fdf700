import { dirname, join } from 'node:path';

import { safeSentence } from '../../lib/safe-text.ts';
import { withoutSecrets } from '../../lib/secret-patterns.ts';
import { withoutCredentials } from '../connection/credential-text.ts';
import { stateFolder } from '../state/state-place.ts';
import { version } from '../version.ts';
import { keepNewest, namesIn, openPrivateLog, type PrivateLog } from './private-log.ts';
import { readableStack } from './readable-stack.ts';

/** A crash file is no larger, and so many are kept: the newest. */
const MOST_BYTES = 64 * 1024;
const MOST_FILES = 10;

/** So much of one error is written, and so many causes of it. */
const MOST_OF_ONE = 8 * 1024;
const MOST_CAUSES = 4;

const FORM = /^crash-[\dTZ-]+\.txt$/;

/** Writes faults of this process into a file of their own, which is made with the first. */
export class CrashFile {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #userId: number;
  #log: PrivateLog | undefined;
  #isImpossible = false;

  constructor(environment: NodeJS.ProcessEnv, userId: number) {
    this.#environment = environment;
    this.#userId = userId;
  }

  /** The file; undefined while nothing was written. */
  get path(): string | undefined {
    return this.#log?.path;
  }

  /** Adds what was being done and the stack of what was thrown, without keys. Gives the file; undefined when none can be written. Never throws. */
  add(doing: string, error: unknown, now: number): string | undefined {
    try {
      this.#log ??= this.#isImpossible ? undefined : this.#open(now);
      this.#log?.add(`${new Date(now).toISOString()} while ${doing}\n${describeError(error)}\n\n`);
    } catch {
      this.#isImpossible = true;
    }
    return this.path;
  }

  #open(now: number): PrivateLog {
    const folder = stateFolder(this.#environment);
    const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
    const path = join(folder, `crash-${time}Z-${process.pid}.txt`);
    const log = openPrivateLog(path, this.#userId, MOST_BYTES);
    keepNewest(dirname(path), FORM, MOST_FILES);
    log.add(`vigil ${version}, Node ${process.version}, ${process.platform} ${process.arch}\n\n`);
    return log;
  }
}

/** The newest crash file of this user on this host; undefined when there is none. */
export function newestCrashFile(environment: NodeJS.ProcessEnv): string | undefined {
  const folder = stateFolder(environment);
  const newest = namesIn(folder, FORM).at(-1);
  return newest === undefined ? undefined : join(folder, newest);
}

/** An error and its causes, with stacks that name our sources, made safe and without anything that looks like a key. */
export function describeError(error: unknown): string {
  const parts: string[] = [];
  for (let each = error, depth = 0; each !== undefined && depth < MOST_CAUSES; depth++) {
    parts.push(`${depth === 0 ? '' : 'caused by '}${textOf(each).slice(0, MOST_OF_ONE)}`);
    each = each instanceof Error ? each.cause : undefined;
  }
  return safeSentence(withoutCredentials(withoutSecrets(parts.join('\n'))));
}

function textOf(error: unknown): string {
  try {
    return error instanceof Error
      ? readableStack((error.stack ?? `${error.name}: ${error.message}`).slice(0, 4 * MOST_OF_ONE))
      : String(error);
  } catch {
    return 'something that cannot be put in words';
  }
}
