import type { FileHandle } from 'node:fs/promises';

import { factsOf } from './journal-record.ts';
import { linesFromEnd } from './lines-from-end.ts';

/** An operation as it is stored. */
export interface StoredOperation {
  readonly operation: string;
  /** When its first step was recorded, in milliseconds since the epoch. */
  readonly time: number;
  /** The same by this host's clock or the server's, whichever says later: one that is wrong must not hide it. */
  readonly latest: number;
  readonly isJudged: boolean;
  /** Its lines in the order in which they were written; one of them may still turn out to be damaged. */
  readonly lines: readonly string[];
}

interface Gathered {
  time: number;
  serverTime: number | undefined;
  isJudged: boolean;
  /** The last one first. */
  readonly lines: string[];
}

/**
 * The operations of a journal from its end on, in parts, those that were begun last first: each once its intent was come to.
 * Ends before what is older than `from`, in milliseconds since the epoch. Of one without an intent what there is comes last,
 * when all was read.
 */
export async function* storedOperations(
  file: FileHandle,
  from = Number.NEGATIVE_INFINITY,
): AsyncGenerator<{ readonly operations: readonly StoredOperation[]; readonly damaged: number }, void, void> {
  const gathered = new Map<string, Gathered>();
  const take = (operation: string, { time, serverTime, isJudged, lines }: Gathered): StoredOperation => {
    gathered.delete(operation);
    return {
      operation,
      time,
      latest: Math.max(time, serverTime ?? time),
      isJudged,
      lines: lines.toReversed(),
    };
  };
  for await (const lines of linesFromEnd(file)) {
    const operations: StoredOperation[] = [];
    let damaged = 0;
    let newest = Number.NEGATIVE_INFINITY;
    for (const line of lines) {
      const facts = factsOf(line);
      if (facts === undefined) {
        damaged++;
        continue;
      }
      const { operation, step, time, serverTime } = facts;
      const known = gathered.get(operation) ?? { time, serverTime, isJudged: false, lines: [] };
      known.lines.push(line);
      known.time = time;
      known.serverTime = serverTime ?? known.serverTime;
      known.isJudged ||= step === 'verdict';
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
