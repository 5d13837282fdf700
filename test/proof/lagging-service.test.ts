import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { agentSchema } from '../../src/contract/agent.ts';
import { policySchema } from '../../src/contract/policy.ts';
import { countingVerdict } from '../../src/stores/journal/counting-verdict.ts';
import { receive } from '../../src/stores/resource-store.ts';
import { createStores } from '../../src/stores/stores.ts';
import { LateLandings } from '../../src/sync/writes/late-landings.ts';
import type { Verdict } from '../../src/sync/writes/verdict.ts';
import { createWriter } from '../../src/sync/writes/writer.ts';
import { createFakeClient } from '../helpers/fake-client.ts';
import {
  LaggingService,
  LATE_BY,
  type Marks,
  type StoredPolicy,
  type WriteFault,
} from '../helpers/lagging-service.ts';
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
/** Those after which a change is carried out, sooner or later. */
const LANDING: readonly WriteFault[] = ['none', 'cut', 'late', 'doubled'];
const LONGEST_LAG = 6000;
const RUNS = 300;

const act = fc.record({
  what: fc.constantFrom('agent', 'agent', 'rule', 'list'),
  fault: fc.constantFrom(...FAULTS),
  /** Milliseconds before it. */
  pause: fc.oneof(fc.nat(1500), fc.nat(9000)),
});
const acts = fc.array(act, { minLength: 1, maxLength: 4 });
const lags = fc.array(fc.nat(LONGEST_LAG), { minLength: 1, maxLength: 20 });

/** What may be said of others only where somebody saw them. */
const BLAME = /(?<!tells whether |unless )somebody (else )?(changed|did|put|had)|colleague|others changed/;

/** A console and the service that it writes to. */
function connect(marks: Marks, lagOf: readonly number[]) {
  const clock = new VirtualClock();
  const service = new LaggingService(clock, marks);
  let reads = 0;
  service.nextLag = () => lagOf[reads++ % lagOf.length] ?? 0;
  const client = createFakeClient(clock, (call) => service.answer(call));
  const journal = createMemoryJournal();
  const writer = createWriter({ client, clock, journal, newId: countedIds() });
  return { clock, service, client, journal, writer };
}

type Console = ReturnType<typeof connect>;

/** What a person decides on, having looked at what the server shows without a lag. */
function decide({ service, writer }: Console, what: string, unique: number) {
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
      ? { min_scorecard: unique }
      : { min_scorecard: unique, blocked_packages: [...policy.blocked, `mine-${unique}`] };
  const base = policySchema.parse({
    rules: policy.rules,
    blocked_packages: policy.blocked,
    blocked_maintainers: [],
  });
  return {
    isSo: () =>
      service.now.policy.rules['min_scorecard'] === unique &&
      (what === 'rule' || service.now.policy.blocked.includes(`mine-${unique}`)),
    make: () => writer.writePolicy({ base, changes }),
  };
}

/** Has everything read without a lag, as feeds do, and judged again by that. */
async function catchUp({ clock, service, client, journal }: Console): Promise<void> {
  await clock.advance(LATE_BY);
  service.nextLag = () => 0;
  const stores = createStores();
  const landings = new LateLandings({ client, clock, journal, stores, tell: () => undefined });
  const stop = landings.start();
  const { status, policy } = service.now;
  const agent = agentSchema.parse({ id: 'agent-1', hostname: 'build-1', generation: 1, status });
  receive(stores.agents, listingOf([agent]), clock.now());
  receive(
    stores.policy,
    policySchema.parse({
      version: String(policy.version),
      rules: policy.rules,
      blocked_packages: policy.blocked,
      blocked_maintainers: [],
    }),
    clock.now(),
  );
  await landings.watch((await journal.read()).operations);
  stop();
}

describe.each<Marks>(['numbers', 'names', 'times', 'none'])(
  'with %s for versions, and nobody else',
  (marks) => {
    it('nothing is called confirmed that is not so, undone that is done, and nobody is blamed', async () => {
      await fc.assert(
        fc.asyncProperty(acts, lags, async (todo, lagOf) => {
          const console = connect(marks, lagOf);
          const { clock, service, journal } = console;
          const made: {
            readonly verdict: Verdict;
            readonly isSo: () => boolean;
            readonly fault: WriteFault;
          }[] = [];
          for (const [index, { what, fault, pause }] of todo.entries()) {
            await clock.advance(pause);
            service.fault = fault;
            const { isSo, make } = decide(console, what, 100 + index);
            const before = service.now;
            const verdict = await clock.through<Verdict>(make());
            service.fault = 'none';
            const told = `${what}, ${fault}: ${verdict.sentence}`;
            // An earlier change of the same that comes late may undo it meanwhile; that is told once it is seen.
            const isUndisturbed = made.every((each) => each.fault !== 'late');
            if (verdict.kind === 'confirmed') {
              expect(isSo() || !isUndisturbed, told).toBe(true);
            } else if (verdict.kind === 'refused') {
              expect(service.now !== before && isSo() && isUndisturbed, told).toBe(false);
            } else if (verdict.kind === 'contradicted') {
              expect(['swallowed', 'partial'].includes(fault) || !isUndisturbed, told).toBe(true);
            }
            expect(verdict.sentence).not.toMatch(BLAME);
            expect(verdict.overwritten ?? [], told).toEqual([]);
            made.push({ verdict, isSo, fault });
          }
          await catchUp(console);
          for (const { verdict, isSo, fault } of made) {
            const steps = journal.entries.filter(({ operation }) => operation === verdict.operation);
            const last = countingVerdict(steps);
            expect(last?.sentence).not.toMatch(BLAME);
            // Another one to the same end says nothing of one that was lost.
            if (isSo() && LANDING.includes(fault)) {
              expect(last?.verdict, last?.sentence).not.toMatch(/contradicted|refused/);
            }
          }
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    });
  },
);

it('what somebody else added right before, and was overwritten, is named wherever it was shown', async () => {
  let named = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Marks>('numbers', 'times'),
      lags,
      fc.nat(LONGEST_LAG),
      fc.constantFrom<WriteFault>('none', 'cut', 'doubled'),
      async (marks, lagOf, age, fault) => {
        const console = connect(marks, lagOf);
        const { clock, service } = console;
        await clock.advance(20_000);
        const { make } = decide(console, 'list', 100);
        const theirs = service.changePolicy({}, [...service.now.policy.blocked, 'theirs']);
        await clock.advance(age);
        service.fault = fault;
        service.shown.length = 0;
        const verdict = await clock.through<Verdict>(make());
        if (verdict.kind !== 'confirmed') {
          // It was read before ours was sent.
          expect(verdict.kind).toBe('refused');
          return;
        }
        const wasShown = service.shown.some((policy: StoredPolicy) => policy === theirs);
        expect(service.now.policy.blocked).not.toContain('theirs');
        expect(verdict.overwritten ?? []).toEqual(
          wasShown ? [{ field: 'blocked_packages', change: 'added', value: 'theirs' }] : [],
        );
        if (wasShown) {
          named++;
          expect(verdict.sentence).toContain('was overwritten: blocked_packages had theirs added.');
        }
        expect(verdict.isOvertaken === true).toBe(marks === 'numbers' || wasShown);
      },
    ),
    { numRuns: 300, endOnFailure: true },
  );
  expect(named).toBeGreaterThan(10);
});
