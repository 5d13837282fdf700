import { beforeEach, describe, expect, it, vi } from 'vitest';

import {
  answerAction,
  askForAction,
  findProblem,
  refusalOf,
} from '../../../src/commands/agents/ask-for-action.ts';
import type { AgentAction } from '../../../src/stores/agents/agent-action.ts';
import { selectVisibleAgents } from '../../../src/stores/agents/select-agents.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { listingOf, sampleAgent } from '../../helpers/sample-data.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { settle } from '../../helpers/virtual-clock.ts';

let context: TestContext;

const notice = () => context.stores.view.getState().notice?.text;
const dialogs = () => context.stores.view.getState().dialogs;
const choices = () => openDialogOf(context, 'choice').choices.map(({ label }) => label);

function showAgents(...agents: readonly ReturnType<typeof sampleAgent>[]): void {
  context.stores.agents.setState({ data: listingOf(agents) });
}

function put(cursor: string, ...marks: readonly string[]): void {
  updatePane(context.stores.view, 'agents', { cursor, marks: new Set(marks) });
}

/** Chooses from the open menu what begins so; the menu closes before it is acted on, as on the screen. */
function choose(beginning: string): void {
  const { choices: offered, choose: take } = openDialogOf(context, 'choice');
  const chosen = offered.find(({ label }) => label.startsWith(beginning));
  context.stores.view.setState({ dialogs: [] });
  void take(chosen?.value ?? `nothing begins with ${beginning}`);
}

/** Types into the open dialog and presses Enter. */
function answer(text: string): void {
  answerAction(context, openDialogOf(context, 'agent-action'), text);
}

/** Answers the question that follows with yes. */
function agree(): void {
  run(context, 'agent-question.yes');
}

/** What sends is loaded when it is first needed. */
async function acted(): Promise<void> {
  await vi.dynamicImportSettled();
  await settle();
}

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'agents', shown: { top: 0, end: 10 } });
  showAgents(
    sampleAgent('agent-1'),
    sampleAgent('agent-2'),
    sampleAgent('agent-3', { status: 'suspended' }),
    sampleAgent('agent-4', { status: 'deleted' }),
  );
});

describe('suspending the agent under the cursor', () => {
  it('asks for a reason, then for a y, and sends it with the agent as it was', async () => {
    put('agent-2');
    run(context, 'agents.change-status');
    expect(openDialogOf(context, 'agent-action')).toMatchObject({
      step: 'reason',
      plan: { action: 'suspend', agents: [{ id: 'agent-2' }], skipped: [] },
    });
    answer(' stolen laptop ');
    expect(openDialogOf(context, 'agent-question')).toMatchObject({ reason: 'stolen laptop' });
    await acted();
    expect(context.sync.agentRequests).toEqual([]);
    agree();
    expect(dialogs()).toEqual([]);
    expect(notice()).toBe('Suspending build-2');
    await acted();
    expect(context.sync.agentRequests).toMatchObject([
      { agent: { id: 'agent-2', status: 'active' }, status: 'suspended', reason: 'stolen laptop' },
    ]);
    expect(context.sync.agentRequests[0]).not.toHaveProperty('inBulk');
    expect(notice()).toBe(context.sync.verdict.sentence);
  });

  it('stays with the agent that it was opened for, whatever the list does meanwhile', async () => {
    put('agent-2');
    run(context, 'agents.change-status');
    showAgents(sampleAgent('agent-0'), sampleAgent('agent-2'), sampleAgent('agent-1'));
    put('agent-0');
    answer('');
    agree();
    await acted();
    expect(context.sync.agentRequests).toMatchObject([{ agent: { id: 'agent-2' } }]);
  });

  it('is refused when the agent changes while the question is open', async () => {
    put('agent-2');
    run(context, 'agents.change-status');
    answer('');
    showAgents(sampleAgent('agent-2', { generation: 2 }));
    agree();
    await acted();
    expect(notice()).toContain('build-2 changed since it was chosen');
    expect(context.sync.agentRequests).toEqual([]);
  });

  it.each([
    ['is suspended by somebody else', { status: 'suspended' }],
    ['is another one under the same id', { generation: 2 }],
    ['is on another machine', { hostname: 'build-9' }],
  ])('is refused when the agent %s meanwhile', async (_what, change) => {
    put('agent-2');
    run(context, 'agents.change-status');
    showAgents(sampleAgent('agent-2', change));
    answer('');
    await acted();
    expect(notice()).toContain('build-2 changed since it was chosen');
    expect(context.sync.agentRequests).toEqual([]);
    expect(openDialogOf(context, 'agent-action').plan.agents).toMatchObject([{ id: 'agent-2' }]);
  });

  it('is refused when the agent is listed no more', () => {
    put('agent-2');
    run(context, 'agents.change-status');
    const { plan } = openDialogOf(context, 'agent-action');
    expect(refusalOf(context, plan)).toBeUndefined();
    showAgents(sampleAgent('agent-1'));
    expect(refusalOf(context, plan)).toContain('changed since it was chosen');
  });

  it('is refused in words while another action is under way', async () => {
    const verdict = Promise.withResolvers<typeof context.sync.verdict>();
    context.sync.judge = () => verdict.promise;
    put('agent-1');
    run(context, 'agents.change-status');
    answer('');
    agree();
    put('agent-2');
    run(context, 'agents.change-status');
    expect(dialogs()).toEqual([]);
    expect(notice()).toBe(
      'Suspending is under way: 0 of 1 done. A second action waits until it has ended; :results shows it.',
    );
    verdict.resolve(context.sync.verdict);
    await acted();
    run(context, 'agents.change-status');
    expect(openDialogOf(context, 'agent-action').plan.agents).toMatchObject([{ id: 'agent-2' }]);
  });

  it('is refused when the console was locked while its dialog was open', async () => {
    put('agent-1');
    run(context, 'agents.change-status');
    run(context, 'mode.lock');
    answer('');
    await acted();
    expect(context.stores.view.getState().dialogs.map(({ kind }) => kind)).toEqual([
      'agent-action',
      'choice',
    ]);
    expect(context.sync.agentRequests).toEqual([]);
  });
});

describe('reactivating the agent under the cursor', () => {
  it('asks for a y', async () => {
    put('agent-3');
    run(context, 'agents.change-status');
    expect(openDialogOf(context, 'agent-question').plan.action).toBe('reactivate');
    run(context, 'agent-question.yes');
    expect(dialogs()).toEqual([]);
    await acted();
    expect(context.sync.agentRequests).toMatchObject([{ agent: { id: 'agent-3' }, status: 'active' }]);
  });

  it('sends nothing when it is answered with no', async () => {
    put('agent-3');
    run(context, 'agents.change-status');
    run(context, 'agent-question.close');
    await acted();
    expect(dialogs()).toEqual([]);
    expect(context.sync.agentRequests).toEqual([]);
  });
});

describe('deleting', () => {
  it('offers to cancel first, then softly, then for good', () => {
    put('agent-1');
    run(context, 'agents.delete');
    expect(choices()).toEqual(['Cancel: delete nothing', 'Soft delete build-1', 'Hard delete build-1']);
    choose('Cancel');
    expect(dialogs()).toEqual([]);
  });

  it.each([
    ['Soft delete', 'delete', false],
    ['Hard delete', 'build-1', true],
  ])('%s asks for a reason and has %s typed', async (offer, phrase, hard) => {
    put('agent-1');
    run(context, 'agents.delete');
    choose(offer);
    answer('sold');
    expect(openDialogOf(context, 'agent-action')).toMatchObject({ step: 'confirmation', reason: 'sold' });
    answer('Delete!');
    await acted();
    expect(context.sync.deletionRequests).toEqual([]);
    answer(phrase);
    await acted();
    expect(context.sync.deletionRequests).toEqual([]);
    agree();
    await acted();
    expect(context.sync.deletionRequests).toMatchObject([{ agent: { id: 'agent-1' }, hard, reason: 'sold' }]);
  });

  it.each(['Soft delete', 'Hard delete'])('%s is cancelled by Enter alone', async (offer) => {
    put('agent-1');
    run(context, 'agents.delete');
    choose(offer);
    answer('');
    answer('');
    await acted();
    expect(dialogs()).toEqual([]);
    expect(notice()).toBe('Cancelled: nothing was sent.');
    expect(context.sync.deletionRequests).toEqual([]);
  });

  it('has the number typed for several', async () => {
    put('agent-1', 'agent-1', 'agent-2', 'agent-3');
    run(context, 'agents.delete');
    choose('Hard delete the 3 marked');
    answer('');
    const { plan } = openDialogOf(context, 'agent-action');
    expect(findProblem(plan, 'confirmation', 'delete')).toBe('This is not delete 3 to the letter.');
    expect(findProblem(plan, 'confirmation', 'build-1')).toBeDefined();
    answer('delete 3');
    agree();
    await acted();
    expect(context.sync.deletionRequests.map(({ agent, inBulk }) => [agent.id, inBulk])).toEqual([
      ['agent-1', true],
      ['agent-2', true],
      ['agent-3', true],
    ]);
  });

  it.each([
    ['an id where the name cannot be typed', { hostname: 'buіld-1' }, 'agent-1'],
    ['an id where there is no name', { hostname: undefined }, 'agent-1'],
    ['an id where the name ends in a blank', { hostname: 'build-1 ' }, 'agent-1'],
  ])('has %s', (_what, fields, phrase) => {
    showAgents(sampleAgent('agent-1', fields));
    run(context, 'agents.delete');
    choose('Hard delete');
    answer('');
    const { plan } = openDialogOf(context, 'agent-action');
    expect(findProblem(plan, 'confirmation', phrase)).toBeUndefined();
    expect(findProblem(plan, 'confirmation', 'delete')).toBeDefined();
  });

  it('offers an agent that is deleted already only to be removed for good', () => {
    put('agent-4');
    run(context, 'agents.delete');
    expect(choices()).toEqual(['Cancel: delete nothing', 'Hard delete build-4']);
  });
});

describe('several agents', () => {
  it('are offered when some are marked, with those that need no change left alone', () => {
    put('agent-1', 'agent-1', 'agent-2', 'agent-3');
    run(context, 'agents.change-status');
    expect(choices()).toEqual([
      'Suspend the 3 marked: 2, and 1 left as they are',
      'Reactivate the 3 marked: 1, and 2 left as they are',
      'Suspend build-1',
    ]);
    choose('Suspend the 3');
    expect(openDialogOf(context, 'agent-action').plan).toMatchObject({
      agents: [{ id: 'agent-1' }, { id: 'agent-2' }],
      skipped: [{ id: 'agent-3' }],
    });
  });

  it('are offered when a filter is set, and those that are not seen are named', () => {
    showAgents(
      ...Array.from({ length: 30 }, (_, index) => sampleAgent(`agent-${String(index).padStart(2, '0')}`)),
    );
    put('agent-00', 'agent-01', 'agent-29');
    updatePane(context.stores.view, 'agents', { text: 'host:build-0*' });
    context.stores.view.setState({ shown: { top: 0, end: 6 } });
    run(context, 'agents.change-status');
    expect(choices()).toEqual([
      'Suspend the 2 marked (1 filtered out: build-29)',
      'Suspend build-00',
      'Suspend all 10 that match the filter (4 off the screen: build-06, build-07, build-08 and 1 more)',
    ]);
    choose('Suspend all 10');
    expect(openDialogOf(context, 'agent-action').plan.offScreen).toHaveLength(4);
  });

  it('are not all that match while it is still looked which do', () => {
    const slices = new ManualSlices();
    context = createTestContext({ slices });
    context.stores.view.setState({ tab: 'agents', shown: { top: 0, end: 10 } });
    showAgents(...Array.from({ length: 3000 }, (_, index) => sampleAgent(`agent-${index}`)));
    selectVisibleAgents(context.stores, context.clock.now());
    slices.runAll();
    updatePane(context.stores.view, 'agents', { text: 'host:build-1*', cursor: 'agent-1' });
    run(context, 'agents.change-status');
    expect(openDialogOf(context, 'agent-action').plan.agents).toMatchObject([{ id: 'agent-1' }]);
    slices.runAll();
    context.stores.view.setState({ dialogs: [] });
    run(context, 'agents.change-status');
    expect(choices().at(-1)).toMatch('that match the filter');
  });

  it('are all off the screen for who comes from another pane, where they were never shown', () => {
    context.stores.view.setState({ tab: 'events' });
    put('agent-1', 'agent-1', 'agent-2');
    run(context, 'tab.agents');
    run(context, 'agents.change-status');
    expect(choices()).toContain('Suspend the 2 marked (2 off the screen: build-1, build-2)');
  });

  it('come before the row that the cursor went on to, whose action may be the opposite one', () => {
    put('agent-3', 'agent-1', 'agent-2');
    run(context, 'agents.change-status');
    expect(choices()).toEqual(['Suspend the 2 marked', 'Reactivate build-3']);
  });

  it('are no choice when the only one that matches is the one under the cursor', () => {
    updatePane(context.stores.view, 'agents', { text: 'host:build-2' });
    put('agent-2');
    run(context, 'agents.change-status');
    expect(openDialogOf(context, 'agent-action').plan.agents).toMatchObject([{ id: 'agent-2' }]);
  });

  it('are no choice when the one that is marked is the one under the cursor', () => {
    put('agent-1', 'agent-1');
    run(context, 'agents.change-status');
    expect(openDialogOf(context, 'agent-action').plan.agents).toMatchObject([{ id: 'agent-1' }]);
  });

  it('are told of when none of them can be', () => {
    showAgents(sampleAgent('agent-4', { status: 'deleted' }), sampleAgent('agent-5', { status: 'deleted' }));
    put('agent-4', 'agent-4', 'agent-5');
    run(context, 'agents.change-status');
    expect(dialogs()).toEqual([]);
    expect(notice()).toBe('Nothing to do: build-4 is deleted.');
  });

  it('say when a suspension from here is to end that is there already, and how that is moved', () => {
    const agent = sampleAgent('agent-4', { status: 'suspended' });
    context.stores.suspensionEnds.setState({
      ends: [{ agent, until: Date.UTC(2026, 2, 2, 12), operation: 'w1', reason: '' }],
    });
    askForAction(context, {
      action: 'suspend',
      agents: [],
      skipped: [agent],
      filteredOut: [],
      offScreen: [],
      undoes: undefined,
    });
    expect(notice()).toBe(
      'Nothing to do: build-4 is suspended. Its end stays 2026-03-02 12:00:00Z; vigil agents suspend agent-4 --for 4h --write moves it.',
    );
  });
});

describe('an action that cannot be', () => {
  it.each(['agents.change-status', 'agents.delete'])('%s says how to unlock the console', (id) => {
    context.stores.view.setState({ mode: 'read-only' });
    run(context, id);
    expect(dialogs()).toEqual([]);
    expect(notice()).toMatch(/read-only.*:unlock/);
  });

  it.each(['agents.change-status', 'agents.delete'])('%s says that there is no agent', (id) => {
    showAgents();
    run(context, id);
    expect(notice()).toBe('There is no agent under the cursor.');
  });

  it('says that a deleted agent can be neither suspended nor reactivated', () => {
    put('agent-4');
    run(context, 'agents.change-status');
    expect(notice()).toContain('deleted can be neither suspended nor reactivated');
  });
});

it('sends each action as what it is', async () => {
  const sent: Record<AgentAction, () => unknown> = {
    suspend: () => context.sync.agentRequests.at(-1)?.status,
    reactivate: () => context.sync.agentRequests.at(-1)?.status,
    delete: () => context.sync.deletionRequests.at(-1)?.hard,
    'hard-delete': () => context.sync.deletionRequests.at(-1)?.hard,
  };
  put('agent-1', 'agent-1', 'agent-3');
  run(context, 'agents.change-status');
  choose('Suspend the 2');
  answer('');
  agree();
  await acted();
  expect(sent.suspend()).toBe('suspended');
  context.stores.view.setState({ dialogs: [] });
  run(context, 'agents.change-status');
  choose('Reactivate the 2');
  run(context, 'agent-question.yes');
  await acted();
  expect(sent.reactivate()).toBe('active');
  context.stores.view.setState({ dialogs: [] });
  run(context, 'agents.delete');
  choose('Soft delete the 2');
  answer('');
  answer('delete 2');
  agree();
  await acted();
  expect(sent.delete()).toBe(false);
});
