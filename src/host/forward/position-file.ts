import { closeSync, constants, ftruncateSync, openSync, writeSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import { delay, systemClock, type Clock } from '../../lib/clock.ts';
import { quoteForShell } from '../../lib/quote-for-shell.ts';
import { ForwardPosition, PositionError } from '../../sync/forward/forward-position.ts';
import type { PositionStore } from '../../sync/forward/forward-events.ts';
import { addFlushed, syncFolder, wholeLines, writeAll } from './flushed-lines.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { readRegularFile, refuseIfOthersWrite } from '../files/private-file.ts';
import { hasProcessEnded, ownProcess, type ProcessOfLine } from '../state/process-liveness.ts';
import { takeLock } from '../state/state-lock.ts';
import { UsageError } from '../usage-error.ts';

const PRIVATE_FILE = 0o600;
const WHAT = 'The position file';

/** A position of a million events takes 45 MB. */
const MOST_BYTES = 1024 * 1024 * 1024;

/** Milliseconds after which a process says again that it is there, for those who cannot look for it. */
const STILL_THERE = 60_000;

/** Milliseconds between two looks at a lock, and until one that was left behind has been taken for sure. */
const WAIT = 100;
const LONGEST_WAIT = 15_000;

/** A position that is kept in a file: what is added to it is on the disk before `append` resolves. */
export interface PositionFile extends PositionStore {
  /** Gives the file back to other processes. */
  close(): Promise<void>;
}

/**
 * Reads the position that a file holds; undefined where there is none yet. Throws a UsageError for a file that others can
 * change, or that cannot be read.
 */
export function readPosition(path: string, userId: number): ForwardPosition | undefined {
  const file = readRegularFile(WHAT, path, MOST_BYTES);
  if (file === undefined || file.text === '') {
    return undefined;
  }
  refuseIfOthersWrite(file, userId);
  try {
    return ForwardPosition.read(file.text);
  } catch (error) {
    if (!(error instanceof PositionError)) {
      throw error;
    }
    throw new UsageError(
      `${WHAT} ${path} cannot be used. ${error.message} Where events may be sent again, remove it and say with --since where to begin:\n  rm ${quoteForShell(path)}`,
    );
  }
}

/**
 * Opens the file of a position for adding to it, and makes it where there is none. The caller has the lock. What a crash left
 * of a line is cut off first.
 */
export async function openPositionFile(path: string, unlock: () => void): Promise<PositionFile> {
  const store = new OpenPositionFile(path, unlock);
  await store.open();
  return store;
}

class OpenPositionFile implements PositionFile {
  readonly #path: string;
  readonly #unlock: () => void;
  #file: FileHandle | undefined;
  #size = 0;

  constructor(path: string, unlock: () => void) {
    this.#path = path;
    this.#unlock = unlock;
  }

  async open(): Promise<void> {
    const { O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
    const file = await open(this.#path, O_RDWR | O_CREAT | O_NOFOLLOW, PRIVATE_FILE);
    this.#size = await wholeLines(file);
    await file.truncate(this.#size);
    this.#file = file;
  }

  async append(line: string): Promise<void> {
    const file = this.#opened;
    const bytes = Buffer.from(`${line}\n`);
    await addFlushed(file, bytes, this.#size);
    this.#size += bytes.length;
  }

  async replace(lines: Iterable<string>): Promise<void> {
    const { O_CREAT, O_NOFOLLOW, O_RDWR, O_TRUNC } = constants;
    const beside = `${this.#path}.new`;
    const file = await open(beside, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW, PRIVATE_FILE);
    try {
      let size = 0;
      for (const line of lines) {
        const bytes = Buffer.from(`${line}\n`);
        await writeAll(file, bytes, size);
        size += bytes.length;
      }
      await file.sync();
      await rename(beside, this.#path);
      await syncFolder(dirname(this.#path));
      await this.#file?.close();
      this.#file = file;
      this.#size = size;
    } catch (error) {
      await file.close().catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    this.#unlock();
  }

  get #opened(): FileHandle {
    if (this.#file === undefined) {
      throw new Error(`${this.#path} is closed.`);
    }
    return this.#file;
  }
}

/** What waiting for the lock of a position goes by. */
export interface LockWaiting {
  readonly clock: Clock;
  /** Ends the wait, which then throws what it was aborted with. */
  readonly signal: AbortSignal;
  /** Called once, with the path of the lock, when it is not free at once. */
  readonly onWait: (lock: string) => void;
}

/**
 * Takes a position for this process, by a file beside it that names the process; the function returned gives it back. Throws
 * a UsageError while another process that runs has it: both would forward the same events. A process that was killed in the
 * moment of taking it leaves a lock behind, which is waited out.
 */
export async function lockPosition(path: string, waiting: LockWaiting): Promise<() => void> {
  makePrivateFolder(dirname(path));
  const unlock = await lockFile(path, waiting);
  try {
    return takeOwnership(path);
  } finally {
    unlock();
  }
}

async function lockFile(path: string, { clock, signal, onWait }: LockWaiting): Promise<() => void> {
  const begun = clock.monotonic();
  for (let isFirst = true; clock.monotonic() - begun <= LONGEST_WAIT; isFirst = false) {
    const unlock = takeLock(path, clock.monotonic());
    if (unlock !== undefined) {
      return unlock;
    }
    if (isFirst) {
      onWait(`${path}.lock`);
    }
    await delay(clock, WAIT, signal);
  }
  throw new UsageError(
    `The position file ${path} is locked by ${path}.lock, which changes all the time. Try again.`,
  );
}

/** Writes this process into the file that names whose the position is, unless another one stands there that runs. */
function takeOwnership(path: string): () => void {
  const { O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
  const process = ownProcess();
  const other = processIn(`${path}.owner`);
  if (other !== undefined && !hasProcessEnded(other, process, systemClock.now())) {
    throw new UsageError(
      `Another vigil forward (process ${other.pid ?? 'unknown'}) uses the position file ${path}. To forward to a second receiver, name another one with --state.`,
    );
  }
  const descriptor = openSync(`${path}.owner`, O_RDWR | O_CREAT | O_NOFOLLOW, PRIVATE_FILE);
  let cancel = () => {};
  const write = () => {
    const time = new Date(systemClock.now()).toISOString();
    const bytes = Buffer.from(`${JSON.stringify({ ...process, time })}\n`);
    writeSync(descriptor, bytes, 0, bytes.length, 0);
    ftruncateSync(descriptor, bytes.length);
    cancel = systemClock.schedule(STILL_THERE, write);
  };
  write();
  return () => {
    cancel();
    ftruncateSync(descriptor, 0);
    closeSync(descriptor);
  };
}

type OwnerLine = ProcessOfLine & { readonly time: string };

function processIn(path: string): OwnerLine | undefined {
  const text = readRegularFile('The file', path, 65_536)?.text ?? '';
  try {
    return text === '' ? undefined : (JSON.parse(text) as OwnerLine);
  } catch {
    return undefined;
  }
}
