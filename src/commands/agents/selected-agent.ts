import type { Agent } from '../../contract/agent.ts';
import { selectVisibleAgents } from '../../stores/agents/select-agents.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { visibleRows } from '../../stores/base/visible-rows.ts';
import type { CommandContext } from '../base/command.ts';

/** The agent under the cursor of the list of agents. */
export function selectedAgent({ stores, clock }: CommandContext): Agent | undefined {
  const agents = selectVisibleAgents(stores, clock.now());
  return agents[selectedIndex(stores, 'agents', visibleRows(agents))];
}
