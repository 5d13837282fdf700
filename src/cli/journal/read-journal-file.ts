import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

import * as z from 'zod';

import { jsonObject } from '../../contract/tolerant.ts';
import { parseExactJson } from '../../lib/exact-json.ts';
import {
  operationsOf,
  type JournalOrigin,
  type JournalReading,
  type JournalRecord,
} from '../../sync/writes/journal.ts';
import { JournalError } from './journal-error.ts';
import { journalProblem } from './journal-place.ts';

const optionalText = z.string().optional();
const optionalNumber = z.number().optional();

/** A line of the journal. Fields that are not known are kept: a newer program may have written them. */
const recordSchema = z.looseObject({
  time: z.iso.datetime(),
  operation: z.string().min(1),
  step: z.enum(['intent', 'sending', 'verdict']),
  action: z.enum(['suspend', 'reactivate', 'delete', 'hard-delete', 'policy']),
  target: z.looseObject({
    id: z.string().exactOptional(),
    hostname: z.string().exactOptional(),
    generation: z.number().exactOptional(),
    version: z.string().exactOptional(),
  }),
  before: jsonObject.optional(),
  after: jsonObject.optional(),
  reason: optionalText,
  undo: z.literal(true).optional(),
  status: optionalNumber,
  verdict: z.enum(['confirmed', 'contradicted', 'unknown', 'refused']).optional(),
  sentence: optionalText,
  user: optionalText,
  sudo_user: optionalText,
  host: optionalText,
  ssh: optionalText,
  key: optionalText,
  base_url: optionalText,
  demo: z.literal(true).optional(),
  pid: optionalNumber,
});

/**
 * All that the journal holds; nothing when there is none yet. Lines that are damaged, such as one that a crash left half,
 * are counted and left where they are. Rejects with a JournalError when the file cannot be read or must not be believed.
 * `hasEnded` says of what wrote a line whether it no longer runs.
 */
export async function readJournalFile(
  path: string,
  userId: number,
  hasEnded: (origin: JournalOrigin) => boolean,
): Promise<JournalReading> {
  const file = await openForReading(path);
  if (file === undefined) {
    return { operations: [], damaged: 0 };
  }
  try {
    const problem = journalProblem(path, userId, await file.stat());
    if (problem !== undefined) {
      throw new JournalError(`The journal cannot be believed: ${problem}`);
    }
    const records: JournalRecord[] = [];
    let damaged = 0;
    for (const line of (await file.readFile('utf8')).split('\n')) {
      const record = line === '' ? undefined : recordOf(line);
      if (record !== undefined) {
        records.push(record);
      } else if (line !== '') {
        damaged++;
      }
    }
    return { operations: operationsOf(records, hasEnded), damaged };
  } finally {
    await file.close();
  }
}

/** Undefined when there is no such file. */
async function openForReading(path: string): Promise<FileHandle | undefined> {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  try {
    return await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      return undefined;
    }
    throw JournalError.of('read', path, error);
  }
}

function recordOf(line: string): JournalRecord | undefined {
  try {
    return recordSchema.safeParse(parseExactJson(line)).data;
  } catch {
    return undefined;
  }
}
