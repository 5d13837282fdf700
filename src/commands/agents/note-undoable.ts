import type { AgentRun } from '../../stores/agents/agent-run.ts';
import type { Stores } from '../../stores/stores.ts';

/**
 * Takes note of what a run that has ended lets be undone: the agents that were seen to have changed, and beside them those
 * of which that was not seen although it was sent. What is undone is no longer undoable.
 */
export function noteUndoable(
  { agentRun }: Pick<Stores, 'agentRun'>,
  { action, reason, items, isUndo, startedAt: at }: AgentRun,
): void {
  if (action !== 'suspend' && action !== 'reactivate') {
    return;
  }
  const confirmed = items.filter(({ state }) => state === 'confirmed');
  const ids = new Set(confirmed.map(({ agent }) => agent.id));
  if (isUndo) {
    agentRun.setState(({ undoable, unconfirmed }) => {
      const agents = undoable?.agents.filter(({ id }) => !ids.has(id)) ?? [];
      return {
        undoable: undoable && agents.length > 0 ? { ...undoable, agents } : undefined,
        unconfirmed: unconfirmed.filter(({ agent }) => !ids.has(agent.id)),
      };
    });
    return;
  }
  const inRun = new Set(items.map(({ agent }) => agent.id));
  const missed = items.filter(({ state }) => state === 'unknown' || state === 'contradicted');
  agentRun.setState(({ unconfirmed }) => ({
    unconfirmed: [
      ...unconfirmed.filter(({ agent, at: then }) => !inRun.has(agent.id) && (ids.size === 0 || then >= at)),
      ...missed.map(({ agent, operation }) => ({ agent, action, reason, at, operation })),
    ],
  }));
  if (confirmed.length > 0) {
    const agents = confirmed.flatMap(({ after }) => (after === undefined || after === 'gone' ? [] : [after]));
    agentRun.setState({ undoable: { action, reason, at, agents } });
  }
}
