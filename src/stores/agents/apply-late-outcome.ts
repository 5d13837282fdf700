import type { Agent } from '../../contract/agent.ts';
import type { Policy } from '../../contract/policy.ts';
import type { AgentRunState, AgentRunStore, ItemState, RunItem, Undoable } from './agent-run.ts';

type AnyState = Agent | 'gone' | Policy;

/**
 * Takes note that a write of agents which was not confirmed took effect after all: in the results of its run, and in what can be
 * undone. One that the server refused stays so. Does nothing for a write that neither has.
 */
export function applyLateOutcome(
  agentRun: AgentRunStore,
  operation: string,
  sentence: string,
  after: AnyState,
  { state = 'confirmed', at }: { readonly state?: ItemState | undefined; readonly at?: number } = {},
): void {
  const agent = agentIn(after);
  agentRun.setState(({ run, unconfirmed, undoable }) => {
    const missed = unconfirmed.find((each) => each.operation === operation);
    const left = stillSo(undoable, agent);
    return {
      run: withResult(run, operation, { state, sentence, saidAt: at, after: agent ?? 'gone' }),
      unconfirmed: missed === undefined ? unconfirmed : unconfirmed.filter((each) => each !== missed),
      undoable:
        missed === undefined || agent === undefined || (left?.at ?? missed.at) > missed.at
          ? left
          : {
              action: missed.action,
              reason: missed.reason,
              at: missed.at,
              agents: left?.at === missed.at ? [...left.agents, agent] : [agent],
            },
    };
  });
}

/**
 * Takes note that what a confirmed write of agents had brought about is so no more: its result is a problem then, and there is
 * nothing of it to be undone.
 */
export function noteOverturned(
  agentRun: AgentRunStore,
  operation: string,
  sentence: string,
  after: AnyState,
  at?: number,
): void {
  const agent = agentIn(after);
  agentRun.setState(({ run, undoable }) => ({
    run: withResult(run, operation, {
      state: 'contradicted',
      sentence,
      saidAt: at,
      after: agent ?? 'gone',
    }),
    undoable: stillSo(undoable, agent),
  }));
}

function agentIn(state: AnyState): Agent | undefined {
  return state === 'gone' || !('id' in state) ? undefined : state;
}

function withResult(
  run: AgentRunState['run'],
  operation: string,
  result: Pick<RunItem, 'state' | 'sentence' | 'saidAt' | 'after'>,
): AgentRunState['run'] {
  return run?.items.some((item) => item.operation === operation)
    ? {
        ...run,
        items: run.items.map((item) =>
          item.operation === operation ? { ...item, ...result, mayResend: false } : item,
        ),
      }
    : run;
}

/** What is left to be undone once an agent is seen: it is not, where its status is another one than it was changed to. */
function stillSo(undoable: Undoable | undefined, seen: Agent | undefined): Undoable | undefined {
  const agents = undoable?.agents.filter(({ id, status }) => id !== seen?.id || status === seen.status) ?? [];
  return undoable === undefined || agents.length === 0 ? undefined : { ...undoable, agents };
}
