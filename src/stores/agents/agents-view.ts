import type { ListView } from '../base/list-view.ts';

/** What the list of agents can be narrowed to: what is odd about them, and those that are suspended. */
export const AGENT_FLAGS = ['clone', 'shared', 'silent', 'old', 'suspicious', 'suspended'] as const;
export type AgentFlag = (typeof AGENT_FLAGS)[number];

export interface AgentsView extends ListView {
  readonly flag: AgentFlag | undefined;
}
