import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { makePrivateFolder } from '../files/make-folder.ts';
import { placeProblem } from '../state/state-place.ts';

/** A file that is only added to, for this user alone. */
export interface PrivateLog {
  readonly path: string;
  /** Adds text, unless the file is as large as it may become. Never throws. */
  add(text: string): void;
}

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;

/**
 * Opens a file for adding to it, making it (mode 0600) and its folder (0700) when they are not there. Throws an Error with
 * a sentence when it belongs to others, others can change it or its folder, or it is no regular file.
 */
export function openPrivateLog(path: string, userId: number, mostBytes: number): PrivateLog {
  refuse(placeProblem(path, userId, undefined, Infinity));
  makePrivateFolder(dirname(path));
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  const facts = fstatSync(file);
  const problem = placeProblem(path, userId, facts, Infinity);
  if (problem !== undefined) {
    closeSync(file);
  }
  refuse(problem);
  let size = facts.size;
  return {
    path,
    add(text) {
      const bytes = Buffer.from(text);
      if (size + bytes.length > mostBytes) {
        return;
      }
      try {
        writeSync(file, bytes);
        size += bytes.length;
      } catch {
        // A full disk must not become one more fault.
      }
    },
  };
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) {
    throw new Error(problem);
  }
}

/** The names of the files in a folder that match, oldest first where their names begin alike with a time. */
export function namesIn(folder: string, form: RegExp): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => form.test(name))
      .sort();
  } catch {
    return [];
  }
}

/** Removes the oldest of files that match, so that no more than `most` are left. Never throws. */
export function keepNewest(folder: string, form: RegExp, most: number): void {
  const names = namesIn(folder, form);
  for (const name of names.slice(0, Math.max(0, names.length - most))) {
    try {
      const path = join(folder, name);
      if (lstatSync(path).isFile()) {
        rmSync(path);
      }
    } catch {
      // One that somebody else removed is gone, too.
    }
  }
}
