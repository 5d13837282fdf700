import type { Agent } from '../../contract/agent.ts';
import type { Policy } from '../../contract/policy.ts';
import type { AgentRunStore, RunItem } from './agent-run.ts';

/**
 * Takes note that a write of agents which was unknown has landed: in the results of its run, and in what can be undone. Does
 * nothing for a write of which neither tells.
 */
export function noteLanded(
  agentRun: AgentRunStore,
  operation: string,
  sentence: string,
  after: Agent | 'gone' | Policy,
): void {
  const agent = after === 'gone' || !('id' in after) ? undefined : after;
  agentRun.setState(({ run, unseen, undoable }) => {
    const change: Partial<RunItem> = {
      state: 'confirmed',
      sentence,
      mayResend: false,
      after: agent ?? 'gone',
    };
    const missed = unseen.find((each) => each.operation === operation);
    return {
      run: run?.items.some((item) => item.operation === operation)
        ? {
            ...run,
            items: run.items.map((item) => (item.operation === operation ? { ...item, ...change } : item)),
          }
        : run,
      unseen: missed === undefined ? unseen : unseen.filter((each) => each !== missed),
      undoable:
        missed === undefined || agent === undefined || (undoable?.at ?? missed.at) > missed.at
          ? undoable
          : {
              action: missed.action,
              reason: missed.reason,
              at: missed.at,
              agents: undoable?.at === missed.at ? [...undoable.agents, agent] : [agent],
            },
    };
  });
}
