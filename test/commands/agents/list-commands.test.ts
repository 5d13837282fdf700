import { beforeEach, describe, expect, it } from 'vitest';

import { selectedAgent } from '../../../src/commands/agents/selected-agent.ts';
import { selectVisibleAgents } from '../../../src/stores/agents/select-agents.ts';
import { updatePane } from '../../../src/stores/view-store.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { listingOf, sampleAgent } from '../../helpers/sample-data.ts';
import { settle } from '../../helpers/virtual-clock.ts';

let context: TestContext;

const notice = () => context.stores.view.getState().notice;
const dialogs = () => context.stores.view.getState().dialogs;

function showAgents(...agents: readonly ReturnType<typeof sampleAgent>[]): void {
  context.stores.agents.setState({ data: listingOf(agents) });
}

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'agents' });
  showAgents(sampleAgent('agent-1'), sampleAgent('agent-2'), sampleAgent('agent-3', { status: 'suspended' }));
});

describe('suspending', () => {
  it('asks for a reason, names the machine, and tells the verdict', async () => {
    updatePane(context.stores.view, 'agents', { cursor: 'agent-2' });
    run(context, 'agents.change-status');
    const dialog = openDialogOf(context, 'text');
    expect(dialog.dangerous).toBe(true);
    expect(dialog.lines).toContainEqual({ label: 'host', value: 'build-2' });
    expect(dialog.findProblem('')).toBeUndefined();
    dialog.submit('stolen laptop');
    expect(notice()?.text).toBe('Suspending build-2');
    await settle();
    expect(context.sync.agentRequests).toMatchObject([
      { agent: { id: 'agent-2' }, status: 'suspended', reason: 'stolen laptop' },
    ]);
    expect(notice()).toMatchObject({ tone: 'good', text: context.sync.verdict.sentence });
  });

  it('stays with the agent that it was opened for, whatever the list does meanwhile', async () => {
    updatePane(context.stores.view, 'agents', { cursor: 'agent-2' });
    run(context, 'agents.change-status');
    const dialog = openDialogOf(context, 'text');
    showAgents(sampleAgent('agent-0'), sampleAgent('agent-1'));
    dialog.submit('');
    await settle();
    expect(context.sync.agentRequests[0]?.agent.id).toBe('agent-2');
  });

  it('says in red what was not confirmed', async () => {
    context.sync.verdict = { kind: 'unknown', sentence: 'Unknown: no answer.' };
    run(context, 'agents.change-status');
    openDialogOf(context, 'text').submit('');
    await settle();
    expect(notice()).toMatchObject({ tone: 'bad', text: 'Unknown: no answer.' });
  });
});

describe('reactivating', () => {
  it('asks yes or no and sends no reason', async () => {
    updatePane(context.stores.view, 'agents', { cursor: 'agent-3' });
    run(context, 'agents.change-status');
    openDialogOf(context, 'confirm');
    run(context, 'confirm.yes');
    expect(dialogs()).toEqual([]);
    await settle();
    expect(context.sync.agentRequests).toMatchObject([{ status: 'active', reason: '' }]);
  });

  it('sends nothing when it is answered with no', async () => {
    updatePane(context.stores.view, 'agents', { cursor: 'agent-3' });
    run(context, 'agents.change-status');
    run(context, 'confirm.close');
    await settle();
    expect(dialogs()).toEqual([]);
    expect(context.sync.agentRequests).toEqual([]);
  });
});

describe('a change that cannot be made', () => {
  it('is refused with a reason when the console is read-only', () => {
    context.stores.view.setState({ mode: 'read-only' });
    run(context, 'agents.change-status');
    expect(dialogs()).toEqual([]);
    expect(notice()).toMatchObject({ tone: 'plain', text: expect.stringContaining('read-only') as string });
  });

  it('is refused with a reason when there is no agent', () => {
    showAgents();
    run(context, 'agents.change-status');
    expect(dialogs()).toEqual([]);
    expect(notice()?.text).toBe('There is no agent under the cursor.');
  });

  it('is refused for an agent that is neither active nor suspended', () => {
    showAgents(sampleAgent('agent-1', { status: 'deleted' }));
    run(context, 'agents.change-status');
    expect(notice()?.text).toContain('deleted can be neither suspended nor reactivated');
  });
});

describe('the list of agents', () => {
  it('is narrowed to a flag from a menu', () => {
    run(context, 'agents.choose-flag');
    openDialogOf(context, 'choice').choose('suspended');
    expect(selectVisibleAgents(context.stores, context.clock.now()).map(({ id }) => id)).toEqual(['agent-3']);
    openDialogOf(context, 'choice').choose('');
    expect(selectVisibleAgents(context.stores, context.clock.now())).toHaveLength(3);
  });

  it('keeps its cursor on the same agent when others come and go', () => {
    run(context, 'list.down');
    expect(selectedAgent(context)?.id).toBe('agent-2');
    showAgents(sampleAgent('agent-0'), sampleAgent('agent-1'), sampleAgent('agent-2'));
    expect(selectedAgent(context)?.id).toBe('agent-2');
  });

  it('moves by rows, pages and ends, never past them', () => {
    showAgents(
      ...Array.from({ length: 30 }, (_, index) => sampleAgent(`agent-${String(index).padStart(2, '0')}`)),
    );
    context.stores.view.setState({ pageSize: 11 });
    const moves: readonly [string, string][] = [
      ['list.up', 'agent-00'],
      ['list.page-down', 'agent-10'],
      ['list.half-down', 'agent-15'],
      ['list.down', 'agent-16'],
      ['list.half-up', 'agent-11'],
      ['list.page-up', 'agent-01'],
      ['list.last', 'agent-29'],
      ['list.page-down', 'agent-29'],
      ['list.first', 'agent-00'],
    ];
    for (const [command, expected] of moves) {
      run(context, command);
      expect([command, selectedAgent(context)?.id]).toEqual([command, expected]);
    }
  });

  it('scrolls the detail while that has the focus', () => {
    run(context, 'detail.toggle');
    run(context, 'focus.switch');
    run(context, 'list.down');
    run(context, 'list.down');
    expect(context.stores.view.getState()).toMatchObject({ focus: 'detail', detailTop: 2 });
    expect(selectedAgent(context)?.id).toBe('agent-1');
    run(context, 'list.first');
    expect(context.stores.view.getState().detailTop).toBe(0);
  });
});
