import type { Agent } from '../contract/agent.ts';
import type { Policy } from '../contract/policy.ts';
import { createAgentRunStore } from '../stores/agents/agent-run.ts';
import { countingVerdict, isJudgedAgain } from '../stores/journal/counting-verdict.ts';
import { createResourceStore } from '../stores/resource-store.ts';
import type { Listing } from '../stores/rows/listing.ts';
import { LateLandings } from '../sync/writes/late-landings.ts';
import type { CommandSession } from './command-session.ts';
import { say } from './output/say.ts';

/** Milliseconds of the past in which changes are looked for that nobody knows of what became of them. */
const LOOK_BACK = 24 * 60 * 60 * 1000;

/** What a command has read. */
export interface Seen {
  readonly policy?: Policy;
  readonly agents?: Listing<Agent>;
}

/** Some agents out of the list, of which nothing tells that another one is gone. */
export function someAgents(rows: readonly Agent[]): Listing<Agent> {
  return { rows, total: Number.POSITIVE_INFINITY, damaged: [] };
}

/**
 * Judges changes of this user's again that were not seen to have happened, by what a command has read anyway, as the console does; puts down
 * those that have landed and says so on standard error. Nothing is asked or sent, and where the journal cannot be read,
 * nothing is told: a command that only reads does not need it.
 */
export async function tellLanded(
  { connection: { client }, clock, journal }: CommandSession,
  { policy, agents }: Seen,
): Promise<void> {
  const { operations } = await journal
    .read({ since: clock.now() - LOOK_BACK })
    .catch(() => ({ operations: [] }));
  const own = operations.filter(({ isOwn }) => isOwn);
  if (!own.some(({ steps }) => isJudgedAgain(countingVerdict(steps)?.verdict))) {
    return;
  }
  const stores = {
    agents: createResourceStore<Listing<Agent>>(),
    policy: createResourceStore<Policy>(),
    agentRun: createAgentRunStore(),
  };
  stores.agents.setState({ data: agents });
  stores.policy.setState({ data: policy });
  await new LateLandings({ client, clock, journal, stores, tell: say }).watch(own);
}
