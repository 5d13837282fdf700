import type { Journal, JournalOperation, JournalRecord } from './journal.ts';

/** The same journal, with `onVerdict` called with each operation of this process that gets a verdict. */
export function withNotes(journal: Journal, onVerdict: (operation: JournalOperation) => void): Journal {
  const underWay = new Map<string, readonly JournalRecord[]>();
  return {
    async append(entry) {
      const [first, ...others] = [...(underWay.get(entry.operation) ?? []), entry];
      const steps = [first ?? entry, ...others] as const;
      underWay.set(entry.operation, steps);
      try {
        await journal.append(entry);
      } finally {
        if (entry.step === 'verdict') {
          underWay.delete(entry.operation);
          onVerdict({ operation: entry.operation, steps, isUnfinished: false, isOwn: true });
        }
      }
    },
    read: (options) => journal.read(options),
  };
}
