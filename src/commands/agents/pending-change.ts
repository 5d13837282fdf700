import type { Agent } from '../../contract/agent.ts';
import type { AgentAction } from '../../stores/agents/agent-action.ts';
import type { Stores } from '../../stores/stores.ts';

/**
 * What may yet undo that an agent is as an action would make it, as a sentence with a space before it: a suspension or
 * reactivation of this console's of which nobody knows what became. Empty when there is none.
 */
export function describePendingChange(
  { agentRun }: Pick<Stores, 'agentRun'>,
  { id }: Agent,
  action: AgentAction,
): string {
  const pending = agentRun
    .getState()
    .unconfirmed.find((each) => each.agent.id === id && each.action !== action);
  return pending === undefined
    ? ''
    : ` But an earlier change of it (${pending.action}) was not confirmed, and the server may still apply it: look at it again later.`;
}
