import { constants, type FileHandle, open, unlink } from 'node:fs/promises';
import { resolve } from 'node:path';

import { ownValue } from '../../lib/own-value.ts';
import { homeFolder } from './home-folder.ts';

/** Bytes that are gathered before they are written. */
const PIECE = 65_536;
/** Milliseconds after which other work is let through. */
const SLICE = 4;
const PRIVATE = 0o600;

export interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
}

/** The path as the file system takes it: `~/` is the user's home. Others count from the working folder. */
export function fullPath(path: string, home = homeFolder(process.env)): string {
  return path === '~' || path.startsWith('~/') ? resolve(home, path.slice(2)) : resolve(path);
}

/**
 * Writes text that comes in pieces to a new file that only the user can read (0600). Never writes to a file that is there
 * already, nor through a link. Lets other work through between any two pieces. A file that could not be finished, or that
 * the signal stopped, is removed again. Throws an Error whose sentence says what to do.
 */
export async function writeExport(
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress?: (pieces: number) => void },
): Promise<WrittenFile> {
  const full = fullPath(path);
  const file = await create(full);
  try {
    const bytes = await writeAll(file, pieces, signal, onProgress);
    await file.close();
    return { path: full, bytes };
  } catch (error) {
    await file.close().catch(() => undefined);
    const isGone = await unlink(full).then(
      () => true,
      () => false,
    );
    const rest = isGone ? 'Nothing of it is left.' : 'What was written of it could not be removed.';
    throw signal.aborted && isGone
      ? error
      : new Error(`${sentenceOf(error, full)} ${rest}`, { cause: error });
  }
}

async function create(path: string): Promise<FileHandle> {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  try {
    return await open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, PRIVATE);
  } catch (error) {
    throw new Error(sentenceOf(error, path), { cause: error });
  }
}

async function writeAll(
  file: FileHandle,
  pieces: Iterable<string> | AsyncIterable<string>,
  signal: AbortSignal,
  onProgress: ((pieces: number) => void) | undefined,
): Promise<number> {
  let bytes = 0;
  let count = 0;
  let waiting = '';
  let sliceEnd = performance.now() + SLICE;
  const flush = async () => {
    const buffer = Buffer.from(waiting);
    waiting = '';
    await file.writeFile(buffer);
    bytes += buffer.length;
  };
  for await (const piece of pieces) {
    waiting += piece;
    count++;
    if (waiting.length >= PIECE) {
      await flush();
    }
    if (performance.now() >= sliceEnd) {
      signal.throwIfAborted();
      onProgress?.(count);
      await new Promise((next) => setImmediate(next));
      sliceEnd = performance.now() + SLICE;
    }
  }
  signal.throwIfAborted();
  await flush();
  return bytes;
}

const SENTENCES: Readonly<Record<string, string>> = {
  EEXIST: 'is there already and is not written over. Choose another name',
  ENOENT: 'cannot be made: its folder is not there',
  ENOTDIR: 'cannot be made: its folder is not one',
  EACCES: 'cannot be made: you may not write there',
  EPERM: 'cannot be made: you may not write there',
  EROFS: 'cannot be made: nothing can be written there',
  ENOSPC: 'could not be finished: the disk is full',
  EDQUOT: 'could not be finished: your disk quota is used up',
  EISDIR: 'is a folder. Choose the name of a file in it',
  ELOOP: 'is a link, which is not followed. Choose another name',
  ENAMETOOLONG: 'has a name that is too long',
};

function sentenceOf(error: unknown, path: string): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return `${path} ${ownValue(SENTENCES, code) ?? `cannot be written (${code || String(error)})`}.`;
}
