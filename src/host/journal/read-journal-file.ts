import { append } from '../../lib/long-lists.ts';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

import { systemSlices, nextTurn } from '../../lib/slices.ts';
import {
  operationOf,
  type JournalOperation,
  type JournalReading,
  type JournalReadOptions,
  type OriginCheck,
} from '../../sync/writes/journal.ts';
import { JournalError } from './journal-error.ts';
import { journalProblem } from './journal-place.ts';
import { recordOf } from './journal-record.ts';
import { storedOperations, type StoredOperation } from './stored-operations.ts';

/** Whose journal is read. */
export interface JournalSource {
  readonly path: string;
  /** The user whose file it has to be. */
  readonly userId: number;
}

/**
 * What the journal holds, from its end on; nothing when there is none yet. It is read in slices, with everything else getting
 * its turn in between. Lines that are damaged, such as one that a crash left half, are counted and left where they are.
 * Rejects with a JournalError when the file cannot be read or must not be trusted.
 */
export async function readJournalFile(
  source: JournalSource,
  origin: OriginCheck,
  { onPart, signal }: Pick<JournalReadOptions, 'onPart' | 'signal'>,
): Promise<JournalReading> {
  const operations: JournalOperation[] = [];
  let damaged = 0;
  for await (const part of partsOfJournal(source)) {
    damaged += part.damaged;
    const begun = operations.length;
    for (const stored of part.operations) {
      const read = readOperation(stored, origin);
      damaged += read.damaged;
      append(operations, read.operations);
    }
    if (operations.length > begun) {
      onPart?.(operations.slice(begun));
    }
    if (signal?.aborted === true) {
      break;
    }
  }
  return { operations, damaged };
}

/** What is stored of operations, the newest first, and how many lines of that part belong to none. */
export interface JournalPart {
  readonly operations: readonly StoredOperation[];
  readonly damaged: number;
}

/**
 * The journal part by part from its end on, no further back than to a time in milliseconds since the epoch. Throws what
 * `readJournalFile` rejects with.
 */
export async function* partsOfJournal(
  source: JournalSource,
  from?: number,
): AsyncGenerator<JournalPart, void, void> {
  const file = await openJournalFile(source);
  if (file === undefined) {
    return;
  }
  try {
    for await (const part of storedOperations(file, { from })) {
      yield part;
      await nextTurn(systemSlices);
    }
  } finally {
    await file.close();
  }
}

/** An operation from its lines; none when all of them turn out to be damaged. */
export function readOperation(
  { lines }: StoredOperation,
  origin: OriginCheck,
): { readonly operations: readonly JournalOperation[]; readonly damaged: number } {
  const records = lines.map(recordOf).filter((record) => record !== undefined);
  const [first, ...others] = records;
  return {
    operations: first === undefined ? [] : [operationOf([first, ...others], origin)],
    damaged: lines.length - records.length,
  };
}

/** The file, to be closed after reading; undefined when there is none. Throws what `readJournalFile` rejects with. */
export async function openJournalFile({ path, userId }: JournalSource): Promise<FileHandle | undefined> {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  let file: FileHandle | undefined;
  try {
    file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const problem = journalProblem(path, userId, await file.stat());
    if (problem !== undefined) {
      throw new JournalError(`The journal cannot be trusted: ${problem}`);
    }
    return file;
  } catch (error) {
    await file?.close();
    if (error instanceof JournalError) {
      throw error;
    }
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      return undefined;
    }
    throw JournalError.of('read', path, error);
  }
}
