import { formatCount } from '../../lib/format-number.ts';
import { countStates, type AgentRun } from '../../stores/agents/agent-run.ts';
import { ACTION_WORDS, agentCount } from './action-words.ts';

/**
 * What became of a run, in one sentence: `Confirmed: 12 agents are suspended.`, or else
 * `Suspending 12 agents: 10 confirmed, 1 refused, 1 not begun.`
 */
export function summaryOf(run: AgentRun): string {
  const counts = countStates(run);
  if (counts.confirmed === run.items.length) {
    return `Confirmed: ${agentCount(counts.confirmed)} are ${ACTION_WORDS[run.action].done}.`;
  }
  const outcomes = (['confirmed', 'contradicted', 'unknown', 'refused', 'skipped'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${formatCount(counts[state])} ${state}`);
  const left = counts.waiting === 0 ? [] : [`${formatCount(counts.waiting)} not begun`];
  return `${ACTION_WORDS[run.action].doing} ${agentCount(run.items.length)}: ${[...outcomes, ...left].join(', ')}.`;
}
