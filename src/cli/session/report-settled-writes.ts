import type { Client } from '../../api/client.ts';
import type { Agent } from '../../contract/agent.ts';
import type { Policy } from '../../contract/policy.ts';
import { createAgentRunStore } from '../../stores/agents/agent-run.ts';
import { effectiveVerdict, isOpenVerdict, isRefusedAtFirst } from '../../stores/journal/effective-verdict.ts';
import { createResourceStore } from '../../stores/base/resource-store.ts';
import type { Listing } from '../../stores/base/listing.ts';
import { thingOf, wasSent, type JournalOperation } from '../../sync/writes/journal.ts';
import {
  ageOfOperation,
  sinceAgo,
  type JournalClock,
  OUTCOME_OPEN_FOR,
} from '../../sync/writes/journal-clock.ts';
import { readSuspensionEnds, withoutThoseOver } from '../../sync/writes/suspension-ends.ts';
import { UnknownOutcomeWatcher } from '../../sync/writes/reconcile/unknown-outcome-watcher.ts';
import { writeOf } from '../../sync/writes/write-of-steps.ts';
import type { CommandSession } from './command-session.ts';

/** Milliseconds of the past in which changes are looked for that nobody knows of what became of them. */
const LOOK_BACK = 24 * 60 * 60 * 1000;

/** Most things that are read again for it: what is older is left for a command that reads it. */
const MOST_READ = 10;

const PURPOSE = 'what became of an earlier change';

/** What a command has read. */
export interface Seen {
  readonly policy?: Policy | undefined;
  readonly agents?: Listing<Agent>;
}

/** Some agents out of the list, of which nothing says that another one is gone. */
export function someAgents(rows: readonly Agent[]): Listing<Agent> {
  return { rows, total: Number.POSITIVE_INFINITY, damaged: [] };
}

/**
 * Compares changes of this user that were not seen to have happened with what a command has read anyway, as the console
 * does; records those that have landed and says so on standard error. Nothing is asked or sent, and where the journal
 * cannot be read, nothing is reported: a command that only reads does not need it.
 */
export async function reportSettledWrites(session: CommandSession, seen: Seen): Promise<void> {
  await verify(session, await ownOperations(session), seen);
  await recordEndsThatAreOver(session, seen.agents?.rows ?? []);
}

/** Records of suspensions with an end whose agents were just read otherwise that their ends are void: somebody else may suspend them again. */
async function recordEndsThatAreOver(session: CommandSession, agents: readonly Agent[]): Promise<void> {
  if (agents.length === 0) {
    return;
  }
  const byId = new Map<string, Agent>(agents.map((agent) => [agent.id, agent]));
  await readSuspensionEnds(session)
    .then((ends) => withoutThoseOver(ends, (id) => byId.get(id), 0, session))
    .catch(() => undefined);
}

/**
 * Reads what this user's changes of the last day were about that were not seen to have happened, the newest first, and compares
 * them with that as `reportSettledWrites` does. What cannot be read, and what is `known` by its operation, is left for another time. Never rejects.
 */
export async function readSettledWrites(
  session: CommandSession,
  client: Client,
  known: ReadonlySet<string>,
): Promise<void> {
  const operations = await ownOperations(session);
  const { clock } = session;
  const left = operations.filter((each) => mayHaveLanded(each, clock) && !known.has(each.operation));
  const byThing = Map.groupBy(left, ({ steps }) => thingOf(steps[0]));
  const read = new Set<string>();
  const rows: Agent[] = [];
  let policy: Policy | undefined;
  for (const [thing, [latest]] of [...byThing].slice(0, MOST_READ)) {
    const state =
      latest &&
      (await writeOf(client, latest)
        .read(PURPOSE)
        .catch(() => undefined));
    if (state === undefined) {
      continue;
    }
    read.add(thing);
    if (latest?.steps[0].action === 'policy') {
      policy = state as Policy;
    } else if (state !== 'gone') {
      rows.push(state as Agent);
    }
  }
  // Of no other agent it is known whether it is gone.
  const compared = operations.filter(
    (each) => !mayHaveLanded(each, clock) || read.has(thingOf(each.steps[0])),
  );
  await verify(session, compared, { policy, agents: { rows, total: rows.length, damaged: [] } });
  await recordEndsThatAreOver(session, rows);
}

async function ownOperations({
  clock,
  journal,
}: Pick<CommandSession, 'clock' | 'journal'>): Promise<readonly JournalOperation[]> {
  const { operations } = await journal
    .read({ since: sinceAgo(LOOK_BACK, clock) })
    .catch(() => ({ operations: [] }));
  return operations.filter((each) => each.isOwn && ageOfOperation(each, clock) <= LOOK_BACK);
}

function mayHaveLanded(operation: JournalOperation, clock: JournalClock): boolean {
  const { steps } = operation;
  return isRefusedAtFirst(steps)
    ? ageOfOperation(operation, clock) <= OUTCOME_OPEN_FOR
    : wasSent(operation) && isOpenVerdict(effectiveVerdict(steps)?.verdict);
}

async function verify(
  { connection: { client }, clock, journal, remark }: CommandSession,
  own: readonly JournalOperation[],
  { policy, agents }: Seen,
): Promise<void> {
  if (!own.some((each) => mayHaveLanded(each, clock))) {
    return;
  }
  const stores = {
    agents: createResourceStore<Listing<Agent>>(),
    policy: createResourceStore<Policy>(),
    agentRun: createAgentRunStore(),
  };
  stores.agents.setState({ data: agents });
  stores.policy.setState({ data: policy });
  await new UnknownOutcomeWatcher({ client, clock, journal, stores, notify: remark }).watch(own);
}
