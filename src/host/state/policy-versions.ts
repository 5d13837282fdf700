import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { policySchema, type Policy } from '../../contract/policy.ts';
import { parseExactJson } from '../../lib/exact-json.ts';
import { parseTime } from '../../lib/format-time.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import type { PolicyVersion } from '../../stores/policy/policy-version.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { randomName } from '../files/random-name.ts';
import { problemOf } from './state-place.ts';

/** So many versions are kept; the oldest are forgotten first. */
const MOST = 500;
/** `20260302T090000000Z-` and the beginning of the hash of what the policy says. */
const NAME = /^\d{8}T\d{9}Z-([0-9a-f]{16})\.json$/;

/** The versions of a policy that were seen on this host, a file each. */
export interface PolicyVersions {
  /** Keeps a version unless it is kept already, or without a number, unless the newest one says the same. Rejects with a sentence when nothing can be kept. */
  note(policy: Policy, at: number): Promise<void>;
  /**
   * What is kept, newest first, and how many files of versions are damaged; other files are passed over. Rejects with a
   * sentence.
   */
  list(): Promise<{ readonly versions: readonly PolicyVersion[]; readonly damaged: number }>;
}

/** Keeps versions in a folder for this user alone (folder 0700, files 0600), which is made when the first one comes. */
export function createPolicyVersions(folder: string, userId: number): PolicyVersions {
  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other: two versions that say the same must not be kept twice. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };
  return {
    note: (policy, at) => inTurn(() => keep(folder, userId, policy, at)),
    list: () => inTurn(() => readAll(folder, userId)),
  };
}

async function keep(folder: string, userId: number, policy: Policy, at: number): Promise<void> {
  const hash = hashOf(policy);
  const names = (await namesIn(folder, userId)).toSorted();
  // What a policy says may come back under another number; without one, only what was seen in between says.
  const rivals = policy.version === undefined ? names.slice(-1) : names;
  if (rivals.some((name) => NAME.exec(name)?.[1] === hash)) {
    return;
  }
  const time = new Date(at).toISOString();
  const path = join(folder, `${time.replaceAll(/[-:.]/g, '')}-${hash}.json`);
  const temporary = `${path}.${randomName()}.new`;
  try {
    makePrivateFolder(folder);
    await writeFile(temporary, `${JSON.stringify({ seen_at: time, policy: policy.raw })}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    await rename(temporary, path);
    const old = names.slice(0, Math.max(0, names.length + 1 - MOST));
    await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new Error(writingFailed(folder, error), { cause: error });
  }
}

async function readAll(folder: string, userId: number): ReturnType<PolicyVersions['list']> {
  const seen: PolicyVersion[] = [];
  let damaged = 0;
  let last: string | undefined;
  for (const name of (await namesIn(folder, userId)).toSorted()) {
    const hash = NAME.exec(name)?.[1];
    // Two consoles that see it at the same time both keep it.
    const version = hash === last ? undefined : await readOne(join(folder, name), userId, name);
    if (version !== undefined) {
      seen.push(version);
      last = hash;
    } else if (hash !== last) {
      damaged++;
    }
  }
  return { versions: seen.reverse(), damaged };
}

async function readOne(path: string, userId: number, id: string): Promise<PolicyVersion | undefined> {
  if (problemOf(path, userId, 'file') !== undefined) {
    return undefined;
  }
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const { seen_at: seenAt, policy } = parseExactJson(await file.readFile('utf8')) as {
        readonly seen_at?: unknown;
        readonly policy?: unknown;
      };
      const time = typeof seenAt === 'string' ? parseTime(seenAt) : undefined;
      const parsed = policySchema.safeParse(policy);
      return time === undefined || !parsed.success ? undefined : { id, seenAt: time, policy: parsed.data };
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

async function namesIn(folder: string, userId: number): Promise<readonly string[]> {
  const problem = problemOf(folder, userId, 'folder');
  if (problem !== undefined) {
    throw new Error(problem);
  }
  try {
    return (await readdir(folder)).filter((name) => NAME.test(name));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return [];
    }
    throw new Error(`${folder} cannot be read (${codeOf(error)}).`, { cause: error });
  }
}

/** Of what the policy says and of its version: the time of its change is not part of that, nor is the order of its lists. */
function hashOf({ version, rules, blocked_packages, blocked_maintainers }: Policy): string {
  const said = sameValueKey({ version, rules, blocked_packages, blocked_maintainers });
  return createHash('sha256').update(said).digest('hex').slice(0, 16);
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}

function writingFailed(folder: string, error: unknown): string {
  const code = codeOf(error);
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? `the disk of ${folder} is full (${code}). Make room on it.`
    : `${folder} cannot be written (${code}). Look at it with ls -ld.`;
}
