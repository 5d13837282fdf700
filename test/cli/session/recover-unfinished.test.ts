import { expect, it } from 'vitest';

import { runAgentsWrite } from '../../../src/cli/agents/write-agents-command.ts';
import { runPolicyApply } from '../../../src/cli/policy/apply-policy-command.ts';
import type { FakeAnswer, FakeCall } from '../../helpers/fake-client.ts';
import { createFakeOrganization } from '../../helpers/fake-organization.ts';
import { journalEntry, TEST_IDENTITY } from '../../helpers/journal-entries.ts';
import { createMemoryJournal } from '../../helpers/memory-journal.ts';
import { runCommandWith, type CommandRunOptions } from '../../helpers/run-command.ts';
import { nameUnreachedServer } from '../../helpers/unreached-server.ts';

const FLAGS = { write: true, yes: true, json: true } as const;
const SECOND = 1000;

nameUnreachedServer();

/** A journal in which a process left the suspension of `left` without a verdict, after it was sent. */
function journalWithUnfinished() {
  const about = { ...TEST_IDENTITY, target: { id: 'left', hostname: 'host-left', generation: 1 } };
  return createMemoryJournal([
    { ...journalEntry(about), ...about },
    { ...journalEntry({ ...about, step: 'sending', after: undefined }), ...about },
  ]);
}

function suspend(options: Partial<CommandRunOptions> = {}) {
  const organization = createFakeOrganization(['a1', 'left']);
  Object.assign(organization.agents.get('left') ?? {}, { status: 'suspended' });
  const journal = journalWithUnfinished();
  const answer = (call: FakeCall): FakeAnswer => options.answer?.(call) ?? organization.answer(call);
  return runCommandWith({ journal, ...options, answer }, (host) =>
    runAgentsWrite('suspend', ['a1'], FLAGS, host),
  );
}

it('checks what an earlier process left without a verdict before it writes, and sends nothing of it', async () => {
  const { status, problem, journal, client, lines } = await suspend();
  expect(status).toBe(0);
  expect(problem).toContain('Confirmed: host-left is suspended, unless somebody else did the same.');
  expect(lines).toHaveLength(1);
  expect(journal.steps).toEqual([
    'intent',
    'sending',
    'verdict confirmed',
    'intent',
    'sending',
    'verdict confirmed',
  ]);
  expect(client?.calls.map(({ endpoint, id }) => `${endpoint} ${id}`)).toEqual([
    'getAgent left',
    'getAgent a1',
    'getAgent a1',
    'setAgentStatus a1',
    'getAgent a1',
  ]);
});

it('does so before it changes the policy, too', async () => {
  const organization = createFakeOrganization([]);
  const { status, problem } = await runCommandWith(
    {
      answer: (call) => organization.answer(call),
      journal: journalWithUnfinished(),
      input: '{"rules":{"min_scorecard":9}}',
    },
    (host) => runPolicyApply('-', FLAGS, host),
  );
  expect(status).toBe(0);
  expect(problem).toContain('It may have been sent, and host-left is gone now.');
});

it('lets it count for nothing when it cannot be read, and leaves it for the next time', async () => {
  const { status, problem, journal } = await suspend({
    answer: ({ id }) => (id === 'left' ? { status: 500 } : (undefined as never)),
  });
  expect(status).toBe(0);
  expect(problem).toContain('it could not be checked');
  expect(journal.steps.slice(2)).toEqual(['intent', 'sending', 'verdict confirmed']);
});

it('does not wait long for a server that does not answer that', async () => {
  const { status, took, problem } = await suspend({
    answer: ({ id }) => (id === 'left' ? { takes: 60 * SECOND } : (undefined as never)),
  });
  expect(status).toBe(0);
  expect(took).toBeLessThan(7 * SECOND);
  expect(problem).toContain('No answer came in time; the next command checks again.');
});

it('writes nothing when the journal cannot be read', async () => {
  const journal = Object.assign(journalWithUnfinished(), {
    problem: 'The journal cannot be written.',
    read: () => Promise.reject(new Error('The journal cannot be read.')),
  });
  const { status, problem, client } = await suspend({ journal });
  expect(status).toBe(1);
  expect(problem).toContain('What became of earlier changes is unknown. The journal cannot be read.');
  expect(client?.calls.every(({ endpoint }) => endpoint === 'getAgent')).toBe(true);
});
