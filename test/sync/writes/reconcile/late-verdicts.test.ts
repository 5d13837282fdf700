import { expect, it } from 'vitest';

import { withLateVerdicts } from '../../../../src/sync/writes/reconcile/late-verdicts.ts';
import { journalEntry } from '../../../helpers/journal-entries.ts';
import { createMemoryJournal } from '../../../helpers/memory-journal.ts';

const verdict = journalEntry({ step: 'verdict', verdict: 'confirmed', time: '2026-03-02T09:00:01.000Z' });
const next = journalEntry({ operation: 'op-2' });

it.each([
  ['the next entry', (journal: ReturnType<typeof withLateVerdicts>) => journal.append(next), ['intent']],
  ['it is read', (journal: ReturnType<typeof withLateVerdicts>) => journal.read(), []],
])('records a verdict before %s when it could not be recorded at once', async (_what, use, after) => {
  const file = createMemoryJournal();
  const journal = withLateVerdicts(file);
  await journal.append(journalEntry());
  file.problem = 'The disk is full.';
  await expect(journal.append(verdict)).rejects.toThrow('The disk is full.');
  await expect(journal.append(next)).rejects.toThrow('The disk is full.');
  file.problem = undefined;
  await use(journal);
  expect(file.steps).toEqual(['intent', 'verdict confirmed', ...after]);
  expect(file.entries[1]?.time).toBe(verdict.time);
  await journal.read();
  expect(file.entries.filter(({ step }) => step === 'verdict')).toHaveLength(1);
});

it('puts several down in their order, once each, when others come at the same time', async () => {
  const file = createMemoryJournal();
  const journal = withLateVerdicts(file);
  file.problem = 'The disk is full.';
  const operations = ['op-1', 'op-2'];
  for (const operation of operations) {
    await expect(journal.append({ ...verdict, operation })).rejects.toThrow();
  }
  file.problem = undefined;
  await Promise.all([journal.read(), journal.append(journalEntry({ operation: 'op-3' })), journal.read()]);
  const verdicts = file.entries.filter(({ step }) => step === 'verdict');
  expect(verdicts.map(({ operation }) => operation)).toEqual(operations);
});
