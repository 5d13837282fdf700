import { createJournalFile } from '../../src/host/journal/journal-file.ts';
import { journalEntry, TEST_IDENTITY } from './journal-entries.ts';

/** A process that adds to a journal: `node journal-appender.ts FILE NAME COUNT`. */
const [path = '', name = '', count = '0'] = process.argv.slice(2);
const journal = createJournalFile({
  path,
  userId: process.getuid?.() ?? 0,
  identity: { ...TEST_IDENTITY, pid: process.pid },
});
for (let index = 0; index < Number(count); index++) {
  await journal.append(journalEntry({ operation: `${name}-${index}`, reason: name.repeat(2000) }));
}
