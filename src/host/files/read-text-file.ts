import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

import { ownValue } from '../../lib/own-value.ts';
import { fullPath } from './export-file.ts';

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EACCES: 'cannot be read: you may not',
  EPERM: 'cannot be read: you may not',
};

/** How large a file may be, and what it would be too large for. */
export interface FileLimit {
  readonly mostBytes: number;
  readonly purpose: string;
}

/**
 * The bytes of a file that a person named, as the console and the command line read it; `~/` is their home. Rejects with a
 * sentence that says what to do.
 */
export async function readNamedFile(path: string, { mostBytes, purpose }: FileLimit): Promise<Buffer> {
  const full = fullPath(path);
  try {
    // A pipe that nobody writes to would never be opened otherwise.
    const file = await open(full, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = await file.stat();
      if (!facts.isFile()) {
        throw new Error(`${full} is ${facts.isDirectory() ? 'a folder' : 'no regular file'}.`);
      }
      if (facts.size > mostBytes) {
        throw new Error(`${full} is too large for ${purpose}.`);
      }
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) {
      throw error;
    }
    throw new Error(`${full} ${ownValue(SENTENCES, code) ?? `cannot be read (${code})`}.`, { cause: error });
  }
}

/** The same as text, with the path in full. */
export async function readNamedText(
  path: string,
  limit: FileLimit,
): Promise<{ readonly path: string; readonly text: string }> {
  const full = fullPath(path);
  return { path: full, text: utf8Text(await readNamedFile(path, limit), full) };
}

/** The bytes of standard input, to its end. Rejects with a sentence when there are more than are allowed. */
export async function readInput(input: Readable, { mostBytes, purpose }: FileLimit): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of input) {
    const bytes = Buffer.from(piece as Uint8Array);
    size += bytes.length;
    if (size > mostBytes) {
      throw new Error(`What standard input gives is too large for ${purpose}.`);
    }
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

/** Bytes as text. Throws a sentence about what `name` is when they are no UTF-8: what cannot be read would become another name. */
export function utf8Text(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error(`${name} is not UTF-8 text. Save it as UTF-8.`, { cause: error });
  }
}
