import { beforeEach, expect, it } from 'vitest';

import { OpenOperations } from '../../../src/host/journal/open-operations.ts';
import { Leaving, LONGEST_WAIT } from '../../../src/cli/console/leave-console.ts';
import { closeDialog } from '../../../src/commands/base/command.ts';
import { startRun } from '../../../src/commands/agents/run-action.ts';
import { agentSchema } from '../../../src/contract/agent.ts';
import type { Journal } from '../../../src/sync/writes/journal.ts';
import { createTestContext, run, type TestContext } from '../../helpers/command-context.ts';
import { journalEntry } from '../../helpers/journal-entries.ts';
import { createMemoryJournal } from '../../helpers/memory-journal.ts';
import { settle } from '../../helpers/virtual-clock.ts';

const GRACE = 400;

let context: TestContext;
let operations: OpenOperations;
let journal: Journal;
let leaving: Leaving;
let ends: number[];

beforeEach(() => {
  context = createTestContext();
  operations = new OpenOperations();
  journal = operations.watch(createMemoryJournal());
  ends = [];
  leaving = new Leaving({ commands: context, operations, end: (status) => ends.push(status) });
});

const note = (step: 'intent' | 'sending') => journal.append(journalEntry({ step }));
const recordVerdict = (verdict: 'confirmed' | 'unknown' | 'refused', sentence: string) =>
  journal.append(journalEntry({ step: 'verdict', verdict, sentence }));
const dialog = () => context.stores.view.getState().dialogs.at(-1);

it('quits at once when nothing is under way', () => {
  leaving.quit();
  expect([ends, leaving.sentences]).toEqual([[0], []]);
});

it('waits for the answer to what was sent, says so, and prints it once the screen is gone', async () => {
  await note('intent');
  await note('sending');
  leaving.quit();
  expect(ends).toEqual([]);
  expect(dialog()).toMatchObject({
    kind: 'confirm',
    title: 'Waiting for the answer to suspending ci-07 (Ctrl-C again quits now)',
  });
  await context.clock.advance(LONGEST_WAIT - 1);
  expect(ends).toEqual([]);
  await recordVerdict('confirmed', 'Confirmed: ci-07 is suspended.');
  expect([ends, leaving.sentences]).toEqual([[0], ['Confirmed: ci-07 is suspended.']]);
  expect(operations.sentences).toEqual([]);
});

it('does not wait longer than a few seconds, and ends with 1 when it is not known what became of it', async () => {
  await note('intent');
  await note('sending');
  leaving.quit();
  await context.clock.advance(LONGEST_WAIT);
  expect(ends).toEqual([1]);
  expect(operations.sentences).toEqual([
    'The change of ci-07 (suspend) was sent, and its outcome is unknown: vigil checks it at the next start.',
  ]);
});

it('ends with 1 for an answer that leaves it unknown, too', async () => {
  await note('sending');
  leaving.quit();
  await recordVerdict('unknown', 'Unknown: it was sent.');
  expect([ends, leaving.sentences]).toEqual([[1], ['Unknown: it was sent.']]);
});

it('quits without waiting when it is asked again, but not for two keys that arrive at once', async () => {
  await note('sending');
  leaving.quit();
  leaving.quit();
  expect(ends).toEqual([]);
  await context.clock.advance(GRACE);
  leaving.quit();
  expect(ends).toEqual([1]);
});

it('sends nothing any more that has not left, and ends with 0 when none had', async () => {
  await note('intent');
  leaving.quit();
  expect(context.sync.writable).toEqual([undefined]);
  await recordVerdict('refused', 'Nothing was sent.');
  expect(ends).toEqual([0]);
});

it('goes back to the console, and to changes, when its dialog is closed', async () => {
  await note('sending');
  leaving.quit();
  closeDialog(context);
  await settle();
  expect(context.sync.writable).toEqual([undefined, 'always']);
  await context.clock.advance(LONGEST_WAIT);
  await recordVerdict('confirmed', 'Confirmed.');
  expect([ends, leaving.sentences]).toEqual([[], []]);
  leaving.quit();
  expect(ends).toEqual([0]);
});

it('quits now where its dialog is answered with yes', async () => {
  await note('sending');
  leaving.quit();
  await context.clock.advance(GRACE);
  run(context, 'confirm.yes');
  expect(ends).toEqual([1]);
});

const PLAN = {
  action: 'suspend',
  agents: ['a', 'b', 'c'].map((id) => agentSchema.parse({ id, hostname: `host-${id}`, status: 'active' })),
  skipped: [],
  filteredOut: [],
  offScreen: [],
  undoes: undefined,
} as const;

it('begins no further agent, and says how many were left', async () => {
  const answered = Promise.withResolvers<void>();
  context.sync.judge = async () => {
    await note('sending');
    await answered.promise;
    await recordVerdict('confirmed', 'Confirmed: host-a is suspended.');
    return context.sync.verdict;
  };
  const running = startRun(context, PLAN, '');
  await settle();
  await expect.poll(() => operations.open.length).toBe(1);
  leaving.quit();
  answered.resolve();
  await running;
  expect(context.sync.agentRequests).toHaveLength(1);
  expect([ends, leaving.sentences]).toEqual([
    [0],
    ['Confirmed: host-a is suspended.', '2 further agents were left as they are: nothing was sent.'],
  ]);
});

it('says how many were left when a signal ends it without asking', async () => {
  const answered = Promise.withResolvers<void>();
  context.sync.judge = async () => {
    await note('sending');
    await answered.promise;
    return context.sync.verdict;
  };
  const running = startRun(context, PLAN, '');
  await expect.poll(() => operations.open.length).toBe(1);
  expect(leaving.sentences).toEqual(['2 further agents were left as they are: nothing was sent.']);
  answered.resolve();
  await running;
  expect(leaving.sentences).toEqual([]);
});
