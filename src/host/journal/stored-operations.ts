import type { FileHandle } from 'node:fs/promises';

import { factsOf, timeOfLine } from './journal-record.ts';
import { linesFromEnd } from './lines-from-end.ts';

/** An operation as it is stored. */
export interface StoredOperation {
  readonly operation: string;
  /** When its first step was recorded, in milliseconds since the epoch. */
  readonly time: number;
  /** The same by the server's clock, as the first of its steps has it. */
  readonly serverTime: number | undefined;
  readonly hasVerdict: boolean;
  /** What it is about, as `thingOf` says it. */
  readonly thing: string;
  /** Its lines in the order in which they were written; one of them may still turn out to be damaged. */
  readonly lines: readonly string[];
}

interface Gathered {
  readonly thing: string;
  time: number;
  serverTime: number | undefined;
  hasVerdict: boolean;
  /** The last one first. */
  readonly lines: string[];
}

/** What of a journal is asked for. */
export interface StoredRange {
  /** It ends before what is older than that, in milliseconds since the epoch. */
  readonly from?: number | undefined;
  /** The first so many bytes alone. */
  readonly end?: number;
  /** Only lines that hold it; the others are passed over without being read. */
  readonly mark?: string;
}

/**
 * The operations of a journal from its end on, in parts, those that were begun last first: each once its intent was come to.
 * Of one without an intent what there is comes last, when all was read.
 */
export async function* storedOperations(
  file: FileHandle,
  { from = Number.NEGATIVE_INFINITY, end, mark = '' }: StoredRange = {},
): AsyncGenerator<{ readonly operations: readonly StoredOperation[]; readonly damaged: number }, void, void> {
  const gathered = new Map<string, Gathered>();
  const take = (
    operation: string,
    { thing, time, serverTime, hasVerdict, lines }: Gathered,
  ): StoredOperation => {
    gathered.delete(operation);
    return {
      operation,
      thing,
      time,
      serverTime,
      hasVerdict,
      lines: lines.toReversed(),
    };
  };
  for await (const lines of linesFromEnd(file, { end })) {
    const operations: StoredOperation[] = [];
    let damaged = 0;
    let newest = Number.NEGATIVE_INFINITY;
    for (const line of lines) {
      if (!line.includes(mark)) {
        newest = Math.max(newest, timeOfLine(line) ?? newest);
        continue;
      }
      const facts = factsOf(line);
      if (facts === undefined) {
        damaged++;
        continue;
      }
      const { operation, step, thing, time, serverTime } = facts;
      const known = gathered.get(operation) ?? { thing, time, serverTime, hasVerdict: false, lines: [] };
      known.lines.push(line);
      known.time = time;
      known.serverTime = serverTime ?? known.serverTime;
      known.hasVerdict ||= step === 'verdict';
      newest = Math.max(newest, time, serverTime ?? time);
      gathered.set(operation, known);
      if (step === 'intent') {
        operations.push(take(operation, known));
      }
    }
    yield { operations, damaged };
    if (newest < from && newest > Number.NEGATIVE_INFINITY) {
      return;
    }
  }
  yield {
    operations: [...gathered].reverse().map(([operation, known]) => take(operation, known)),
    damaged: 0,
  };
}
