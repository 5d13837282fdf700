import { agentsById } from '../../../stores/agents/agent-action.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { JournalOperation } from '../journal.ts';
import type { AnyState } from '../write-of-steps.ts';
import type { Write } from '../write.ts';

/** What a write is about as it was read last: `another` when it has registered anew, undefined when that is not known. */
export function knownState(
  { agents, policy }: Pick<Stores, 'agents' | 'policy'>,
  operation: JournalOperation,
  write: Write<AnyState, unknown>,
): AnyState | 'another' | undefined {
  const [{ action, target }] = operation.steps;
  if (action === 'policy') {
    return policy.getState().data;
  }
  const { data } = agents.getState();
  const agent = agentsById(data).get(target.id ?? '');
  if (agent !== undefined) {
    return isSameAgent(operation, agent) ? agent : 'another';
  }
  if (data === undefined || data.reading !== undefined || data.damaged.length > 0) {
    return undefined;
  }
  const isWhole = data.doubt === undefined && data.rows.length >= (data.total ?? 0);
  return !isWhole ? undefined : write.isReached('gone') ? 'gone' : 'another';
}

/** Whether an agent is the one that a write is about, and has not registered anew since. */
export function isSameAgent({ steps: [{ target }] }: JournalOperation, state: AnyState): boolean {
  return (
    state !== 'gone' &&
    'id' in state &&
    state.id === target.id &&
    state.generation === target.generation &&
    state.hostname === target.hostname
  );
}
