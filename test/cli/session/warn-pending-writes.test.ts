import { expect, it } from 'vitest';

import { runAgentsWrite } from '../../../src/cli/agents/write-agents-command.ts';
import { runPolicyApply } from '../../../src/cli/policy/apply-policy-command.ts';
import type { JournalEntry } from '../../../src/sync/writes/journal.ts';
import { createFakeOrganization } from '../../helpers/fake-organization.ts';
import { journalEntry, TEST_IDENTITY } from '../../helpers/journal-entries.ts';
import { createMemoryJournal } from '../../helpers/memory-journal.ts';
import { runCommandWith } from '../../helpers/run-command.ts';
import { nameUnreachedServer } from '../../helpers/unreached-server.ts';

const FLAGS = { write: true, yes: true, json: true } as const;

nameUnreachedServer();

/** A journal with a change that was sent a minute ago, of which nobody knows what became of it. */
function journalWithUnknown(about: Partial<JournalEntry>, before: JournalEntry['before']) {
  const steps = [
    journalEntry({ ...about, before }),
    journalEntry({ ...about, step: 'sending', before, after: undefined }),
    journalEntry({ ...about, step: 'verdict', verdict: 'unknown', before: undefined, after: before }),
  ];
  return createMemoryJournal(
    steps.map((step) => ({ ...step, ...TEST_IDENTITY, time: '2026-03-02T08:59:00.000Z' })),
  );
}

const ofAgent = () =>
  journalWithUnknown({ target: { id: 'a1', hostname: 'host-a1', generation: 1 } }, { status: 'active' });

function reactivate(status: string, ids: readonly string[] = ['a1']) {
  const organization = createFakeOrganization(['a1', 'a2']);
  Object.assign(organization.agents.get('a1') ?? {}, { status });
  return runCommandWith({ journal: ofAgent(), answer: (call) => organization.answer(call) }, (host) =>
    runAgentsWrite('activate', ids, FLAGS, host),
  );
}

it('an unknown change that has landed by what a command reads is recorded before anything is changed', async () => {
  const { problem, journal, status } = await reactivate('suspended');
  expect(status).toBe(0);
  expect(problem).toContain('Confirmed late: host-a1 is suspended.');
  expect(journal.steps.slice(2, 5)).toEqual(['verdict unknown', 'verdict confirmed', 'intent']);
});

it('one that has not may still be applied by the server after what is done now', async () => {
  const { problem, journal } = await reactivate('active');
  expect(problem).toContain(
    'The change of host-a1 (suspend) of 08:59:00Z was never confirmed: the server may still apply it after this change.',
  );
  expect(journal.steps.filter((step) => step === 'verdict confirmed')).toEqual([]);
});

it('one of what was not read is left alone', async () => {
  const { problem, journal } = await reactivate('active', ['a2']);
  expect(problem).not.toContain('host-a1');
  expect(journal.steps[3]).not.toContain('verdict');
});

it('one of the policy is reported and recorded by what apply reads', async () => {
  const organization = createFakeOrganization([]);
  Object.assign(organization.policy, { version: 2 });
  organization.policy.rules['min_scorecard'] = 7;
  const answer = (call: Parameters<typeof organization.answer>[0]) => {
    const { body } = organization.answer(call);
    return { body: { ...(body as object), version: '2' } };
  };
  const journal = journalWithUnknown(
    { action: 'policy', target: { version: '1' }, after: { min_scorecard: 7 } },
    { version: '1', min_scorecard: 5 },
  );
  const input = JSON.stringify({ rules: { min_scorecard: 7 } });
  const { problem, lines } = await runCommandWith({ journal, answer, input }, (host) =>
    runPolicyApply('-', FLAGS, host),
  );
  expect(problem).toContain('Confirmed late: the policy holds the change as version 2.');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ verdict: 'unchanged' });
  expect(journal.entries.at(-1)).toMatchObject({ verdict: 'confirmed' });
});
