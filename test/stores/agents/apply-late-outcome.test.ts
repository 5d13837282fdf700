import { expect, it } from 'vitest';

import {
  createAgentRunStore,
  type AgentRun,
  type UnconfirmedChange,
} from '../../../src/stores/agents/agent-run.ts';
import { applyLateOutcome } from '../../../src/stores/agents/apply-late-outcome.ts';
import { sampleAgent } from '../../helpers/sample-data.ts';

const SENTENCE = 'Confirmed late: build-1 is suspended.';
const after = sampleAgent('agent-1', { status: 'suspended' });

function unconfirmed(at: number): UnconfirmedChange {
  return { agent: sampleAgent('agent-1'), action: 'suspend', reason: 'mining', at, operation: 'w1' };
}

it('is in the results of the run, which may not be sent once more', () => {
  const store = createAgentRunStore();
  const item = (operation: string) => ({
    agent: sampleAgent('agent-1'),
    state: 'unknown' as const,
    sentence: 'Unknown.',
    after: undefined,
    operation,
    mayResend: true,
    isStop: false,
  });
  const run: AgentRun = {
    action: 'suspend',
    reason: '',
    isUndo: false,
    items: [item('w1'), item('w2')],
    phase: 'done',
    stop: undefined,
    startedAt: 0,
    pace: { since: 0, from: 0 },
  };
  store.setState({ run });
  applyLateOutcome(store, 'w1', SENTENCE, after);
  expect(store.getState().run?.items).toMatchObject([
    { state: 'confirmed', sentence: SENTENCE, after, mayResend: false },
    { state: 'unknown', mayResend: true },
  ]);
  const { items } = store.getState().run ?? run;
  applyLateOutcome(store, 'w9', SENTENCE, after);
  expect(store.getState().run?.items).toBe(items);
});

it.each([
  ['alone', undefined, ['agent-1']],
  ['after another one', 1, ['agent-1']],
  ['with others of its run', 2, ['agent-0', 'agent-1']],
  ['before another one, which stays the last', 3, ['agent-0']],
])('can be undone when it was done %s', (_when, at, ids) => {
  const store = createAgentRunStore();
  const undoable = { action: 'suspend', reason: 'mining', agents: [sampleAgent('agent-0')] } as const;
  store.setState({
    unconfirmed: [unconfirmed(2)],
    undoable: at === undefined ? undefined : { ...undoable, at },
  });
  applyLateOutcome(store, 'w1', SENTENCE, after);
  expect(store.getState().unconfirmed).toEqual([]);
  expect(store.getState().undoable?.agents.map(({ id }) => id)).toEqual(ids);
});
