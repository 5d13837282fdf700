import { getAgent, listAgents } from '../../api/agents.ts';
import type { Agent } from '../../contract/agent.ts';
import type { Listing } from '../../stores/base/listing.ts';
import { NOTHING_READ, type HowFar } from '../../sync/follow/follow-events.ts';
import { IncrementalList } from '../../sync/lists/incremental-list.ts';
import { saysGone } from '../../sync/writes/problem.ts';
import type { CommandSession } from '../session/command-session.ts';

/** Rows of a page that are asked for at most, and of the list. */
const LARGEST_PAGE = 500;
const MOST_AGENTS = 1_000_000;

/** A list that changed while it was read is gone through so often: the next time it may stand still. */
const MOST_ROUNDS = 2;

/** All agents, and how many were read before that the list did not have any more at its end. */
export interface AgentListing extends Listing<Agent> {
  readonly gone: number;
}

/**
 * All agents of the organization, read page by page. Rejects as `session.read` does, after `onUnfinished` was given how many
 * were read, if any.
 */
export async function readAllAgents(
  session: CommandSession,
  onUnfinished: (howFar: HowFar) => void = () => undefined,
): Promise<AgentListing> {
  const list = new IncrementalList<Agent>({
    mostRows: MOST_AGENTS,
    largestPage: LARGEST_PAGE,
    keyOf: ({ id }) => id,
    clock: session.clock,
  });
  const met = new Set<Agent['id']>();
  let howFar = NOTHING_READ;
  const progress = session.connection.showProgress('agents', () => howFar);
  try {
    for (let rounds = 0; ;) {
      const { listing } = await session.read((client, signal) =>
        list.readNext(async (page) => {
          const answer = await listAgents(client, page, signal, 'agents');
          answer.value.rows.forEach(({ id }) => met.add(id));
          return answer;
        }),
      );
      if (list.isAtStart && !list.isHurried) {
        rounds++;
        if (rounds === MOST_ROUNDS || !(listing.doubt === 'moved' || listing.doubt === 'fewer')) {
          listing.rows.forEach(({ id }) => met.delete(id));
          return { ...listing, gone: met.size };
        }
      }
      const read = listing.rows.length;
      howFar = { read, of: listing.reading?.of, pageRows: list.pageSize.rows };
    }
  } catch (error) {
    progress.end();
    if (howFar.read > 0) {
      onUnfinished(howFar);
    }
    throw error;
  } finally {
    progress.end();
  }
}

/** One agent; undefined when the server has none with that id. */
export function readAgent(session: CommandSession, id: string): Promise<Agent | undefined> {
  return session.read(async (client, signal) => {
    try {
      return (await getAgent(client, id, signal, 'agent')).value;
    } catch (error) {
      if (saysGone(error)) {
        return undefined;
      }
      throw error;
    }
  });
}
