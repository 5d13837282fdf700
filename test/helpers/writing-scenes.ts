import type { Agent } from '../../src/contract/agent.ts';
import { agentsById } from '../../src/stores/agents/agent-action.ts';
import type { AgentRun, RunItem } from '../../src/stores/agents/agent-run.ts';
import type { Stores } from '../../src/stores/stores.ts';
import { updatePane } from '../../src/stores/view/view-store.ts';
import type { Tab } from '../../src/stores/base/tab.ts';
import type { TestContext } from './command-context.ts';
import { NOW, samplePolicy } from './sample-data.ts';

export const ENTER = '\r';
const DOWN = '\u001b[B';

/** The keys of a dialog that ends in a write. */
export interface WritingScene {
  readonly name: string;
  readonly tab: Tab;
  readonly keys: readonly string[];
  readonly mode?: 'read-only';
  /** What there is before the first key. */
  readonly prepare?: (context: TestContext) => void;
  /** How many writes the keys lead to when they are typed slowly. */
  readonly writes: 0 | 1 | 2;
}

/** Every dialog that ends in a write, quitting in the midst of one among them. */
export const WRITING_SCENES: readonly WritingScene[] = [
  { name: 'a filter', tab: 'agents', keys: [...'/DESKTOP', ENTER], writes: 0 },
  {
    name: 'unlocking, without a y',
    tab: 'agents',
    keys: [...':unlock', ENTER, ENTER],
    mode: 'read-only',
    writes: 0,
  },
  {
    name: 'unlocking',
    tab: 'agents',
    keys: [...':unlock', ENTER, 'j', ENTER, 'y'],
    mode: 'read-only',
    writes: 1,
  },
  { name: 'suspending', tab: 'agents', keys: ['S', ...'odd', ENTER, 'y'], writes: 1 },
  { name: 'suspending, with Enter for a yes', tab: 'agents', keys: ['S', ENTER, ENTER, ENTER], writes: 0 },
  { name: 'reactivating', tab: 'agents', keys: [...'jjjSy'], writes: 1 },
  { name: 'suspending marked ones', tab: 'agents', keys: [' ', ' ', 'S', ENTER, ENTER, 'y'], writes: 2 },
  {
    name: 'deleting softly',
    tab: 'agents',
    keys: ['D', 'j', ENTER, 'x', ENTER, ...'delete', ENTER, 'y'],
    writes: 1,
  },
  {
    name: 'deleting for good',
    tab: 'agents',
    keys: ['D', 'j', 'j', ENTER, ENTER, ...'build-00', ENTER, 'y'],
    writes: 1,
  },
  {
    name: 'from an event',
    tab: 'events',
    keys: ['o', ...Array<string>(6).fill(DOWN), ENTER, 'x', ENTER, 'y'],
    writes: 1,
  },
  {
    name: 'a session',
    tab: 'sessions',
    keys: ['o', ...Array<string>(4).fill(DOWN), ENTER, ENTER, 'y'],
    writes: 1,
  },
  {
    name: 'undoing',
    tab: 'agents',
    keys: [...':undo', ENTER, 'y'],
    prepare: ({ stores }) =>
      stores.agentRun.setState({
        undoable: { action: 'suspend', agents: agentsOf(stores, 'agent-3'), reason: 'odd', at: NOW },
      }),
    writes: 1,
  },
  {
    name: 'going on with an action',
    tab: 'agents',
    keys: [...':results', ENTER, 'r', 'y'],
    prepare: (context) => haveRun(context, { phase: 'cancelled', state: 'waiting' }),
    writes: 1,
  },
  {
    name: 'sending an action again',
    tab: 'agents',
    keys: [...':results', ENTER, 's', 'y'],
    prepare: (context) => haveRun(context, { phase: 'done', state: 'unknown', mayResend: true }),
    writes: 1,
  },
  {
    name: 'quitting in the midst of an action',
    tab: 'agents',
    keys: ['q', 'y'],
    prepare: (context) => haveRun(context, { phase: 'running', state: 'under way' }),
    writes: 1,
  },
  { name: 'writing the policy', tab: 'policy', keys: [...'++Wy'], writes: 1 },
  { name: 'blocking the package of an event', tab: 'events', keys: [...'By'], writes: 1 },
  { name: 'blocking a package from a page of details', tab: 'agents', keys: [ENTER, 'B', 'y'], writes: 1 },
  {
    name: 'restoring an earlier version',
    tab: 'policy',
    keys: [...'ZRy'],
    prepare: ({ versions }) =>
      versions.push({ id: 'earlier', seenAt: NOW, policy: samplePolicy({ min_scorecard: 6 }) }),
    writes: 1,
  },
  {
    name: 'a rule in conflict',
    tab: 'policy',
    keys: [ENTER, ENTER, 'W', 'y'],
    prepare: ({ stores }) =>
      stores.policyDraft.replace(samplePolicy({ min_scorecard: 1 }), { min_scorecard: 6 }),
    writes: 1,
  },
  {
    name: 'a list in conflict',
    tab: 'policy',
    keys: [ENTER, 'm', ENTER, 'W', '1', 'y'],
    prepare({ stores }) {
      const mallory = (reason: string) => ({ blocked_maintainers: [{ name: 'mallory', reason }] });
      stores.policyDraft.replace(samplePolicy({}, mallory('base')), mallory('mine'));
      updatePane(stores.view, 'policy', { cursor: 'blocked_maintainers' });
    },
    writes: 1,
  },
];

function agentsOf({ agents }: Stores, id: string): readonly Agent[] {
  const agent = agentsById(agents.getState().data).get(id);
  return agent === undefined ? [] : [agent];
}

/** An action on an agent, and how far it has come. */
function haveRun(
  { stores }: TestContext,
  { phase, state, mayResend = false }: Pick<AgentRun, 'phase'> & Partial<RunItem>,
): void {
  const items = agentsOf(stores, 'agent-1').map((agent): RunItem => ({
    agent,
    state: state ?? 'waiting',
    sentence: '',
    after: undefined,
    operation: undefined,
    mayResend,
    isStop: false,
  }));
  stores.agentRun.setState({
    run: {
      action: 'suspend',
      reason: '',
      isUndo: false,
      items,
      phase,
      stop: undefined,
      startedAt: NOW,
      pace: { since: 0, from: 0 },
    },
  });
}
