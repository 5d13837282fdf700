import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { deleteAgent, getAgent, setAgentStatus } from '../../src/api/agents.ts';
import type { Client } from '../../src/api/client.ts';
import { getPolicy, updatePolicy } from '../../src/api/policy.ts';
import type { Agent } from '../../src/contract/agent.ts';
import type { Policy } from '../../src/contract/policy.ts';
import { isSameValue } from '../../src/lib/same-value.ts';
import { LATE_BY } from '../../src/server/http/late-writes.ts';
import type { FaultName } from '../../src/server/base/faults.ts';
import { receive } from '../../src/stores/base/resource-store.ts';
import { createStores } from '../../src/stores/stores.ts';
import { UnknownOutcomeWatcher } from '../../src/sync/writes/reconcile/unknown-outcome-watcher.ts';
import { isSameContent } from '../../src/stores/policy/merge-policy.ts';
import type { MemoryJournal } from '../helpers/memory-journal.ts';
import { listingOf } from '../helpers/sample-data.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';
import { Interleaver } from './interleaver.ts';
import { createObservedConsole, type ObservedConsole, type ObservedWrite } from './observed-console.ts';
import { startRecordedService, type RecordedService } from './recorded-service.ts';

/** What befalls a write, and whether it may have been carried out: certainly not, once, or twice. */
const FAULTS_OF_WRITES: Readonly<Partial<Record<FaultName, 0 | 1 | 2>>> = {
  'error-500': 0,
  'html-200': 0,
  'html-502': 0,
  'rate-limited': 0,
  reset: 0,
  'lost-answer': 1,
  'late-write': 1,
  duplicate: 2,
  'late-duplicate': 2,
};
const FAULTS_OF_READS: readonly FaultName[] = ['error-500', 'html-200', 'html-502', 'rate-limited', 'reset'];

/** What a person does in a console, to one of two agents or the policy, having looked at it right before. */
type Deed = 'toggle' | 'delete' | 'remove' | 'rule' | 'block' | 'allow';
interface Act {
  readonly deed: Deed;
  readonly agent: 0 | 1;
}

/** What a colleague does without any care, in one step. */
type Meddling = 'toggle' | 'remove' | 'register anew' | 'rule' | 'same rule' | 'list';

/** Mostly one and the same agent, so that they get in each other's way. */
const agent = fc.constantFrom<0 | 1>(0, 0, 0, 1);
const act = fc.record({
  deed: fc.constantFrom<Deed>('toggle', 'toggle', 'toggle', 'delete', 'remove', 'rule', 'block', 'allow'),
  agent,
});
const acts = fc.array(act, { minLength: 1, maxLength: 3 });
const meddlings = fc.array(
  fc.record({
    deed: fc.constantFrom<Meddling>(
      'toggle',
      'register anew',
      'register anew',
      'remove',
      'rule',
      'same rule',
      'list',
    ),
    agent,
  }),
  { maxLength: 5 },
);
const faultsOfWrites = fc.array(
  fc.option(fc.constantFrom(...(Object.keys(FAULTS_OF_WRITES) as FaultName[])), { nil: undefined, freq: 2 }),
  { maxLength: 8 },
);
const faultsOfReads = fc.array(fc.option(fc.constantFrom(...FAULTS_OF_READS), { nil: undefined, freq: 6 }), {
  maxLength: 16,
});
const order = fc.infiniteStream(fc.nat(1000)).map((stream) => stream[Symbol.iterator]());

const RUNS = 80;

describe.each(['replace', 'merge'])('two consoles on a service that lets lists %s', (lists) => {
  let clock: VirtualClock;
  let service: RecordedService;
  let client: Client;
  /** Gives numbers that no write had before, by which the service’s records tell whose write is whose. */
  let unique = 0;
  let run = 0;

  beforeAll(async () => {
    clock = new VirtualClock();
    service = await startRecordedService({
      clock,
      agents: 4000,
      choose: [`blocked-lists=${lists}`, 'soft-delete=listed'],
    });
    client = service.connect();
  });

  afterAll(() => service.stop());

  it('never act twice, never on another thing, and never say what is not so', async () => {
    await fc.assert(
      fc.asyncProperty(
        acts,
        acts,
        meddlings,
        fc.nat(3),
        faultsOfWrites,
        faultsOfReads,
        order,
        async (actsOfA, actsOfB, colleague, pauses, writeFaults, readFaults, choices) => {
          const agents = [service.agentId(2 * run), service.agentId(2 * run + 1)] as const;
          run++;
          const interleaver = new Interleaver();
          const [ofWrites, ofReads] = [[...writeFaults], [...readFaults]];
          const settings = {
            service,
            client,
            clock,
            interleaver,
            nextFault: (writes: boolean) => (writes ? ofWrites : ofReads).shift(),
          };
          const consoles = {
            A: createObservedConsole('A', settings),
            B: createObservedConsole('B', settings),
          };
          const claims: Claim[] = [];
          const people = [
            interleaver.act(() => work('A', consoles.A, actsOfA)),
            interleaver.act(() => work('B', consoles.B, actsOfB)),
            interleaver.act(async () => {
              for (const { deed, agent } of colleague) {
                await interleaver.step('C', () => meddle(deed, agents[agent]));
              }
            }),
            interleaver.act(async () => {
              for (let pause = 0; pause < pauses; pause++) {
                await interleaver.step('time', () => clock.advance(LATE_BY / 2));
              }
            }),
          ];
          await interleaver.run((waiting) => Number(choices.next().value) % waiting);
          await Promise.all(people);
          // Whatever comes late has come by then.
          await clock.advance(LATE_BY);
          for (const claim of claims) {
            check(claim);
          }
          for (const { journal } of Object.values(consoles)) {
            await judgeAgain(journal, agents, claims);
          }

          async function work(name: string, { journal, observe }: ObservedConsole, todo: readonly Act[]) {
            for (const { deed, agent } of todo) {
              const claim = await begin(name, deed, agents[agent], observe);
              if (claim !== undefined) {
                claims.push({
                  ...claim,
                  steps: journal.entries.filter(
                    ({ operation }) => operation === claim.observed.verdict.operation,
                  ),
                });
              }
            }
          }

          /** Looks at what it is about, as the pane shows it, and then decides. */
          async function begin(name: string, deed: Deed, id: string, observe: ObservedConsole['observe']) {
            const mark = `m${++unique}`;
            if (deed === 'toggle' || deed === 'delete' || deed === 'remove') {
              const seen = await interleaver.step(name, () => lookAt(id));
              if (seen === undefined || seen.status === 'deleted') {
                return undefined;
              }
              const status = seen.status === 'active' ? 'suspended' : 'active';
              const observed = await observe(id, (writer) =>
                deed === 'toggle'
                  ? writer.changeAgentStatus({ agent: seen, status, reason: mark })
                  : writer.deleteAgent({ agent: seen, hard: deed === 'remove', reason: mark }),
              );
              return { kind: 'agent', seen, deed, status, mark, observed } as const;
            }
            const base = await interleaver.step(name, async () => (await getPolicy(client)).value);
            const listed = base.blocked_packages ?? [];
            const changes = {
              review_on_new_package_days: ++unique,
              ...(deed === 'block' && { blocked_packages: [...listed, mark] }),
              ...(deed === 'allow' && { blocked_packages: listed.slice(1) }),
            };
            const observed = await observe(undefined, (writer) => writer.writePolicy({ base, changes }));
            return { kind: 'policy', base, changes, observed } as const;
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: false },
    );
  });

  /** Has a console read all once more, and compares what it says of writes then that were unknown with what is stored. */
  async function judgeAgain(
    journal: MemoryJournal,
    agents: readonly string[],
    claims: readonly Claim[],
  ): Promise<void> {
    const before = journal.entries.length;
    const stores = createStores();
    const landings = new UnknownOutcomeWatcher({ client, clock, journal, stores, notify: () => undefined });
    void landings.watch((await journal.read()).operations);
    const stop = landings.start();
    const rows = await Promise.all(agents.map(lookAt));
    receive(stores.agents, listingOf(rows.filter((each) => each !== undefined)), clock.now());
    receive(stores.policy, (await getPolicy(client)).value, clock.now());
    await new Promise((resolve) => setImmediate(resolve));
    stop();
    for (const added of journal.entries.slice(before)) {
      const claim = claims.find(({ observed }) => observed.verdict.operation === added.operation);
      const told = added.sentence ?? '';
      expect(added).toMatchObject({ step: 'verdict', verdict: 'confirmed' });
      if (told.startsWith('An earlier change was carried out over it.')) {
        expect(claim?.observed.verdict.kind, told).toBe('confirmed');
        continue;
      }
      expect(claim?.observed.verdict.kind, told).toBe('unknown');
      if (claim?.kind === 'policy') {
        const sent = claim.steps.find(({ step }) => step === 'sending')?.before;
        const own = journal.entries.filter(
          ({ action, step, verdict, operation }) =>
            action === 'policy' &&
            step === 'verdict' &&
            verdict !== 'refused' &&
            Number(operation.slice(1)) > Number(added.operation.slice(1)),
        );
        // Good news only where nothing else was written in between; all changes of the policy are of one rule, and more.
        if (told.startsWith('Confirmed')) {
          expect(
            own.filter(({ verdict }) => verdict === 'confirmed'),
            told,
          ).toEqual([]);
          expect(Number(service.policy().version) - Number(sent?.['version']), told).toBeLessThanOrEqual(
            1 + own.length,
          );
        }
        const stored = service.policy();
        for (const [field, value] of Object.entries(claim.changes)) {
          const is = field === 'blocked_packages' ? stored.blocked_packages : stored.rules[field];
          expect(isSameContent(is, value), told).toBe(true);
        }
      } else if (claim !== undefined && !told.includes('before it was changed again')) {
        const now = service.agent(claim.seen.id);
        const wanted = claim.deed === 'toggle' ? claim.status : 'deleted';
        expect(now?.status ?? 'deleted', told).toBe(wanted);
        expect(now?.generation ?? claim.seen.generation, told).toBe(claim.seen.generation);
      }
    }
  }

  async function lookAt(id: string): Promise<Agent | undefined> {
    return service.agent(id) === undefined ? undefined : (await getAgent(client, id)).value;
  }

  async function meddle(deed: Meddling, id: string): Promise<void> {
    const agent = service.agent(id);
    switch (deed) {
      case 'toggle':
        if (agent !== undefined && agent.status !== 'deleted') {
          await setAgentStatus(client, id, { status: agent.status === 'active' ? 'suspended' : 'active' });
        }
        return;
      case 'remove':
        if (agent !== undefined) {
          await deleteAgent(client, id, { hard: true });
        }
        return;
      case 'register anew':
        service.registerAnew(id);
        return;
      case 'rule':
        await updatePolicy(client, { rules: { max_known_vulnerabilities: ++unique } });
        return;
      case 'same rule':
        await updatePolicy(client, { rules: { review_on_new_package_days: ++unique } });
        return;
      case 'list':
        await updatePolicy(client, {
          blocked_packages: [...(service.policy().blocked_packages as readonly string[]), `c${++unique}`],
        });
    }
  }

  type Claim = (
    | {
        readonly kind: 'agent';
        readonly seen: Agent;
        readonly deed: Deed;
        readonly status: 'active' | 'suspended';
        readonly mark: string;
      }
    | {
        readonly kind: 'policy';
        readonly base: Policy;
        readonly changes: Readonly<Record<string, unknown>> & { readonly review_on_new_package_days: number };
      }
  ) & { readonly observed: ObservedWrite; readonly steps: ObservedConsole['journal']['entries'] };

  /** Compares what a console said, and recorded, with what the service really did. */
  function check(claim: Claim): void {
    const { observed, steps } = claim;
    const { requests, verdict } = observed;
    const writes = requests.filter((request) => request.writes);
    const told = `${verdict.kind}: ${verdict.sentence}`;

    // Nothing leaves that was not recorded, and the journal says what the person was told.
    expect(
      writes.every(({ isRecorded }) => isRecorded),
      told,
    ).toBe(true);
    expect(steps.map(({ step }) => step)).toEqual(['intent', ...writes.map(() => 'sending'), 'verdict']);
    expect(steps.at(-1)).toMatchObject({ verdict: verdict.kind, sentence: verdict.sentence });

    // Sent again only when it provably did nothing.
    expect(
      writes.slice(0, -1).every(({ fault }) => fault === 'rate-limited'),
      told,
    ).toBe(true);

    // Never decided on anything but what the person saw.
    for (const [index, request] of requests.entries()) {
      if (request.writes) {
        const before = requests[index - 1];
        expect(before?.writes === false && before.succeeded && isAsSeen(before), told).toBe(true);
      }
    }

    // Never two effects, and never on another thing.
    const effects = service.audit().filter((entry) => isEffect(entry));
    const most = writes.reduce(
      (sum, { fault }) => sum + (fault === undefined ? 1 : (FAULTS_OF_WRITES[fault] ?? 1)),
      0,
    );
    expect(effects.length, told).toBeLessThanOrEqual(most);
    if (claim.kind === 'agent') {
      expect(
        effects.every(({ target }) => target === claim.seen.id),
        told,
      ).toBe(true);
    }

    // Never a lie.
    const last = requests.findLast((request) => !request.writes && (request.succeeded || isGone(request)));
    const reached = last !== undefined && isReached(last);
    switch (verdict.kind) {
      case 'confirmed':
        expect(reached, told).toBe(true);
        expect(writes.length, told).toBeGreaterThan(0);
        break;
      case 'contradicted':
        expect(reached, told).toBe(false);
        expect(writes.at(-1)?.succeeded, told).toBe(true);
        break;
      case 'refused':
        expect(effects, told).toEqual([]);
        break;
      case 'unknown':
        expect(writes.length, told).toBeGreaterThan(0);
    }
    if (verdict.mayResend === true) {
      expect(verdict.kind, told).toBe('unknown');
      expect(writes.at(-1)?.succeeded, told).toBe(false);
    }
    if (verdict.moved !== undefined) {
      expect(verdict.kind, told).toBe('refused');
      expect(last !== undefined && isAsSeen(last), told).toBe(false);
    }

    function isEffect({ reason, details }: ReturnType<RecordedService['audit']>[number]): boolean {
      return claim.kind === 'agent'
        ? reason === claim.mark
        : (details['rules'] as Record<string, unknown> | undefined)?.['review_on_new_package_days'] ===
            claim.changes.review_on_new_package_days;
    }

    function isAsSeen({ agent, policy }: (typeof requests)[number]): boolean {
      if (claim.kind === 'policy') {
        return (
          isSameValue(policy.rules, claim.base.rules) &&
          isSameContent(policy.blocked_packages, claim.base.blocked_packages)
        );
      }
      const { seen } = claim;
      return (
        agent?.status === seen.status &&
        agent?.generation === seen.generation &&
        agent?.hostname === seen.hostname
      );
    }

    function isGone({ agent }: (typeof requests)[number]): boolean {
      return claim.kind === 'agent' && agent === undefined;
    }

    function isReached({ agent, policy }: (typeof requests)[number]): boolean {
      if (claim.kind === 'policy') {
        return Object.entries(claim.changes).every(([field, value]) =>
          isSameContent(field === 'blocked_packages' ? policy.blocked_packages : policy.rules[field], value),
        );
      }
      switch (claim.deed) {
        case 'toggle':
          return agent?.status === claim.status;
        case 'delete':
          return agent === undefined || agent.status === 'deleted';
        default:
          return agent === undefined;
      }
    }
  }
});
