import {
  accessSync,
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
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { octal } from '../config/private-file.ts';
import { quoteForShell } from '../config/quote-for-shell.ts';

/** What is in a state file, by the names of the stores; a `problem` says in a sentence why it is not used. */
export interface StateRead {
  readonly state: Readonly<Record<string, unknown>> | undefined;
  readonly problem?: string;
  /** Nothing may be written there: it belongs to others, or others can change it. */
  readonly isRefused?: true;
}

const MOST_BYTES = 4 * 1024 * 1024;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const OTHERS_WRITE = 0o022;

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

/** Why nothing can be kept in a file, as a sentence; undefined when it can. Nothing is changed to find out. */
export function whyNotKept(path: string, userId: number): string | undefined {
  const folder = dirname(path);
  const problem = problemOf(folder, userId, 'folder') ?? problemOf(path, userId, 'file');
  if (problem !== undefined) {
    return problem;
  }
  const place = nearestFolder(folder);
  try {
    accessSync(place, constants.W_OK);
    return undefined;
  } catch {
    return `${place} cannot be written.`;
  }
}

/** The folder itself, or the one in which the missing ones would be made. */
function nearestFolder(folder: string): string {
  const parent = dirname(folder);
  return parent === folder || lstatSync(folder, { throwIfNoEntry: false }) !== undefined
    ? folder
    : nearestFolder(parent);
}

/** What keeps a file or a folder from being used; undefined when nothing does, or there is none. */
function problemOf(
  path: string,
  userId: number,
  kind: 'file' | 'folder',
  facts = lstatSync(path, { throwIfNoEntry: false }),
): string | undefined {
  if (facts === undefined) {
    return undefined;
  }
  if (kind === 'folder' ? !facts.isDirectory() : !facts.isFile()) {
    return `${path} is no ${kind === 'folder' ? 'folder' : 'regular file'}.`;
  }
  if (facts.uid !== userId) {
    return `${path} belongs to another user (uid ${facts.uid}).`;
  }
  if ((facts.mode & OTHERS_WRITE) !== 0) {
    return `${path} can be changed by others (mode ${octal(facts.mode & 0o7777)}). Run: chmod go-w ${quoteForShell(path)}`;
  }
  return kind === 'file' && facts.size > MOST_BYTES ? `${path} is too large.` : undefined;
}

function parseState(path: string, text: string): StateRead {
  try {
    const state: unknown = JSON.parse(text);
    if (
      typeof state === 'object' &&
      state !== null &&
      (state as { version?: unknown }).version === STATE_VERSION
    ) {
      return { state: state as Record<string, unknown> };
    }
  } catch {
    // Told below, as is a text that is JSON and something else.
  }
  const aside = `${path}.unusable`;
  try {
    renameSync(path, aside);
    return { state: undefined, problem: `${path} could not be understood. It was set aside as ${aside}.` };
  } catch {
    return { state: undefined, problem: `${path} could not be understood.`, isRefused: true };
  }
}

const WRITING = { mode: FILE_MODE, flag: 'wx' } as const;

function temporaryPath(path: string): string {
  return `${path}.${process.pid}.new`;
}

/** Writes a state file in place of the old one, whole or not at all, for this user alone. Rejects when it cannot be. */
export async function writeStateFile(path: string, text: string): Promise<void> {
  const temporary = temporaryPath(path);
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  await rm(temporary, { force: true });
  await writeFile(temporary, text, WRITING);
  await rename(temporary, path);
}

/** The same at once, for the end of the program. Throws when it cannot be. */
export function writeStateFileNow(path: string, text: string): void {
  const temporary = temporaryPath(path);
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text, WRITING);
  renameSync(temporary, path);
}
