import { expect, it } from 'vitest';

import { runAgentsWrite } from '../../src/cli/agents/write-agents-command.ts';
import { runPolicyApply } from '../../src/cli/policy/apply-policy-command.ts';
import { createFakeOrganization } from '../helpers/fake-organization.ts';
import { journalEntry, TEST_IDENTITY } from '../helpers/journal-entries.ts';
import { createMemoryJournal } from '../helpers/memory-journal.ts';
import { runCommandWith } from '../helpers/run-command.ts';
import { nameUnreachedServer } from '../helpers/unreached-server.ts';
import type { JournalEntry } from '../../src/sync/writes/journal.ts';

const FLAGS = { write: true, yes: true, json: true } as const;

nameUnreachedServer();

/** A journal with one change that was sent, and of which nobody knows what became. */
function journalWithUnknown(about: Partial<JournalEntry>) {
  const entry = (more: Partial<JournalEntry>) => ({
    ...journalEntry({ ...about, ...more }),
    ...TEST_IDENTITY,
  });
  return createMemoryJournal([
    entry({}),
    entry({ step: 'sending', after: undefined }),
    entry({ step: 'verdict', after: undefined, verdict: 'unknown', sentence: 'Unknown.' }),
  ]);
}

it('puts down that an unknown change of the policy has landed, once a command has read it', async () => {
  const after = { min_scorecard: 9 };
  const journal = journalWithUnknown({ action: 'policy', target: {}, before: {}, after });
  const organization = createFakeOrganization(['a1']);
  Object.assign(organization.policy, { rules: after });
  const { status, problem, lines } = await runCommandWith(
    { journal, input: JSON.stringify({ rules: after }), answer: (call) => organization.answer(call) },
    (host) => runPolicyApply('-', FLAGS, host),
  );
  expect([status, lines[0]]).toEqual([0, expect.stringContaining('"unchanged"')]);
  expect(problem).toContain('Confirmed late: the policy holds the change');
  expect(journal.steps.at(-1)).toBe('verdict confirmed');
});

it('puts down that an unknown suspension has landed, and nothing of an agent that was not read', async () => {
  const target = { id: 'a1', hostname: 'host-a1', generation: 1 };
  const journal = journalWithUnknown({ target });
  const organization = createFakeOrganization(['a1', 'a2']);
  Object.assign(organization.agents.get('a1') ?? {}, { status: 'suspended' });
  const suspend = (id: string) =>
    runCommandWith({ journal, answer: (call) => organization.answer(call) }, (host) =>
      runAgentsWrite('suspend', [id], FLAGS, host),
    );
  expect((await suspend('a2')).problem).not.toContain('Confirmed late');
  expect(journal.entries.filter(({ operation }) => operation === 'op-1')).toHaveLength(3);
  expect((await suspend('a1')).problem).toContain('Confirmed late: host-a1 is suspended.');
  expect(journal.entries.filter(({ operation }) => operation === 'op-1').at(-1)).toMatchObject({
    step: 'verdict',
    verdict: 'confirmed',
  });
});
