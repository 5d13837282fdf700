import type { Agent } from '../../contract/agent.ts';
import { selectVisibleAgents } from '../../stores/agents/select-agents.ts';
import { cursorIndex, visibleRows } from '../../stores/rows/visible-rows.ts';
import type { CommandContext } from '../command.ts';

/** The agent under the cursor of the list of agents. */
export function selectedAgent({ stores, clock }: CommandContext): Agent | undefined {
  const agents = selectVisibleAgents(stores, clock.now());
  return agents[cursorIndex(visibleRows(agents), stores.view.getState().agents.cursor)];
}
