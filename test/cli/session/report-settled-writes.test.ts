import { expect, it } from 'vitest';

import { runAgentsWrite } from '../../../src/cli/agents/write-agents-command.ts';
import { runPolicyApply } from '../../../src/cli/policy/apply-policy-command.ts';
import { createFakeOrganization, type FakeOrganization } from '../../helpers/fake-organization.ts';
import { journalEntry, TEST_IDENTITY } from '../../helpers/journal-entries.ts';
import { createMemoryJournal, OTHER_KEY, type MemoryJournal } from '../../helpers/memory-journal.ts';
import { runCommandWith } from '../../helpers/run-command.ts';
import { nameUnreachedServer } from '../../helpers/unreached-server.ts';
import type { JournalEntry, JournalOrigin } from '../../../src/sync/writes/journal.ts';

const FLAGS = { write: true, yes: true, json: true } as const;

nameUnreachedServer();

/** A journal with one change that was sent, and was not seen to have happened. */
function journalWithUnseen({ verdict = 'unknown', ...about }: Partial<JournalEntry & JournalOrigin>) {
  const entry = (more: Partial<JournalEntry>) => ({
    ...TEST_IDENTITY,
    ...journalEntry({ ...about, ...more }),
  });
  return createMemoryJournal([
    entry({}),
    entry({ step: 'sending', after: undefined }),
    entry({ step: 'verdict', after: undefined, verdict, sentence: 'Not seen.' }),
  ]);
}

function lastVerdict(journal: MemoryJournal) {
  return journal.entries.findLast(({ operation }) => operation === 'op-1')?.verdict;
}

it('puts down that an unknown change of the policy has landed, once a command has read it', async () => {
  const after = { min_scorecard: 9 };
  const journal = journalWithUnseen({ action: 'policy', target: {}, before: {}, after });
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

const ABOUT_A1 = { target: { id: 'a1', hostname: 'host-a1', generation: 1 } };

function suspend(journal: MemoryJournal, organization: FakeOrganization, id = 'a2') {
  return runCommandWith({ journal, answer: (call) => organization.answer(call) }, (host) =>
    runAgentsWrite('suspend', [id], FLAGS, host),
  );
}

it.each(['unknown', 'contradicted'] as const)(
  'puts down before another change is made that one has landed that was %s',
  async (verdict) => {
    const journal = journalWithUnseen({ ...ABOUT_A1, verdict });
    const organization = createFakeOrganization(['a1', 'a2']);
    Object.assign(organization.agents.get('a1') ?? {}, { status: 'suspended' });
    const { status, problem, lines } = await suspend(journal, organization);
    expect([status, lines.length]).toEqual([0, 1]);
    expect(problem).toContain(`Confirmed late: host-a1 is suspended. It was ${verdict} at`);
    expect(lastVerdict(journal)).toBe('confirmed');
    expect((await suspend(journal, organization)).problem).not.toContain('host-a1');
  },
);

it('does so with the policy before it changes an agent', async () => {
  const after = { min_scorecard: 9 };
  const before = { version: '1', min_scorecard: 5 };
  const journal = journalWithUnseen({ action: 'policy', target: { version: '1' }, before, after });
  const organization = createFakeOrganization(['a1', 'a2']);
  Object.assign(organization.policy, { version: 2, rules: after });
  expect((await suspend(journal, organization)).problem).toContain(
    'Confirmed late: the policy holds the change',
  );
  expect(lastVerdict(journal)).toBe('confirmed');
});

it('confirms a deletion once the agent is gone', async () => {
  const journal = journalWithUnseen({ ...ABOUT_A1, action: 'hard-delete', after: { status: 'gone' } });
  const { problem } = await suspend(journal, createFakeOrganization(['a2']));
  expect(problem).toContain('Confirmed late: host-a1 is gone');
  expect(lastVerdict(journal)).toBe('confirmed');
});

it.each<readonly [string, (organization: FakeOrganization) => void, Partial<JournalEntry & JournalOrigin>]>([
  ['is not as requested', () => undefined, {}],
  [
    'registered anew',
    ({ agents }) => Object.assign(agents.get('a1') ?? {}, { status: 'suspended', generation: 2 }),
    {},
  ],
  ['is gone', ({ agents }) => agents.delete('a1'), {}],
  [
    'was changed with another key',
    ({ agents }) => Object.assign(agents.get('a1') ?? {}, { status: 'suspended' }),
    { key: OTHER_KEY },
  ],
])('leaves one as it was whose agent %s', async (_what, prepare, origin) => {
  const journal = journalWithUnseen({ ...ABOUT_A1, ...origin });
  const organization = createFakeOrganization(['a1', 'a2']);
  prepare(organization);
  expect((await suspend(journal, organization)).status).toBe(0);
  expect(lastVerdict(journal)).toBe('unknown');
});

it('is not kept from its work by what cannot be read', async () => {
  const journal = journalWithUnseen(ABOUT_A1);
  const organization = createFakeOrganization(['a1', 'a2']);
  const { status, took } = await runCommandWith(
    {
      journal,
      answer: (call) => (call.id === 'a1' ? { takes: 60_000 } : organization.answer(call)),
    },
    (host) => runAgentsWrite('suspend', ['a2'], FLAGS, host),
  );
  expect(status).toBe(0);
  expect(took).toBeLessThan(7000);
  expect(lastVerdict(journal)).toBe('unknown');
});
