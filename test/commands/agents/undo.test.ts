import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Agent } from '../../../src/contract/agent.ts';
import { answerAction } from '../../../src/commands/agents/ask-for-action.ts';
import { startRun } from '../../../src/commands/agents/run-action.ts';
import type { AgentAction } from '../../../src/stores/agents/agent-action.ts';
import type { JournalEntry } from '../../../src/sync/writes/journal.ts';
import type { AgentVerdict as AnyAgentVerdict } from '../../../src/sync/writes/verdict.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { operationsFrom } from '../../helpers/journal-entries.ts';
import { listingOf, sampleAgent } from '../../helpers/sample-data.ts';
import { settle } from '../../helpers/virtual-clock.ts';

/** What these tests let be observed. */
type AgentVerdict = Omit<AnyAgentVerdict, 'moved'>;

let context: TestContext;

const dialogs = () => context.stores.view.getState().dialogs;
const undo = () => context.stores.agentRun.getState().undoable;

const agents = ['agent-1', 'agent-2', 'agent-3'].map((id) => sampleAgent(id));
const after = ({ id }: Agent, status: string) => sampleAgent(id, { status });

function confirmed(agent: Agent, status = 'suspended'): AgentVerdict {
  return { kind: 'confirmed', sentence: `Confirmed: ${agent.id}.`, after: after(agent, status) };
}

/** Suspends some agents with the verdicts that a function gives. */
function suspend(targets: readonly Agent[], judge: (agent: Agent) => AgentVerdict): Promise<void> {
  context.sync.judge = (request) => ('agent' in request ? judge(request.agent) : context.sync.verdict);
  return begin('suspend', targets);
}

function begin(action: AgentAction, targets: readonly Agent[]): Promise<void> {
  const plan = { action, agents: targets, skipped: [], filteredOut: [], offScreen: [], undoes: undefined };
  return startRun(context, plan, 'a reason');
}

/** What sends is loaded when it is first needed. */
async function acted(): Promise<void> {
  await vi.dynamicImportSettled();
  await settle();
}

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'agents' });
  context.stores.agents.setState({ data: listingOf(agents) });
});

it('turns back those that were confirmed, and no others', async () => {
  await suspend(agents, (agent) =>
    agent.id === 'agent-2' ? { kind: 'unknown', sentence: 'Unknown.' } : confirmed(agent),
  );
  context.stores.view.setState({ dialogs: [] });
  context.stores.agents.setState({
    data: listingOf([
      after(agents[0] as Agent, 'suspended'),
      agents[1] as Agent,
      after(agents[2] as Agent, 'suspended'),
    ]),
  });
  run(context, 'agents.undo');
  expect(openDialogOf(context, 'agent-question').plan).toMatchObject({
    action: 'reactivate',
    agents: [
      { id: 'agent-1', status: 'suspended' },
      { id: 'agent-3', status: 'suspended' },
    ],
    undoes: { reason: 'a reason', passedOver: [{ id: 'agent-2' }] },
  });
  context.sync.judge = (request) =>
    'agent' in request ? confirmed(request.agent, 'active') : context.sync.verdict;
  run(context, 'agent-question.yes');
  await acted();
  expect(context.sync.agentRequests.slice(3)).toMatchObject([
    { agent: { id: 'agent-1' }, status: 'active', isUndo: true },
    { agent: { id: 'agent-3' }, status: 'active', isUndo: true },
  ]);
  context.stores.view.setState({ dialogs: [] });
  run(context, 'agents.undo');
  expect(dialogs()).toEqual([]);
  expect(undo()).toBeUndefined();
});

it('keeps what could not be turned back', async () => {
  await suspend(agents.slice(0, 2), (agent) => confirmed(agent));
  context.stores.view.setState({ dialogs: [] });
  context.stores.agents.setState({ data: undefined });
  run(context, 'agents.undo');
  context.sync.judge = (request) =>
    'agent' in request && request.agent.id === 'agent-1'
      ? confirmed(request.agent, 'active')
      : { kind: 'refused', sentence: 'It changed.' };
  run(context, 'agent-question.yes');
  await acted();
  expect(undo()?.agents.map(({ id }) => id)).toEqual(['agent-2']);
});

it('of a reactivation suspends again, with a reason', async () => {
  context.sync.judge = (request) =>
    'agent' in request ? confirmed(request.agent, 'active') : context.sync.verdict;
  await begin('reactivate', [sampleAgent('agent-1', { status: 'suspended' })]);
  context.stores.agents.setState({ data: undefined });
  run(context, 'agents.undo');
  const dialog = openDialogOf(context, 'agent-action');
  expect(dialog.plan).toMatchObject({ action: 'suspend', agents: [{ id: 'agent-1', status: 'active' }] });
  answerAction(context, dialog, 'again');
  run(context, 'agent-question.yes');
  await acted();
  expect(context.sync.agentRequests.at(-1)).toMatchObject({
    status: 'suspended',
    reason: 'again',
    isUndo: true,
  });
});

it('says which later change it passes over, since that was not seen to have happened', async () => {
  const [first, second] = agents as [Agent, Agent];
  await suspend([first], confirmed);
  await context.clock.advance(1000);
  await suspend([second], () => ({ kind: 'unknown', sentence: 'Unknown.' }));
  context.stores.agents.setState({
    data: listingOf([after(first, 'suspended'), after(second, 'suspended')]),
  });
  run(context, 'agents.undo');
  expect(openDialogOf(context, 'agent-question').plan).toMatchObject({
    agents: [{ id: 'agent-1' }],
    undoes: { passedOver: [{ id: 'agent-2' }] },
  });
  context.stores.view.setState({ dialogs: [] });
  await suspend([second], confirmed);
  run(context, 'agents.undo');
  expect(openDialogOf(context, 'agent-question').plan).toMatchObject({
    agents: [{ id: 'agent-2' }],
    undoes: { passedOver: [] },
  });
});

it('is not possible for what was not confirmed, nor for a deletion', async () => {
  await suspend(agents.slice(0, 1), () => ({ kind: 'unknown', sentence: 'Unknown.' }));
  expect(undo()).toBeUndefined();
  context.stores.view.setState({ dialogs: [] });
  run(context, 'agents.undo');
  expect(context.stores.view.getState().messages[0]?.text).toBe(
    'Cannot undo: the change to build-1 was never confirmed. Check it, then press S.',
  );
  context.sync.judge = () => ({ kind: 'confirmed', sentence: 'Gone.', after: 'gone' });
  await begin('hard-delete', agents.slice(0, 1));
  expect(undo()).toBeUndefined();
  context.stores.view.setState({ dialogs: [] });
  run(context, 'agents.undo');
  expect(dialogs()).toEqual([]);
});

describe('what was done before this start', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const step = (operation: string, more: Partial<JournalEntry>) => ({
    operation,
    time: '2026-03-02T08:00:00.000Z',
    target: { id: operation, hostname: `host-of-${operation}`, generation: 1 },
    before: { status: 'active', hostname: `host-of-${operation}`, generation: 1 },
    ...more,
  });
  const change = (operation: string, verdict: JournalEntry['verdict'], more: Partial<JournalEntry> = {}) => [
    step(operation, more),
    step(operation, { step: 'sending', ...more }),
    ...(verdict === undefined
      ? []
      : [
          step(operation, {
            ...more,
            step: 'verdict',
            verdict,
            after: { status: 'suspended', last_seen_at: '2026-03-02T07:00:00Z' },
          }),
        ]),
  ];

  async function undoOf(...entries: readonly (readonly Partial<JournalEntry>[])[]) {
    context.sync.journal = { operations: operationsFrom(...entries.flat()), damaged: 0 };
    context.stores.agents.setState({ data: undefined });
    run(context, 'agents.undo');
    await acted();
    return context.stores.view.getState().messages[0]?.text;
  }

  it('is undone as it was seen after it, the last one first', async () => {
    await undoOf(
      change('agent-1', 'confirmed'),
      change('agent-2', 'confirmed'),
      change('agent-3', 'refused'),
      change('agent-4', 'confirmed', { action: 'delete' }),
      [step('agent-5', {})],
    );
    expect(openDialogOf(context, 'agent-question').plan).toMatchObject({
      action: 'reactivate',
      agents: [{ id: 'agent-2', hostname: 'host-of-agent-2', generation: 1, status: 'suspended' }],
      undoes: { isOfBefore: true, reason: 'mining', at: Date.UTC(2026, 2, 2, 8), passedOver: [] },
    });
    context.sync.judge = () => context.sync.verdict;
    run(context, 'agent-question.yes');
    await acted();
    expect(context.sync.agentRequests).toMatchObject([
      { agent: { id: 'agent-2', status: 'suspended' }, status: 'active', isUndo: true },
    ]);
  });

  it('is shown as the list has it, where nothing that counts has changed', async () => {
    const about = { hostname: 'host-of-agent-1', generation: 1, status: 'suspended' };
    const listed = sampleAgent('agent-1', { ...about, last_seen_at: '2026-03-02T08:59:00Z' });
    context.sync.journal = { operations: operationsFrom(...change('agent-1', 'confirmed')), damaged: 0 };
    context.stores.agents.setState({ data: listingOf([listed]) });
    run(context, 'agents.undo');
    await acted();
    expect(openDialogOf(context, 'agent-question').plan.agents).toEqual([listed]);
  });

  it('names what came after it and is not known', async () => {
    await undoOf(change('agent-1', 'confirmed'), change('agent-2', 'unknown'), change('agent-3', undefined));
    expect(openDialogOf(context, 'agent-question').plan).toMatchObject({
      agents: [{ id: 'agent-1' }],
      undoes: { passedOver: [{ id: 'agent-3' }, { id: 'agent-2' }] },
    });
  });

  it.each([
    [
      'nothing was done',
      [],
      'no agent was suspended or reactivated in this organization from this host within a day',
    ],
    [
      'it was an undoing',
      [change('agent-1', 'confirmed', { undo: true })],
      'the last change, of host-of-agent-1, was an undoing',
    ],
    ['it is not known', [change('agent-1', 'unknown')], 'the change to host-of-agent-1 was never confirmed'],
    [
      'it was too long ago',
      [change('agent-1', 'confirmed', { time: new Date(Date.UTC(2026, 2, 2, 9) - DAY - 1).toISOString() })],
      'no agent was',
    ],
  ])('is not undone where %s', async (_what, entries, words) => {
    expect(await undoOf(...entries)).toContain(words);
    expect(dialogs()).toEqual([]);
  });

  it('is not undone where somebody else did it, or the journal cannot be read', async () => {
    const operations = operationsFrom(...change('agent-1', 'confirmed')).map((each) => ({
      ...each,
      isOwn: false,
    }));
    context.sync.journal = { operations, damaged: 0 };
    run(context, 'agents.undo');
    await acted();
    expect(context.stores.view.getState().messages[0]?.text).toContain('There is nothing to undo');
    context.sync.readJournal = () => Promise.reject(new Error('The journal is a link.'));
    run(context, 'agents.undo');
    await acted();
    expect(context.stores.view.getState().messages[0]?.text).toContain('The journal is a link.');
    expect(dialogs()).toEqual([]);
  });
});
