import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { parseExactJson } from '../../lib/exact-json.ts';
import { takeLock } from './state-lock.ts';
import { problemOf } from './state-place.ts';
import type { StateWriting } from './write-state-file.ts';

/** What is in a state file, by the names of the stores; a `problem` says in a sentence why it is not used. */
export interface StateRead {
  readonly state: Readonly<Record<string, unknown>> | undefined;
  readonly problem?: string;
  /** Nothing may be written there: it belongs to others, or others can change it. */
  readonly isRefused?: true;
}

/** What is written first in each file, so that another form of it is not taken for this one. */
export const STATE_VERSION = 1;

/**
 * Reads a state file ("The key" says how files of a shared machine are looked at): a regular file of this user in a
 * folder of this user, which nobody else can change, and no link. What cannot be understood is set aside under another
 * name. No file is an empty state. Never throws.
 */
export function readStateFile(path: string, userId: number): StateRead {
  const folderProblem = problemOf(dirname(path), userId, 'folder');
  if (folderProblem !== undefined) {
    return { state: undefined, problem: folderProblem, isRefused: true };
  }
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { state: undefined }
      : {
          state: undefined,
          problem: code === 'ELOOP' ? `${path} is a link.` : `${path} cannot be read (${code ?? 'unknown'}).`,
          isRefused: true,
        };
  }
  try {
    const problem = problemOf(path, userId, 'file', fstatSync(descriptor));
    return problem === undefined
      ? parseState(path, readFileSync(descriptor, 'utf8'))
      : { state: undefined, problem, isRefused: true };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { state: undefined, problem: `${path} cannot be read (${code ?? 'unknown'}).`, isRefused: true };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * What the next start will make of a state file that is damaged, as a sentence; undefined when it is not, when there is none,
 * and when it may not be read. Changes nothing, and never throws.
 */
export function damageOf(path: string, userId: number): string | undefined {
  if ((problemOf(dirname(path), userId, 'folder') ?? problemOf(path, userId, 'file')) !== undefined) {
    return undefined;
  }
  let text: string;
  try {
    text = readFileSync(path, {
      encoding: 'utf8',
      flag: constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW,
    });
  } catch {
    return undefined;
  }
  return understand(text) === undefined
    ? `${path} cannot be understood. The next start sets it aside as ${asideOf(path)}, and filters and layout start anew.`
    : undefined;
}

function asideOf(path: string): string {
  return `${path}.unusable`;
}

/** A draft holds what the API sent, numbers of any length included; without one, reading is several times quicker. */
const DRAFT = '"policy-draft":{';

/** What stands in a state file; undefined when that is no state of this version. */
function understand(text: string): Record<string, unknown> | undefined {
  try {
    const state: unknown = text.includes(DRAFT) ? parseExactJson(text) : JSON.parse(text);
    const isState =
      typeof state === 'object' &&
      state !== null &&
      (state as { version?: unknown }).version === STATE_VERSION;
    return isState ? (state as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function parseState(path: string, text: string): StateRead {
  const state = understand(text);
  if (state !== undefined) {
    return { state };
  }
  const aside = asideOf(path);
  try {
    renameSync(path, aside);
    return { state: undefined, problem: `${path} could not be understood. It was set aside as ${aside}.` };
  } catch {
    return { state: undefined, problem: `${path} could not be understood.`, isRefused: true };
  }
}

/** Tells one content of a state file from the next; undefined when there is none that can be looked at. Never throws. */
export function stampOf(path: string): string | undefined {
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false, bigint: true });
    return facts && [facts.ino, facts.size, facts.mtimeNs, facts.ctimeNs].join(' ');
  } catch {
    return undefined;
  }
}

/** How files and folders of state are made: for this user alone, and never through a link that somebody put there. */
const WRITING = { mode: 0o600, flag: 'wx' } as const;
const FOLDER = { recursive: true, mode: 0o700 } as const;

/** How a state file is put in its place: written beside it first, so that it is never there in part. */
export function stateWriting(path: string): StateWriting {
  return {
    path,
    parent: dirname(path),
    temporary: `${path}.${process.pid}.new`,
    file: WRITING,
    folder: FOLDER,
  };
}

/**
 * Puts what was written beside a state file in its place, unless another console replaced it since it had this stamp. False
 * when one did, or is about to: what it wrote has to be merged first. Throws when it cannot be put there.
 */
export function replaceStateFile({ path, temporary }: StateWriting, stamp: string | undefined): boolean {
  const unlock = takeLock(path);
  if (unlock === undefined) {
    return false;
  }
  try {
    if (stampOf(path) !== stamp) {
      return false;
    }
    renameSync(temporary, path);
    return true;
  } finally {
    unlock();
  }
}

/** Milliseconds that the end waits for another console, and between two looks whether it is done. */
const LONGEST_WAIT = 1000;
const WAIT = 5;

/**
 * Writes a state file in place of the old one at once, for the end of the program: whole or not at all, and for this user
 * alone. `makeText` is called when no other console can replace it any more. Throws when it cannot be written.
 */
export function writeStateFileNow(path: string, makeText: () => string): void {
  const { temporary } = stateWriting(path);
  mkdirSync(dirname(path), FOLDER);
  const unlock = waitForLock(path);
  try {
    rmSync(temporary, { force: true });
    writeFileSync(temporary, makeText(), WRITING);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    unlock?.();
  }
}

/** A console that stands still with the lock must not cost this one what only its memory has. */
function waitForLock(path: string): (() => void) | undefined {
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
