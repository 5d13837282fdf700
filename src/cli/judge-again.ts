import type { Agent } from '../contract/agent.ts';
import type { Policy } from '../contract/policy.ts';
import { createAgentRunStore } from '../stores/agents/agent-run.ts';
import { countingVerdict } from '../stores/journal/counting-verdict.ts';
import { createResourceStore, receive } from '../stores/resource-store.ts';
import type { Listing } from '../stores/stores.ts';
import { wasSent, type JournalOperation } from '../sync/writes/journal.ts';
import { LANDS_WITHIN, LateLandings } from '../sync/writes/late-landings.ts';
import type { CommandSession } from './command-session.ts';
import { say } from './output/say.ts';

/** Milliseconds for which a change that was unknown is judged again. */
const LOOKED_BACK = 24 * 60 * 60 * 1000;

/** Changes that may still be carried out are named one by one up to so many. */
const MOST_NAMED = 3;

/** What a command has read before it changes anything. */
export interface ReadBefore {
  readonly agents?: readonly Agent[];
  readonly policy?: Policy;
}

/**
 * Compares what a command has read anyway with changes of this user of which nobody knew what became of them: says which have
 * landed and puts that down, as the console does, and says which may still be carried out over what is changed now.
 */
export async function judgeAgain(
  { connection, clock, journal }: CommandSession,
  { agents = [], policy }: ReadBefore,
): Promise<void> {
  const reading = await journal.read({ since: clock.now() - LOOKED_BACK }).catch(() => undefined);
  const ids = new Set(agents.map(({ id }) => id as string));
  const unknown = (reading?.operations ?? []).filter(
    (operation) =>
      isUnknown(operation) &&
      (operation.steps[0].action === 'policy'
        ? policy !== undefined
        : ids.has(operation.steps[0].target.id ?? '')),
  );
  if (reading === undefined || unknown.length === 0) {
    return;
  }
  const stores = {
    agents: createResourceStore<Listing<Agent>>(),
    policy: createResourceStore<Policy>(),
    agentRun: createAgentRunStore(),
  };
  const landed = new Set<string>();
  const landings = new LateLandings({
    client: connection.client,
    clock,
    journal,
    stores,
    tell: say,
    onJudged: (operation) => landed.add(operation),
  });
  // Of agents that were not read nothing is known.
  const total = Number.POSITIVE_INFINITY;
  receive(stores.agents, { rows: agents, total, damaged: [] }, clock.now());
  if (policy !== undefined) {
    receive(stores.policy, policy, clock.now());
  }
  landings.watch(reading.operations.filter(({ isOwn }) => isOwn));
  await landings.judged();
  const pending = unknown.filter(
    ({ operation, steps: [{ time }] }) =>
      !landed.has(operation) && clock.now() - Date.parse(time) <= LANDS_WITHIN,
  );
  for (const { steps } of pending.slice(0, MOST_NAMED)) {
    const [{ action, target, time }] = steps;
    const what =
      action === 'policy'
        ? 'the policy'
        : `${target.hostname ?? target.id ?? 'an agent'} (${action})`;
    say(
      `The change of ${what} of ${time.slice(11, 19)}Z is unknown, and may still be carried out over what is done now.`,
    );
  }
}

function isUnknown(operation: JournalOperation): boolean {
  return operation.isOwn && wasSent(operation) && countingVerdict(operation.steps)?.verdict === 'unknown';
}
