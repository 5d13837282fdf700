import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

import { fullPath } from '../export-file.ts';

/** No policy is larger. */
const MOST_BYTES = 16 * 1024 * 1024;

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EACCES: 'cannot be read: you may not',
  EPERM: 'cannot be read: you may not',
  EISDIR: 'is a folder',
};

/** The text of a file that a person named; `~/` is their home. Rejects with a sentence that says what to do. */
export async function readPolicyFile(path: string): Promise<string> {
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
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) {
      throw error;
    }
    throw new Error(`${full} ${SENTENCES[code] ?? `cannot be read (${code})`}.`, { cause: error });
  }
}
