import fc from 'fast-check';

import { getPolicy } from '../../src/api/policy.ts';
import { agentSchema } from '../../src/contract/agent.ts';
import { policySchema } from '../../src/contract/policy.ts';
import { receive } from '../../src/stores/base/resource-store.ts';
import { createStores } from '../../src/stores/stores.ts';
import { UnknownOutcomeWatcher } from '../../src/sync/writes/reconcile/unknown-outcome-watcher.ts';
import { createWriter } from '../../src/sync/writes/writer.ts';
import { createFakeClient } from '../helpers/fake-client.ts';
import { LaggingService, LATE_BY, type Marks, type WriteFault } from '../helpers/lagging-service.ts';
import { countedIds, createMemoryJournal } from '../helpers/memory-journal.ts';
import { listingOf } from '../helpers/sample-data.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

const FAULTS: readonly WriteFault[] = [
  'none',
  'none',
  'cut',
  'dropped',
  'swallowed',
  'late',
  'doubled',
  'partial',
];
export const LONGEST_LAG = 6000;
/** Of each property, for each kind of versions. */
export const RUNS = 120;

const act = fc.record({
  what: fc.constantFrom('agent', 'agent', 'rule', 'list'),
  fault: fc.constantFrom(...FAULTS),
  /** Milliseconds before it. */
  pause: fc.oneof(fc.nat(1500), fc.nat(9000)),
});
/** What a console does, one after the other. */
export const acts = fc.array(act, { minLength: 1, maxLength: 4 });
/** By how many milliseconds readings are behind, one after the other. */
export const lags = fc.array(fc.nat(LONGEST_LAG), { minLength: 1, maxLength: 20 });

/** A console and the service that it writes to. */
export function connect(marks: Marks, lagOf: readonly number[]) {
  const clock = new VirtualClock();
  const service = new LaggingService(clock, marks);
  let reads = 0;
  service.nextLag = () => lagOf[reads++ % lagOf.length] ?? 0;
  const client = createFakeClient(clock, (call) => service.answer(call));
  const journal = createMemoryJournal();
  const writer = createWriter({ client, clock, journal, newId: countedIds() });
  return { clock, service, client, journal, writer };
}

export type Console = ReturnType<typeof connect>;

/** What a person decides on, having looked at what the server shows without a lag. */
export function decide({ service, writer }: Console, what: string, unique: number) {
  const { status, policy } = service.now;
  if (what === 'agent') {
    const wanted = status === 'active' ? 'suspended' : 'active';
    const agent = agentSchema.parse({ id: 'agent-1', hostname: 'build-1', generation: 1, status });
    return {
      isSo: () => service.now.status === wanted,
      make: () => writer.changeAgentStatus({ agent, status: wanted, reason: '' }),
    };
  }
  const changes =
    what === 'rule'
      ? { max_known_vulnerabilities: unique }
      : { max_known_vulnerabilities: unique, blocked_packages: [...policy.blocked, `mine-${unique}`] };
  const base = policySchema.parse({
    rules: policy.rules,
    blocked_packages: policy.blocked,
    blocked_maintainers: [],
  });
  return {
    isSo: () =>
      service.now.policy.rules['max_known_vulnerabilities'] === unique &&
      (what === 'rule' || service.now.policy.blocked.includes(`mine-${unique}`)),
    make: () => writer.writePolicy({ base, changes }),
  };
}

/** Has everything read without a lag, as feeds do, and judged again by that. */
export async function catchUp({ clock, service, client, journal }: Console): Promise<void> {
  await clock.advance(LATE_BY);
  service.nextLag = () => 0;
  const stores = createStores();
  const landings = new UnknownOutcomeWatcher({ client, clock, journal, stores, notify: () => undefined });
  const stop = landings.start();
  const { status } = service.now;
  const agent = agentSchema.parse({ id: 'agent-1', hostname: 'build-1', generation: 1, status });
  receive(stores.agents, listingOf([agent]), clock.now());
  receive(stores.policy, (await getPolicy(client)).value, clock.now());
  await landings.watch((await journal.read()).operations);
  stop();
}
