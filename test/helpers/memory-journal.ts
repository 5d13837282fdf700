import { effectiveVerdict } from '../../src/stores/journal/effective-verdict.ts';
import { timeOf } from '../../src/sync/writes/journal-clock.ts';
import {
  operationsOf,
  type Journal,
  type JournalEntry,
  type JournalOrigin,
  type JournalReadOptions,
  type JournalRecord,
} from '../../src/sync/writes/journal.ts';

/** A journal that ends with the test. */
export interface MemoryJournal extends Journal {
  readonly entries: readonly JournalRecord[];
  /** Why nothing can be written from now on; undefined while it can. */
  problem: string | undefined;
  /** The steps so far, each as `step` or `verdict kind`. */
  readonly steps: readonly string[];
}

/** The fingerprint of the key of another organization: what was changed with it is none of this one's. */
export const OTHER_KEY = 'ba9876543210';

/** An empty journal, or one with what earlier processes left in it; all of those have ended. */
export function createMemoryJournal(
  left: readonly JournalRecord[] = [],
  hasEnded: (origin: JournalOrigin) => boolean = ({ pid }) => pid !== undefined,
): MemoryJournal {
  const entries: JournalRecord[] = [...left];
  return {
    entries,
    problem: undefined,
    get steps() {
      return entries.map(({ step, verdict }) => (verdict === undefined ? step : `${step} ${verdict}`));
    },
    append(entry: JournalEntry) {
      if (this.problem !== undefined) {
        return Promise.reject(new Error(this.problem));
      }
      entries.push(structuredClone(entry));
      return Promise.resolve();
    },
    read({ since = Number.NEGATIVE_INFINITY, onPart }: JournalReadOptions = {}) {
      const operations = operationsOf(entries, { hasEnded, isOwn: ({ key }) => key !== OTHER_KEY }).filter(
        (operation) =>
          Math.max(timeOf(operation), Date.parse(operation.steps[0].time)) >= since ||
          effectiveVerdict(operation.steps) === undefined,
      );
      onPart?.(operations);
      return Promise.resolve({ operations, damaged: 0 });
    },
  };
}

/** Gives the ids w1, w2 and so on. */
export function countedIds(): () => string {
  let given = 0;
  return () => `w${++given}`;
}
