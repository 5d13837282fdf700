import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

import { readJsonDocument, type JsonReading } from '../../lib/json-document.ts';
import { ownValue } from '../../lib/own-value.ts';
import { fullPath } from '../../host/files/export-file.ts';

/** No policy is larger. */
const MOST_BYTES = 16 * 1024 * 1024;

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EACCES: 'cannot be read: you may not',
  EPERM: 'cannot be read: you may not',
  EISDIR: 'is a folder',
};

/**
 * A file that a person named, as the console and the command line read it; `~/` is their home. Rejects with a sentence that
 * says what to do.
 */
export async function readPolicyFile(path: string): Promise<JsonReading> {
  const full = fullPath(path);
  try {
    // A pipe that nobody writes to would never be opened otherwise.
    const file = await open(full, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = await file.stat();
      if (!facts.isFile()) {
        throw new Error(`${full} is no regular file.`);
      }
      if (facts.size > MOST_BYTES) {
        throw new Error(`${full} is too large for a policy.`);
      }
      return readPolicyText(await file.readFile(), full);
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

/**
 * Bytes as JSON; a byte order mark before it is none of it (RFC 8259, section 8.1). Throws a sentence about what `name` is
 * when they are no UTF-8: what cannot be read would become another name.
 */
export function readPolicyText(bytes: Uint8Array, name: string): JsonReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error(`${name} is not UTF-8 text. Save it as UTF-8.`, { cause: error });
  }
  return readJsonDocument(text);
}
