import { lstatSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { hasLock, waitForLock } from './state-lock.ts';
import { stampOf } from './state-place.ts';

/** Damaged files that are kept beside one; somebody has to check them before there are more. */
const MOST_ASIDE = 99;

const ENDING = /^\.damaged-\d+$/;

/** The first name for a damaged file that is not taken; undefined when all are. */
export function freeNameBeside(path: string): string | undefined {
  for (let number = 1; number <= MOST_ASIDE; number++) {
    const name = `${path}.damaged-${number}`;
    if (lstatSync(name, { throwIfNoEntry: false }) === undefined) {
      return name;
    }
  }
  return undefined;
}

/** Gives a file a name of its own, unless another console has replaced it or is about to; the name, when it has it. */
export function setAside(path: string, stamp: string | undefined): string | undefined {
  try {
    const unlock = hasLock(path) ? () => undefined : waitForLock(path);
    try {
      const aside = freeNameBeside(path);
      if (aside !== undefined && unlock !== undefined && stampOf(path) === stamp) {
        renameSync(path, aside);
        return aside;
      }
    } finally {
      unlock?.();
    }
  } catch {
    // It stays where it is, and nothing is written over it.
  }
  return undefined;
}

/** The files that were set aside beside one because they were damaged. Never throws. */
export function filesSetAside(path: string): readonly string[] {
  const folder = dirname(path);
  const name = basename(path);
  try {
    return readdirSync(folder)
      .filter((each) => each.startsWith(name) && ENDING.test(each.slice(name.length)))
      .map((each) => join(folder, each));
  } catch {
    return [];
  }
}
