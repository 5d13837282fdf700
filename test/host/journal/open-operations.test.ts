import { expect, it } from 'vitest';

import { OpenOperations } from '../../../src/host/journal/open-operations.ts';
import { journalEntry } from '../../helpers/journal-entries.ts';
import { createMemoryJournal } from '../../helpers/memory-journal.ts';

it('says what was sent and what was not of the writes that have no verdict', async () => {
  const operations = new OpenOperations();
  const journal = operations.watch(createMemoryJournal());
  for (const [operation, hostname] of [
    ['op-1', 'ci-07'],
    ['op-2', 'db\u001b[2J'],
    ['op-3', 'ci-09'],
  ] as const) {
    await journal.append(journalEntry({ operation, target: { id: 'agent-1', hostname } }));
  }
  await journal.append(journalEntry({ operation: 'op-1', step: 'sending', target: { hostname: 'ci-07' } }));
  await journal.append(journalEntry({ operation: 'op-3', step: 'verdict', verdict: 'refused' }));
  const policy = { operation: 'op-4', action: 'policy', target: { version: '7' } } as const;
  await journal.append(journalEntry({ ...policy, step: 'sending' }));
  expect(operations.sentences).toEqual([
    'The change of ci-07 (suspend) was sent, and its outcome is unknown: vigil checks it at the next start.',
    'The change of db␛[2J (suspend) was not sent.',
    'The change of the policy was sent, and its outcome is unknown: vigil checks it at the next start.',
  ]);
});

it('says nothing of what could not be begun, or was reported although it could not be recorded', async () => {
  const operations = new OpenOperations();
  const file = createMemoryJournal();
  const journal = operations.watch(file);
  await journal.append(journalEntry());
  file.problem = 'The disk is full.';
  await expect(journal.append(journalEntry({ operation: 'op-2' }))).rejects.toThrow();
  await expect(journal.append(journalEntry({ step: 'verdict' }))).rejects.toThrow();
  expect(operations.sentences).toEqual([]);
});
