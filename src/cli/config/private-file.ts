import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { UsageError } from '../usage-error.ts';
import { quoteForShell } from './quote-for-shell.ts';

/** A file that was read, with what the same open file told of itself, so that nobody can exchange it in between. */
export interface OpenedFile {
  /** What it is for, such as `The key file`; sentences begin with it. */
  readonly what: string;
  readonly path: string;
  readonly text: string;
  readonly ownerId: number;
  readonly mode: number;
}

/** Permissions beyond 0600. */
const BEYOND_PRIVATE = 0o7177;
const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;

/**
 * Reads a regular file of at most `most` bytes; undefined when there is none. Throws a UsageError for anything that is
 * not a regular file, is larger, or cannot be read.
 */
export function readRegularFile(what: string, path: string, most: number): OpenedFile | undefined {
  let descriptor: number;
  try {
    // Opening a FIFO would wait for its writer.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return undefined;
    }
    throw new UsageError(`${what} ${path} cannot be read (${code ?? 'unknown'}).`);
  }
  try {
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) {
      throw new UsageError(`${what} ${path} is not a regular file. Put it into one.`);
    }
    if (facts.size > most) {
      throw new UsageError(`${what} ${path} is too large: it holds ${facts.size} bytes, of at most ${most}.`);
    }
    const text = readFileSync(descriptor, 'utf8');
    return { what, path, text, ownerId: facts.uid, mode: facts.mode & 0o7777 };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Refuses a file that others could read or change ("The key"): it must belong to the user and have mode 0600 or less,
 * and not everybody may change its folder. Throws a UsageError that ends with the command to run.
 */
export function refuseUnlessPrivate(file: OpenedFile, userId: number): void {
  const { what, path, mode, ownerId } = file;
  if (ownerId !== userId) {
    throw new UsageError(`${what} ${path} belongs to another user (uid ${ownerId}). Use a file of your own.`);
  }
  if ((mode & BEYOND_PRIVATE) !== 0) {
    throw new UsageError(
      `${what} ${path} is open to others (mode ${octal(mode)}). Run:\n  chmod 600 ${quoteForShell(path)}`,
    );
  }
  for (const folder of new Set([dirname(path), dirname(realpathSync(path))])) {
    refuseOpenFolder(file, folder, userId);
  }
}

/** Refuses a file that everybody can change, or that somebody else but root owns. Throws a UsageError. */
export function refuseIfOthersWrite({ what, path, mode, ownerId }: OpenedFile, userId: number): void {
  if (ownerId !== userId && ownerId !== 0) {
    throw new UsageError(`${what} ${path} belongs to another user (uid ${ownerId}). Use a file of your own.`);
  }
  if ((mode & OTHERS_WRITE) !== 0) {
    throw new UsageError(
      `${what} ${path} can be changed by everybody (mode ${octal(mode)}). Run:\n  chmod o-w ${quoteForShell(path)}`,
    );
  }
}

function refuseOpenFolder({ what, path }: OpenedFile, folder: string, userId: number): void {
  const { mode, uid } = statSync(folder);
  if ((mode & OTHERS_WRITE) === 0) {
    return;
  }
  const problem = `${what} ${path} is in a folder that everybody can change (${folder}, mode ${octal(mode & 0o7777)}).`;
  throw new UsageError(
    // The folders for temporary files have to stay as they are.
    uid === userId && (mode & STICKY) === 0
      ? `${problem} Run:\n  chmod o-w ${quoteForShell(folder)}`
      : `${problem} Move it into a folder of your own.`,
  );
}

/** Permissions as `chmod` takes them. */
export function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}
