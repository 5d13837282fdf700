import { expect, it } from 'vitest';

import { whyNotLeft } from '../../../src/cli/console/under-way.ts';
import { startRun } from '../../../src/commands/agents/run-action.ts';
import { agentSchema } from '../../../src/contract/agent.ts';
import { OpenOperations } from '../../../src/host/journal/open-operations.ts';
import { createTestContext } from '../../helpers/command-context.ts';
import { journalEntry } from '../../helpers/journal-entries.ts';
import { createMemoryJournal } from '../../helpers/memory-journal.ts';
import { settle } from '../../helpers/virtual-clock.ts';

const idle = () => ({ commands: createTestContext(), operations: new OpenOperations(), filesUnderWay: 0 });

it('lets an organization be left of which nothing is under way', () => {
  expect(whyNotLeft(idle())).toBeUndefined();
});

it('names the change that has no answer', async () => {
  const organization = idle();
  const journal = organization.operations.watch(createMemoryJournal());
  await journal.append(journalEntry({ step: 'sending' }));
  expect(whyNotLeft(organization)).toBe('Not now: suspending ci-07 has no answer yet. Go once it is there.');
  await journal.append(journalEntry({ step: 'verdict', verdict: 'confirmed', sentence: 'Confirmed.' }));
  expect(whyNotLeft(organization)).toBeUndefined();
});

it('names a file that is being written', () => {
  expect(whyNotLeft({ ...idle(), filesUnderWay: 1 })).toBe(
    'Not now: a file is still being written. Go once it is there.',
  );
});

it.each([
  [['a'], 'Not now: suspending host-a is under way. Go once it is done; :results shows it, and stops it.'],
  [
    ['a', 'b'],
    'Not now: suspending agents, 0 of 2 done, is under way. Go once it is done; :results shows it, and stops it.',
  ],
])('names what is done with the agents %j', async (ids, sentence) => {
  const organization = idle();
  const { commands } = organization;
  const answered = Promise.withResolvers<void>();
  commands.sync.judge = async () => {
    await answered.promise;
    return commands.sync.verdict;
  };
  const agents = ids.map((id) => agentSchema.parse({ id, hostname: `host-${id}`, status: 'active' }));
  const plan = {
    action: 'suspend',
    agents,
    skipped: [],
    filteredOut: [],
    offScreen: [],
    undoes: undefined,
  } as const;
  const running = startRun(commands, plan, '');
  await settle();
  expect(whyNotLeft(organization)?.toLowerCase()).toBe(sentence.toLowerCase());
  answered.resolve();
  await running;
  expect(whyNotLeft(organization)).toBeUndefined();
});
