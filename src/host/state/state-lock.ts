import {
  closeSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type BigIntStats,
} from 'node:fs';

import { randomName } from '../files/random-name.ts';

/** Milliseconds for which a lock that nobody touches was left behind by a console that ended with it: it is held for far less. */
const LEFT_BEHIND = 10_000;

/** Which lock stands at a path, and since when this process has seen just that one, by its own clock. */
const observed = new Map<string, { readonly stamp: string; readonly since: number }>();

/** The files whose locks this process has. */
const held = new Set<string>();

/** Whether this process has the lock of a file. */
export function hasLock(path: string): boolean {
  return held.has(path);
}

/**
 * Takes the lock of a file that several consoles replace, which is a file beside it; the function returned gives it back.
 * Undefined while another console has it. Throws when it cannot be made.
 *
 * The consoles may run in containers or on hosts that share the folder: neither the number of a process nor the time of
 * another clock says whether the one that has the lock still runs. It was left behind when this process has seen the same
 * lock for so long, by `now` of its own steady clock in milliseconds; without that it is never taken from another one.
 */
export function takeLock(path: string, now?: number): (() => void) | undefined {
  const lock = `${path}.lock`;
  for (const isLast of [false, true]) {
    const own = makeLock(lock);
    if (own !== undefined) {
      observed.delete(lock);
      held.add(path);
      return () => {
        held.delete(path);
        // One that stood still for long may have lost it to another one.
        if (stampAt(lock) === own) {
          rmSync(lock, { force: true });
        }
      };
    }
    if (isLast || now === undefined || !isLeftBehind(lock, now)) {
      break;
    }
    removeLeftBehind(lock);
  }
  return undefined;
}

/** The stamp of a lock that was made; undefined when there is one. */
function makeLock(lock: string): string | undefined {
  try {
    const descriptor = openSync(lock, 'wx', 0o600);
    try {
      return stampOf(fstatSync(descriptor, { bigint: true }));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
    return undefined;
  }
}

function isLeftBehind(lock: string, now: number): boolean {
  const stamp = stampAt(lock);
  const known = observed.get(lock);
  if (stamp === undefined || known?.stamp !== stamp) {
    observed.delete(lock);
    if (stamp !== undefined) {
      observed.set(lock, { stamp, since: now });
    }
    return false;
  }
  return now - known.since >= LEFT_BEHIND;
}

/** Removes a lock unless it is another one by now: two consoles may come to this at the same time. */
function removeLeftBehind(lock: string): void {
  const stamp = observed.get(lock)?.stamp;
  const taken = `${lock}.${randomName()}`;
  try {
    renameSync(lock, taken);
    if (stampAt(taken) !== stamp) {
      linkSync(taken, lock);
    }
  } catch {
    // Another console was there first.
  }
  rmSync(taken, { force: true });
}

function stampAt(path: string): string | undefined {
  const facts = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return facts && stampOf(facts);
}

function stampOf({ ino, mtimeNs }: BigIntStats): string {
  return `${ino} ${mtimeNs}`;
}

/** Milliseconds that the end waits for another console, and between two looks whether it is done. */
const LONGEST_WAIT = 1000;
const WAIT = 5;

/**
 * Takes the lock as soon as it is free; undefined after a second. A console that stands still with it must not cost this one
 * what only its memory has.
 */
export function waitForLock(path: string): (() => void) | undefined {
  const still = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < LONGEST_WAIT; waited += WAIT) {
    const unlock = takeLock(path);
    if (unlock !== undefined) {
      return unlock;
    }
    Atomics.wait(still, 0, 0, WAIT);
  }
  return undefined;
}
