import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import {
  operationsOf,
  type Journal,
  type JournalOrigin,
  type JournalRecord,
} from '../../sync/writes/journal.ts';

/** The journal as a file: one line of JSON a step, only ever added to, for this user alone, flushed before a step counts. */
export function createJournalFile({
  path,
  identity,
}: {
  readonly path: string;
  /** What stands in each line beside the step. */
  readonly identity: JournalOrigin;
}): Journal {
  return {
    async append(entry) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'a', 0o600);
      try {
        await file.appendFile(`${JSON.stringify({ ...entry, ...identity })}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async read() {
      const text = await readFile(path, 'utf8').catch(() => '');
      const records = text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as JournalRecord);
      return {
        operations: operationsOf(
          records,
          (origin) => origin.base_url === identity.base_url && hasEnded(origin),
        ),
        damaged: 0,
      };
    },
  };
}

function hasEnded({ pid = 0 }: JournalOrigin): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
