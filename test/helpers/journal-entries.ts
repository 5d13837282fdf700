import type { JournalIdentity } from '../../src/host/journal/journal-identity.ts';
import {
  operationsOf,
  type JournalEntry,
  type JournalOperation,
  type JournalRecord,
} from '../../src/sync/writes/journal.ts';

/** Who writes in tests. */
export const TEST_IDENTITY: JournalIdentity = {
  user: 'anna',
  host: 'jump-1',
  ssh: '203.0.113.9 port 50022',
  key: '0123456789ab',
  base_url: 'https://security.acme.example/api/v1',
  process_start: 'boot-1/77',
  pid: 4242,
};

/** The intent to suspend an agent, with changes. */
export function journalEntry(changes: Partial<JournalEntry> = {}): JournalEntry {
  return {
    time: '2026-03-02T09:00:00.000Z',
    operation: 'op-1',
    step: 'intent',
    action: 'suspend',
    target: { id: 'agent-1', hostname: 'ci-07', generation: 1 },
    before: { status: 'active' },
    after: { status: 'suspended' },
    reason: 'mining',
    ...changes,
  };
}

/** Operations of the journal, the newest first, of entries in the order in which they were written; none still runs. */
export function operationsFrom(...entries: readonly Partial<JournalRecord>[]): readonly JournalOperation[] {
  return operationsOf(
    entries.map((entry) => ({ ...TEST_IDENTITY, ...journalEntry(entry) })),
    { hasEnded: () => true, isOwn: () => true },
  );
}
