import type { Agent } from '../../contract/agent.ts';
import { hasDesiredStatus } from './agent-action.ts';
import type { AgentRun, RunItem } from './agent-run.ts';

/**
 * How the list shows an agent that is as requested by now, though that was not seen right after the write; undefined for all
 * others. Who made it so is not known: the write may have been carried out late, or somebody else has done the same.
 */
export function laterState(
  { agent, state }: RunItem,
  { action }: Pick<AgentRun, 'action'>,
  byId: ReadonlyMap<string, Agent>,
): Agent | 'gone' | undefined {
  if ((state !== 'unknown' && state !== 'contradicted') || byId.size === 0) {
    return undefined;
  }
  const now = byId.get(agent.id) ?? 'gone';
  const isSame = now === 'gone' || now.generation === agent.generation;
  return isSame && hasDesiredStatus(now, action) ? now : undefined;
}
