import { accessSync, constants, lstatSync, statSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';

import type { ApiKey } from '../../api/api-key.ts';
import { ownValue } from '../../lib/own-value.ts';
import { isWithoutHome } from '../files/home-folder.ts';
import { homeFolder } from '../files/home-folder.ts';
import { octal } from '../files/private-file.ts';
import { quoteForShell } from '../../lib/quote-for-shell.ts';

/** A state file is never larger: the longest lists of a policy, before and after, fit into it. */
export const MOST_BYTES = 64 * 1024 * 1024;
const OTHERS_WRITE = 0o022;

/** Why nothing is kept where there is no folder for it, as a sentence. */
export const WITHOUT_HOME = 'XDG_STATE_HOME has to name a folder, since this user has no home.';

/** What distinguishes organizations on this host. */
export interface Identity {
  readonly baseUrl: URL;
  readonly key: Pick<ApiKey, 'fingerprint'>;
}

/**
 * The folder in which the console keeps what is of one organization: `vigil/SERVER-HASH-KEY` in the state folder of the XDG
 * base directory specification, with host and path of the URL, twelve digits of its hash and the fingerprint of the key. One
 * host may serve several organizations by their paths, and one URL by their keys.
 */
export function organizationFolder(environment: NodeJS.ProcessEnv, { baseUrl, key }: Identity): string {
  const { host, pathname, href } = baseUrl;
  const { createHash } = process.getBuiltinModule('node:crypto');
  const digits = createHash('sha256').update(href).digest('hex').slice(0, 12);
  const name = folderName(`${host}${pathname.replace(/\/$/, '')}`).slice(0, LONGEST_NAME);
  return join(stateFolder(environment), `${name}-${digits}-${key.fingerprint()}`);
}

/** The fingerprint at the end of the name of an organization's folder, and what all keys of its URL have before it. */
export function partsOfFolder(folder: string): { readonly server: string; readonly key: string } | undefined {
  const [, server, key] = /^(.*-[0-9a-f]{12}-)([0-9a-f]{12})$/.exec(basename(folder)) ?? [];
  return server === undefined || key === undefined ? undefined : { server, key };
}

/** With what else stands in the name it must be short enough for every file system. */
const LONGEST_NAME = 100;

/** The file for the filters and the layout of an organization, in the folder for it. */
export const STATE_FILE = 'state.json';

/** A file of an organization, what it holds in words, and the stores of which that is. */
export interface KeptFile {
  readonly name: string;
  readonly what: string;
  readonly stores: readonly string[];
}

/** What cost somebody thought has a file of its own: a file that is damaged takes nothing else along. */
export const KEPT_FILES: readonly KeptFile[] = [
  { name: STATE_FILE, what: 'Filters and layout', stores: ['view', 'filters', 'mutes'] },
  { name: 'acknowledged.json', what: 'Acknowledgements of blocks', stores: ['acknowledged'] },
  { name: 'notes.json', what: 'Notes on events', stores: ['notes'] },
  { name: 'policy-draft.json', what: 'Drafts of the policy', stores: ['policy-draft'] },
];

/** Whether nothing is kept of an organization yet. */
export function isNothingKept(folder: string): boolean {
  return KEPT_FILES.every(({ name }) => factsOf(join(folder, name)) === undefined);
}

/**
 * The file in which versions of vigil before this one kept everything of an organization, by the name of a profile or a
 * server, and in which the demo is kept: `vigil/NAME/state.json`.
 */
export function statePath(environment: NodeJS.ProcessEnv, organization: string): string {
  return join(stateFolder(environment), folderName(organization), STATE_FILE);
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
  return folderProblem(folder, userId) ?? problemOf(path, userId, 'file') ?? whyNotMade(folder);
}

/** What keeps a folder from being used, also where it is not there yet and what stands in its way is no folder. */
export function folderProblem(folder: string, userId: number): string | undefined {
  const place = nearestFolder(folder);
  return (
    problemOf(folder, userId, 'folder') ??
    (statSync(place, { throwIfNoEntry: false })?.isDirectory() === true
      ? undefined
      : `${place} is no folder.`)
  );
}

/** What is at a path; undefined also where something on the way to it is no folder. */
function factsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') {
      return undefined;
    }
    throw error;
  }
}

/** Why no file can be made in a folder, which may not be there yet; undefined when one can. */
export function whyNotMade(folder: string): string | undefined {
  const place = nearestFolder(folder);
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `${whyNotWritten(place, error)}.`;
  }
}

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Make room on it',
  EDQUOT: 'your disk quota is used up. Make room on it',
  EROFS: 'its file system is read-only. Set XDG_STATE_HOME to a folder that can be written, and start again',
  EACCES: 'you may not write there. Look at its folder with ls -ld',
  EPERM: 'you may not write there. Look at its folder with ls -ld',
};

/** That something cannot be written, why, and what to do, as a sentence without its full stop. */
export function whyNotWritten(path: string, error: unknown): string {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const remedy = ownValue(REMEDIES, code);
  return `${path} cannot be written (${code})${remedy === undefined ? '' : `: ${remedy}`}`;
}

/** The folder itself, or the one in which the missing ones would be made. */
function nearestFolder(folder: string): string {
  const parent = dirname(folder);
  return parent === folder || factsOf(folder) !== undefined ? folder : nearestFolder(parent);
}

/** What keeps a file or a folder from being used; undefined when nothing does, or there is none. */
export function problemOf(
  path: string,
  userId: number,
  kind: 'file' | 'folder',
  facts = factsOf(path),
  mostBytes = MOST_BYTES,
): string | undefined {
  if (isWithoutHome(path)) {
    return WITHOUT_HOME;
  }
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

/** What keeps a file from being used: its folder's problem, or its own. `facts` are those of the open file. */
export function placeProblem(
  path: string,
  userId: number,
  facts = factsOf(path),
  mostBytes = MOST_BYTES,
): string | undefined {
  return problemOf(dirname(path), userId, 'folder') ?? problemOf(path, userId, 'file', facts, mostBytes);
}

/** Distinguishes one content of a state file from the next; undefined when there is none that can be looked at. Never throws. */
export function stampOf(path: string): string | undefined {
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false, bigint: true });
    return facts && [facts.ino, facts.size, facts.mtimeNs, facts.ctimeNs].join(' ');
  } catch {
    return undefined;
  }
}
