import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import { asciiJson } from '../../lib/ascii-json.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Journal, JournalOrigin, OriginCheck } from '../../sync/writes/journal.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { askedOnce, hasProcessEnded, SYSTEM_PROCESSES } from '../state/process-liveness.ts';
import { JournalError } from './journal-error.ts';
import type { JournalIdentity } from './journal-identity.ts';
import { journalProblem } from './journal-place.ts';
import { KnownJournal } from './known-journal.ts';
import { readJournalFile } from './read-journal-file.ts';

/** Where the journal is, and who writes into it. */
export interface JournalFileOptions {
  readonly path: string;
  /** The user whose file it has to be. */
  readonly userId: number;
  /** What stands in each line beside the step. */
  readonly identity: JournalIdentity;
  /** The wall clock in milliseconds, by which a process of which nothing can be known is waited for. */
  readonly now?: () => number;
}

const PRIVATE_FILE = 0o600;
/** What others may not do with it: some editors and copies make files that anybody may read. */
const OTHERS_MAY = 0o077;
const LINE_FEED = 0x0a;

/**
 * The journal as a file ("Journal" of the page on syncing): one line of ASCII JSON a step, only ever added to, for this
 * user alone (0600 in a folder of 0700), and on the disk before `append` resolves. Several processes may add to it: each
 * line is one write, to the end of the file. A line that a crash left half is ended before the next one begins.
 *
 * `append` rejects with a sentence that says why nothing could be recorded and what to do: nothing may be sent then.
 */
export function createJournalFile({
  path,
  userId,
  identity,
  now = () => systemClock.now(),
}: JournalFileOptions): Journal {
  const known = new KnownJournal({ path, userId }, identity);
  return {
    async append(entry) {
      try {
        makePrivateFolder(dirname(path));
        const file = await openForAppending(path);
        try {
          await addLine(file, path, userId, `${asciiJson({ ...entry, ...identity })}\n`);
        } finally {
          await file.close();
        }
      } catch (error) {
        throw error instanceof JournalError ? error : JournalError.of('written', path, error);
      }
    },
    read(options = {}) {
      const origin = originCheckFor(identity, now);
      return options.since === undefined
        ? readJournalFile({ path, userId }, origin, options)
        : known.read(options.since, options, origin);
    },
  };
}

/**
 * Whether the process of a line has ended is said here only of one that was written for the same organization, which is the
 * same URL with the same key: one URL may serve several. What a demo served ended with it, and another one may listen on its port:
 * of a demo only what this process wrote is its own.
 */
function originCheckFor(identity: JournalIdentity, now: () => number): OriginCheck {
  const processes = askedOnce(SYSTEM_PROCESSES);
  const isHere = ({ demo, base_url: server, key }: JournalOrigin) =>
    demo !== true && identity.demo !== true && server === identity.base_url && key === identity.key;
  const isOfThisDemo = ({ demo, base_url: server, key, pid, process_start: start }: JournalOrigin) =>
    demo === true &&
    identity.demo === true &&
    server === identity.base_url &&
    key === identity.key &&
    pid === identity.pid &&
    start === identity.process_start;
  return {
    hasEnded: (line) => isHere(line) && hasProcessEnded(line, identity, now(), processes),
    isOwn: (origin) =>
      (isHere(origin) || isOfThisDemo(origin)) &&
      origin.host === identity.host &&
      origin.user === identity.user,
  };
}

function openForAppending(path: string): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;
  // Opening a FIFO would wait for the other end.
  return open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, PRIVATE_FILE);
}

async function addLine(file: FileHandle, path: string, userId: number, line: string): Promise<void> {
  const facts = await file.stat();
  const problem = journalProblem(path, userId, facts);
  if (problem !== undefined) {
    throw new JournalError(`The journal cannot be used: ${problem}`);
  }
  if ((facts.mode & OTHERS_MAY) !== 0) {
    await file.chmod(PRIVATE_FILE);
  }
  const bytes = Buffer.from((await endsInHalfLine(file, facts.size)) ? `\n${line}` : line);
  const { bytesWritten } = await file.write(bytes);
  if (bytesWritten < bytes.length) {
    throw new JournalError(`The journal ${path} took only a part of a line: the disk may be full.`);
  }
  await file.sync();
  if (facts.size === 0) {
    await syncFolder(dirname(path));
  }
}

async function endsInHalfLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) {
    return false;
  }
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 && buffer[0] !== LINE_FEED;
}

/** A new file is there after a crash only when its folder was written, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
