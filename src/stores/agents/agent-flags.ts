import type { Agent } from '../../contract/agent.ts';
import { parseTime } from '../../lib/format-time.ts';
import type { FlagContext } from './agent-index.ts';
import { isSuspiciousAgent } from '../base/suspicious.ts';
import type { AgentFlag } from './agents-view.ts';

/** An active agent that was not seen for this long is called silent. */
export const SILENT_AFTER = 24 * 60 * 60 * 1000;

/** Whether an agent counts as active and yet was not heard of for a day. */
export function isSilent(agent: Agent, now: number): boolean {
  const seen = parseTime(agent.last_seen_at);
  return agent.status === 'active' && seen !== undefined && now - seen > SILENT_AFTER;
}

/** A minute is fine enough to see who is silent, and keeps the result of the last frame. */
export function wholeMinute(now: number): number {
  return Math.floor(now / 60_000) * 60_000;
}

/** Whether an agent has a flag at a time, beside all others. */
export function hasFlag(agent: Agent, flag: AgentFlag, context: FlagContext, now: number): boolean {
  switch (flag) {
    case 'clone':
      return agent.clone_detected === true;
    case 'shared':
      return agent.status !== 'deleted' && context.sharedMachines.has(agent.machine_id ?? '');
    case 'silent':
      return isSilent(agent, now);
    case 'old':
      return context.oldVersions.has(agent.version ?? '');
    case 'suspicious':
      return isSuspiciousAgent(agent);
    case 'suspended':
      return agent.status === 'suspended';
  }
}

/** What is odd about an agent, the gravest first. That it is suspended is no oddity: its status says so. */
export function oddFlagsOf(agent: Agent, context: FlagContext, now: number): readonly AgentFlag[] {
  return ODD_FLAGS.filter((flag) => hasFlag(agent, flag, context, now));
}

const ODD_FLAGS: readonly AgentFlag[] = ['clone', 'shared', 'suspicious', 'silent', 'old'];
