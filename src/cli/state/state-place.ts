import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

import { homeFolder } from '../config/config-file.ts';
import { octal } from '../config/private-file.ts';
import { quoteForShell } from '../config/quote-for-shell.ts';

/** A state file is never larger: the longest lists of a policy, before and after, fit into it. */
export const MOST_BYTES = 64 * 1024 * 1024;
const OTHERS_WRITE = 0o022;

/**
 * The file in which the console keeps where the user was with an organization: `vigil/NAME/state.json` in the state
 * folder of the XDG base directory specification. The name is that of a profile or a server.
 */
export function statePath(environment: NodeJS.ProcessEnv, organization: string): string {
  return join(stateFolder(environment), folderName(organization), 'state.json');
}

/** The folder `vigil` in the state folder of the XDG base directory specification. */
export function stateFolder(environment: NodeJS.ProcessEnv): string {
  const named = environment['XDG_STATE_HOME'] ?? '';
  // The specification has relative paths ignored: they would depend on the working folder.
  const folder = isAbsolute(named) ? named : join(homeFolder(environment), '.local', 'state');
  return join(folder, 'vigil');
}

/** A name that stays in its folder: a server has a colon before its port, and a profile may be called `..`. */
function folderName(organization: string): string {
  return organization.replaceAll(/[^\w.-]/g, '_').replace(/^\.*$/, (dots) => `_${dots}`);
}

/**
 * Why nothing can be kept in a file that is written anew each time, as a sentence; undefined when it can. Nothing is
 * changed to find out.
 */
export function whyNotKept(path: string, userId: number): string | undefined {
  const folder = dirname(path);
  const problem = problemOf(folder, userId, 'folder') ?? problemOf(path, userId, 'file');
  return problem ?? whyNotMade(folder);
}

/** Why no file can be made in a folder, which may not be there yet; undefined when one can. */
export function whyNotMade(folder: string): string | undefined {
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
export function problemOf(
  path: string,
  userId: number,
  kind: 'file' | 'folder',
  facts = lstatSync(path, { throwIfNoEntry: false }),
  mostBytes = MOST_BYTES,
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
  return kind === 'file' && facts.size > mostBytes ? `${path} is too large.` : undefined;
}
