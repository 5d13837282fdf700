import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { KEPT_CAPS, withinSize } from '../../contract/size-gate.ts';
import { parseExactJson } from '../../lib/exact-json.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { randomName } from '../files/random-name.ts';
import { freeNameBeside, setAside } from './set-aside.ts';
import { takeLock, waitForLock } from './state-lock.ts';
import { placeProblem, problemOf, stampOf } from './state-place.ts';
import type { StateWriting } from './write-state-file.ts';

/** What is in a state file, by the names of the stores; a `problem` says in a sentence why it is not used. */
export interface StateRead {
  readonly state: Readonly<Record<string, unknown>> | undefined;
  readonly problem?: string;
  /** Nothing may be written there: it belongs to others, others can change it, or a newer program wrote it. */
  readonly isRefused?: true;
  /** A newer program wrote it. */
  readonly isNewer?: true;
}

/**
 * Why not all of a state can be made use of, as the end of a sentence that begins with its file; undefined when all can. What
 * cannot must not be lost.
 */
export type FindDamage = (state: Readonly<Record<string, unknown>>) => string | undefined;

/** The damage of a state of which a part cannot be made use of. */
export const NOT_WHOLE = 'could not be understood as a whole';

/** What is written first in each file, so that another form of it is not taken for this one. */
export const STATE_VERSION = 1;

/**
 * Reads a state file ("The key" says how files of a shared machine are looked at): a regular file of this user in a
 * folder of this user, which nobody else can change, and no link. What cannot be understood, or not as a whole, is set aside
 * under a name of its own; what a newer program wrote is left where it is. No file is an empty state. Never throws.
 */
export function readStateFile(
  path: string,
  userId: number,
  findDamage: FindDamage = () => undefined,
): StateRead {
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
      ? parseState(path, descriptor, findDamage)
      : { state: undefined, problem, isRefused: true };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { state: undefined, problem: `${path} cannot be read (${code ?? 'unknown'}).`, isRefused: true };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * What the next start will make of a state file that it cannot use as it is, as a sentence; undefined when it can, when there is
 * none, and when it may not be read. Changes nothing, and never throws.
 */
export function damageOf(path: string, userId: number): string | undefined {
  const found = lookAtStateFile(path, userId);
  switch (found?.kind) {
    case 'damaged':
      return `${path} cannot be understood. ${nextStart(path)}`;
    case 'newer':
      return `${newerSentence(path, found.version)} This one uses ${besideNewer(path)}.`;
    default:
      return undefined;
  }
}

function nextStart(path: string): string {
  const aside = freeNameBeside(path);
  return aside === undefined
    ? 'It is not used, and too many damaged files lie beside it to set it aside, too: check them, and remove them.'
    : `The next start sets it aside as ${aside}, and begins anew.`;
}

/** What a state file holds, without changing anything; undefined when there is none that may be read. Never throws. */
export function lookAtStateFile(path: string, userId: number): Understood | undefined {
  if (placeProblem(path, userId) !== undefined) {
    return undefined;
  }
  try {
    const flag = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
    return understand(readFileSync(path, { encoding: 'utf8', flag }));
  } catch {
    return undefined;
  }
}

/** The file that is used in place of one that a newer program wrote. */
export function besideNewer(path: string): string {
  return path.replace(/(?:\.json)?$/, `.v${STATE_VERSION}.json`);
}

/**
 * Why nothing can be taken over from a file in which an earlier version or another key kept it, as a sentence; undefined when
 * it can, and when there is none. Changes nothing, and never throws.
 */
export function whyNotTakenOver(path: string, userId: number): string | undefined {
  if (stampOf(path) === undefined) {
    return undefined;
  }
  const problem = placeProblem(path, userId);
  const found = lookAtStateFile(path, userId);
  return (
    problem ??
    (found?.kind === 'state'
      ? undefined
      : found?.kind === 'newer'
        ? newerSentence(path, found.version)
        : `${path} cannot be understood and is left as it is.`)
  );
}

function newerSentence(path: string, version: number): string {
  return `${path} was written by a newer vigil (version ${version} of the file) and is left as it is.`;
}

/** A draft holds what the API sent, numbers of any length included; without one, reading is several times quicker. */
const DRAFT = '"policy-draft":{';

type Understood =
  | {
      readonly kind: 'state';
      readonly state: Readonly<Record<string, unknown>>;
      /** A part of it is larger than anything that was kept, and is not in it. */
      readonly isCut: boolean;
    }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'damaged' };

/** What stands in a state file. */
function understand(text: string): Understood {
  try {
    const state: unknown = text.includes(DRAFT) ? parseExactJson(text) : JSON.parse(text);
    const { version } = (state ?? {}) as { readonly version?: unknown };
    if (typeof state === 'object' && version === STATE_VERSION) {
      const parts = Object.entries(state as Record<string, unknown>);
      const kept = parts.filter(([, part]) => withinSize(part, KEPT_CAPS) === part);
      return { kind: 'state', state: Object.fromEntries(kept), isCut: kept.length < parts.length };
    }
    return typeof version === 'number' && version > STATE_VERSION
      ? { kind: 'newer', version }
      : { kind: 'damaged' };
  } catch {
    return { kind: 'damaged' };
  }
}

function parseState(path: string, descriptor: number, findDamage: FindDamage): StateRead {
  const stamp = stampOf(path);
  const found = understand(readFileSync(descriptor, 'utf8'));
  if (found.kind === 'newer') {
    return { state: undefined, problem: newerSentence(path, found.version), isRefused: true, isNewer: true };
  }
  const state = found.kind === 'state' ? found.state : undefined;
  const damage =
    state === undefined
      ? 'could not be understood'
      : (findDamage(state) ?? (found.kind === 'state' && found.isCut ? NOT_WHOLE : undefined));
  if (damage === undefined) {
    return { state };
  }
  const problem = `${path} ${damage}.`;
  const aside = setAside(path, stamp);
  return aside === undefined
    ? { state: undefined, problem: `${problem} Check it and what is beside it.`, isRefused: true }
    : { state, problem: `${problem} It was set aside as ${aside}.` };
}

/** How files of state are made: for this user alone, and never through a link that somebody put there. */
const WRITING = { mode: 0o600, flag: 'wx' } as const;

/**
 * How a state file is put in its place: written beside it first, so that it is never there in part. `now` is that of a
 * steady clock, in milliseconds. Makes the folder for it; throws when it cannot be made.
 */
export function stateWriting(path: string, now: number): StateWriting {
  makePrivateFolder(dirname(path));
  return {
    path,
    parent: dirname(path),
    temporary: `${path}.${randomName()}.new`,
    now,
    file: WRITING,
  };
}

/**
 * Puts what was written beside a state file in its place, unless another console replaced it since it had this stamp. False
 * when one did, or is about to: what it wrote has to be merged first. Throws when it cannot be put there.
 */
export function replaceStateFile({ path, temporary, now }: StateWriting, stamp: string | undefined): boolean {
  const unlock = takeLock(path, now);
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

/**
 * Writes a state file in place of the old one at once, for the end of the program: whole or not at all, and for this user
 * alone. `makeText` is called when no other console can replace it any more. Throws when it cannot be written.
 */
export function writeStateFileNow(path: string, makeText: () => string): void {
  const temporary = `${path}.${randomName()}.new`;
  makePrivateFolder(dirname(path));
  const unlock = waitForLock(path);
  try {
    writeFileSync(temporary, makeText(), WRITING);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    unlock?.();
  }
}
