import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';

import { UsageError } from '../usage-error.ts';
import { quoteForShell } from '../../lib/quote-for-shell.ts';

/** A file that was read, with what the same open file says of itself, so that nobody can exchange it in between. */
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
/** The group is others, too: nothing says who is in it. */
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
const ROOT = 0;

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
 * Refuses a file that others could read or change ("The key"): it must belong to the user and have mode 0600 or less, and
 * nobody else may be able to put another one in its place. Throws a UsageError that ends with the command to run.
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
  refuseOpenFolders(file, userId, { isSecret: true });
}

/**
 * Refuses a file that others than the user and root can change or put another one in the place of, as ssh does. Throws a
 * UsageError that says what to do.
 */
export function refuseIfOthersWrite(file: OpenedFile, userId: number): void {
  const { what, path, mode, ownerId } = file;
  if (ownerId !== userId && ownerId !== ROOT) {
    throw new UsageError(`${what} ${path} belongs to another user (uid ${ownerId}). Use a file of your own.`);
  }
  if ((mode & OTHERS_WRITE) !== 0) {
    throw new UsageError(
      `${what} ${path} can be changed by others (mode ${octal(mode)}). Run:\n  chmod go-w ${quoteForShell(path)}`,
    );
  }
  refuseOpenFolders(file, userId, { isSecret: false });
}

/**
 * Refuses a file that is found by way of a folder in which others could exchange what is found. In a folder with the sticky
 * bit, as `/tmp` is, they can exchange only what is theirs; a secret does not lie in one all the same.
 */
function refuseOpenFolders(
  { what, path }: OpenedFile,
  userId: number,
  { isSecret }: { readonly isSecret: boolean },
): void {
  const isTrusted = (uid: number) => uid === userId || uid === ROOT;
  for (const { folder, entry, isLast } of stepsTo(path)) {
    const { mode, uid } = lstatSync(folder);
    const isHeldBySticky = (mode & STICKY) !== 0 && isTrusted(lstatSync(entry).uid) && !(isSecret && isLast);
    if (!isTrusted(uid)) {
      throw new UsageError(
        `${what} ${path} is found by way of ${folder}, which belongs to another user (uid ${uid}). Move it into a folder of your own.`,
      );
    }
    if ((mode & OTHERS_WRITE) !== 0 && !isHeldBySticky) {
      const problem = `${what} ${path} is found by way of a folder that others can change (${folder}, mode ${octal(mode & 0o7777)}).`;
      throw new UsageError(
        // The folders for temporary files have to stay as they are.
        uid === userId && (mode & STICKY) === 0
          ? `${problem} Run:\n  chmod go-w ${quoteForShell(folder)}`
          : `${problem} Move it into a folder of your own.`,
      );
    }
  }
}

/** One look-up on the way to a file: what is taken from which folder, itself no link. */
interface Step {
  readonly folder: string;
  readonly entry: string;
  /** It is the file itself, and neither a folder nor a link. */
  readonly isLast: boolean;
}

/** So many links are followed at most, as the system does. */
const MOST_LINKS = 40;

/** Every look-up that opening a file takes, through all links on its way. Throws a UsageError when it changes meanwhile. */
function stepsTo(path: string): readonly Step[] {
  const steps: Step[] = [];
  let left = path.split(sep);
  let folder: string = sep;
  let links = 0;
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    if (name === '' || name === '.') {
      continue;
    }
    const entry = name === '..' ? dirname(folder) : join(folder, name);
    const facts = lstatSync(entry, { throwIfNoEntry: false });
    if (facts === undefined || links > MOST_LINKS) {
      throw new UsageError(`${path} changed while it was looked at. Try again.`);
    }
    steps.push({ folder, entry, isLast: facts.isFile() });
    if (facts.isSymbolicLink()) {
      links++;
      const target = readlinkSync(entry);
      left = [...target.split(sep), ...left];
      folder = isAbsolute(target) ? sep : folder;
    } else {
      folder = entry;
    }
  }
  return steps;
}

/** Permissions as `chmod` takes them. */
export function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}
