import type { Agent } from '../../contract/agent.ts';
import { formatCount } from '../../lib/format-number.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { named } from '../../lib/named.ts';
import { quoting, type Quoted } from '../../lib/untrusted.ts';
import { suspensionState } from '../../stores/agents/suspension-ends.ts';
import { NO_END_OF_OTHERS, readSuspensionEnds, type RecordedEnd } from '../../sync/writes/suspension-ends.ts';
import type { CommandSession } from '../session/command-session.ts';
import { MOST_SHOWN } from './agent-plan-text.ts';

/** What suspending does to the ends of suspensions that are there already. */
export interface EndsOfSuspended {
  /** Agents that are suspended already, and can be given no end from here. */
  readonly refused: readonly Agent[];
  /** Suspensions from here whose end is moved, or taken away. */
  readonly changed: readonly RecordedEnd[];
}

/**
 * Looks up which of the agents that are to be suspended, to end at `until` or with no end, are suspended already, and what that does to
 * their ends. Rejects with the journal's sentence.
 */
export async function endsOfSuspended(
  session: CommandSession,
  agents: readonly Agent[],
  until: number | undefined,
): Promise<EndsOfSuspended> {
  const suspended = agents.filter(({ status }) => status === 'suspended');
  if (suspended.length === 0) {
    return { refused: [], changed: [] };
  }
  const now = session.clock.now();
  const ends = new Map((await readSuspensionEnds(session)).map((end) => [end.agent.id, end]));
  const standing = (agent: Agent) => {
    const end = ends.get(agent.id);
    return end !== undefined && suspensionState(end, agent, now) !== 'over' ? end : undefined;
  };
  return {
    refused: until === undefined ? [] : suspended.filter((agent) => standing(agent) === undefined),
    changed: suspended.flatMap((agent) => standing(agent) ?? []),
  };
}

/** Why an agent that is suspended already is given no end, and what to do. */
export function noEndSentence({ hostname, id }: Agent): Quoted {
  return quoting`Nothing was sent: ${named(hostname ?? id)} is suspended already, and ${NO_END_OF_OTHERS}`;
}

/** What becomes of the ends that are there, as sentences. */
export function endSentences(changed: readonly RecordedEnd[], until: number | undefined): readonly Quoted[] {
  const more = changed.length - MOST_SHOWN;
  const to = until === undefined ? 'is taken away' : `moves to ${formatDateTime(until, 'utc')}`;
  return [
    ...changed
      .slice(0, MOST_SHOWN)
      .map(
        ({ agent, until: before }) =>
          quoting`${named(agent.hostname ?? agent.id)} is suspended from here until ${formatDateTime(before, 'utc')}: this end ${to}, and nothing is sent.`,
      ),
    ...(more > 0 ? [quoting`So it is with ${formatCount(more)} more.`] : []),
  ];
}
