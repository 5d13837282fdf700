import type { Journal, JournalEntry } from '../journal.ts';

/**
 * A journal that records a verdict later when it cannot be recorded at once: before the next entry, or when it is read. Until then
 * nothing else is recorded, so nothing else is written either. What was refused is said to whoever asked all the same.
 */
export function withLateVerdicts(journal: Journal): Journal {
  let owed: readonly JournalEntry[] = [];

  async function catchUp(): Promise<void> {
    const [...late] = owed;
    owed = [];
    while (late[0] !== undefined) {
      try {
        await journal.append(late[0]);
        late.shift();
      } catch (error) {
        owed = [...late, ...owed];
        throw error;
      }
    }
  }

  return {
    async append(entry) {
      try {
        await catchUp();
        await journal.append(entry);
      } catch (error) {
        if (entry.step === 'verdict') {
          owed = [...owed, entry];
        }
        throw error;
      }
    },
    async read(options) {
      await catchUp().catch(() => undefined);
      return journal.read(options);
    },
  };
}
