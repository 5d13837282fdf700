import { beforeEach, describe, expect, it } from 'vitest';

import { selectedAgent } from '../../../src/commands/agents/selected-agent.ts';
import { selectVisibleAgents } from '../../../src/stores/agents/select-agents.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { listingOf, sampleAgent } from '../../helpers/sample-data.ts';

let context: TestContext;

function showAgents(...agents: readonly ReturnType<typeof sampleAgent>[]): void {
  context.stores.agents.setState({ data: listingOf(agents) });
}

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'agents' });
  showAgents(sampleAgent('agent-1'), sampleAgent('agent-2'), sampleAgent('agent-3', { status: 'suspended' }));
});

describe('the list of agents', () => {
  it('is narrowed to a flag from a menu', () => {
    run(context, 'agents.choose-flag');
    void openDialogOf(context, 'choice').choose('suspended');
    expect(selectVisibleAgents(context.stores, context.clock.now()).map(({ id }) => id)).toEqual(['agent-3']);
    void openDialogOf(context, 'choice').choose('');
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
