import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { getAgent, setAgentStatus } from '../../src/api/agents.ts';
import type { Client } from '../../src/api/client.ts';
import type { Agent } from '../../src/contract/agent.ts';
import type { FaultName } from '../../src/server/base/faults.ts';
import { LATE_BY } from '../../src/server/http/late-writes.ts';
import { effectiveVerdict } from '../../src/stores/journal/effective-verdict.ts';
import { createStores } from '../../src/stores/stores.ts';
import { createSync } from '../../src/sync/create-sync.ts';
import type { Sync } from '../../src/sync/sync.ts';
import { runBulk, type BulkResult } from '../../src/sync/writes/bulk.ts';
import type { AgentVerdict } from '../../src/sync/writes/verdict.ts';
import { countedIds, createMemoryJournal, type MemoryJournal } from '../helpers/memory-journal.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';
import { startRecordedService, type RecordedService } from './recorded-service.ts';

const AGENTS = 6;

let clock: VirtualClock;
let service: RecordedService;
let key: string;
let journal: MemoryJournal;
let sync: Sync;
let client: Client;
let told: string[];
/** Agents that no test touched before, and the writes that the service had seen before this one. */
let agents: readonly Agent[];
let taken = 0;
let seen: number;

beforeAll(async () => {
  clock = new VirtualClock();
  service = await startRecordedService({ clock, agents: 400 });
});

afterAll(() => service.stop());

beforeEach(async () => {
  service.setFault(undefined);
  seen = service.audit().length;
  const looking = service.connect();
  agents = await Promise.all(
    Array.from({ length: AGENTS }, async () => (await getAgent(looking, service.agentId(taken++))).value),
  );
  connect();
});

afterEach(() => sync.stop());

/** A console that waits so many milliseconds of real time for an answer. */
function connect(patience = 10_000): void {
  key = service.createKey();
  journal = createMemoryJournal();
  told = [];
  sync = createSync({
    stores: createStores(),
    clock,
    random: () => 0.5,
    journal,
    newId: countedIds(),
    notify: (sentence) => told.push(sentence),
    createClient: (onExchange) => (client = service.connect({ key, patience, onExchange })),
  });
}

/** What the service carried out in this test. */
const audit = () => service.audit().slice(seen);

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

type Result = BulkResult<Agent, AgentVerdict>;

/** Suspends agents one by one; `before` is called with the number of each before its turn. `signal` ends the waiting for each. */
function suspendAll(
  todo: readonly Agent[],
  before: (number: number) => void = () => undefined,
  signal?: AbortSignal,
) {
  let number = 0;
  return clock.through(
    runBulk(todo, (agent) => {
      before(number++);
      return sync.changeAgentStatus({ agent, status: 'suspended', reason: 'a test', inBulk: true, signal });
    }),
  );
}

/** Compares what was told and recorded of each with what the service did, once whatever comes late has come. */
async function compare(results: readonly Result[]): Promise<void> {
  await clock.advance(LATE_BY);
  for (const { item, verdict } of results) {
    const effects = audit().filter(({ target }) => target === item.id);
    const status = service.agent(item.id)?.status;
    const told = `${item.id}: ${verdict.sentence}`;
    if (verdict.kind === 'confirmed') {
      expect(status, told).toBe('suspended');
    } else if (verdict.kind === 'refused') {
      expect(effects, told).toEqual([]);
    }
    const steps = journal.entries.filter(({ operation }) => operation === verdict.operation);
    expect(steps.at(-1), told).toMatchObject({
      step: 'verdict',
      verdict: verdict.kind,
      target: { id: item.id },
    });
    expect(steps.filter(({ step }) => step === 'sending').length, told).toBeGreaterThanOrEqual(
      effects.length > 0 ? 1 : 0,
    );
  }
  const touched = new Set(results.map(({ item }) => item.id));
  expect(audit().every(({ target }) => touched.has(target as Agent['id']))).toBe(true);
}

const kindsOf = (results: readonly Result[]) => results.map(({ verdict }) => verdict.kind);

describe('many agents on a server where nothing goes wrong', () => {
  it('are suspended one by one, with three requests each', async () => {
    const { results, stopped } = await suspendAll(agents);
    expect(kindsOf(results)).toEqual(agents.map(() => 'confirmed'));
    expect(stopped).toBeUndefined();
    expect(audit().map(({ target }) => target)).toEqual(agents.map(({ id }) => id));
    expect(journal.steps).toEqual(agents.flatMap(() => ['intent', 'sending', 'verdict confirmed']));
    await compare(results);
  });
});

describe('many agents, when in the middle', () => {
  it.each([
    ['the key loses the permission to write', 403, () => service.demoteKey(key)],
    ['the key is revoked', 401, () => service.revokeKey(key)],
  ])('%s, stop there and leave the others as they are', async (_what, status, happen) => {
    const { results, left, stopped } = await suspendAll(agents, (number) => void (number === 2 && happen()));
    expect(kindsOf(results)).toEqual(['confirmed', 'confirmed', 'refused']);
    expect(results.at(-1)?.verdict.status).toBe(status);
    expect(stopped?.by).toBe('server');
    expect(left).toEqual(agents.slice(2));
    expect(audit()).toHaveLength(2);
    await compare(results);
  });

  it('the server asks to wait, stop there, and are taken up again where they stopped', async () => {
    const begun = await suspendAll(
      agents,
      (number) => void (number === 2 && service.setFault('rate-limited')),
    );
    expect(kindsOf(begun.results)).toEqual(['confirmed', 'confirmed', 'refused']);
    expect(begun.results.at(-1)?.verdict.status).toBe(429);
    service.setFault(undefined);
    const resumed = await suspendAll(begun.left);
    expect(kindsOf(resumed.results)).toEqual(agents.slice(2).map(() => 'confirmed'));
    expect(audit().map(({ target }) => target)).toEqual(agents.map(({ id }) => id));
    await compare([...begun.results.slice(0, 2), ...resumed.results]);
  });

  it('writing is locked, stop there', async () => {
    const { results, left, stopped } = await suspendAll(agents, (number) => {
      if (number === 3) {
        sync.setWritable(undefined);
      }
    });
    expect(kindsOf(results)).toEqual(['confirmed', 'confirmed', 'confirmed', 'refused']);
    expect({ left, by: stopped?.by }).toEqual({ left: agents.slice(3), by: 'read-only' });
    expect(audit()).toHaveLength(3);
    expect(client.isReadOnly).toBe(true);
  });

  it('the journal cannot be written, stop there', async () => {
    const { left, stopped } = await suspendAll(agents, (number) => {
      journal.problem = number === 1 ? 'The disk is full.' : undefined;
    });
    expect({ left, by: stopped?.by }).toEqual({ left: agents.slice(1), by: 'journal' });
    expect(audit()).toHaveLength(1);
  });
});

describe('many agents on a server that commits at every request', () => {
  it.each<[FaultName, AgentVerdict['kind'], number]>([
    ['lost-answer', 'confirmed', AGENTS],
    ['duplicate', 'confirmed', 2 * AGENTS],
    ['late-duplicate', 'confirmed', 2 * AGENTS],
    ['late-write', 'confirmed', AGENTS],
  ])('%s, are %s', async (fault, kind, effects) => {
    service.setFault(fault);
    const { results } = await suspendAll(agents);
    expect(kindsOf(results)).toEqual(agents.map(() => kind));
    await compare(results);
    expect(audit()).toHaveLength(effects);
    // Each was sent once, and only once.
    expect(journal.steps.filter((step) => step === 'sending')).toHaveLength(AGENTS);
  });

  it('hang, are not touched', async () => {
    connect(50);
    service.setFault('hang');
    const { results } = await suspendAll(agents.slice(0, 1));
    expect(kindsOf(results)).toEqual(['refused']);
    await compare(results);
    expect(audit()).toEqual([]);
  });

  it.each<FaultName>(['error-500', 'html-200', 'html-502', 'reset', 'malformed-json', 'truncate'])(
    '%s, are not touched',
    async (fault) => {
      service.setFault(fault);
      const { results } = await suspendAll(agents.slice(0, 2));
      expect(kindsOf(results)).toEqual(['refused', 'refused']);
      expect(audit()).toEqual([]);
      await compare(results);
    },
  );
});

it('many agents whose changes arrive late are judged again once the list shows them, and told of once', async () => {
  service.setFault('late-write');
  const { results } = await suspendAll(agents.slice(0, 3), undefined, AbortSignal.abort());
  await clock.advance(LATE_BY);
  service.setFault(undefined);
  // One of them is suspended no more by the time that it is read.
  await setAgentStatus(service.connect(), agents[1]?.id ?? '', { status: 'active' });
  sync.start();
  await clock.through(until(() => told.length > 0));
  expect(told).toEqual([expect.stringMatching(/^Confirmed late: .* So is it with 1 more/)]);
  const last = results.map(
    ({ verdict }) =>
      effectiveVerdict(journal.entries.filter(({ operation }) => operation === verdict.operation))?.verdict,
  );
  expect(last).toEqual(['confirmed', 'unknown', 'confirmed']);
  for (const [index, verdict] of last.entries()) {
    expect(service.agent(agents[index]?.id ?? '')?.status === 'suspended').toBe(verdict === 'confirmed');
  }
});

it('a change that arrives late is not made again when the person sends it once more', async () => {
  service.setFault('late-write');
  const [agent] = agents as readonly [Agent];
  const request = { agent, status: 'suspended', reason: '' } as const;
  expect(await sync.changeAgentStatus({ ...request, signal: AbortSignal.abort() })).toMatchObject({
    kind: 'unknown',
    mayResend: true,
  });
  await clock.advance(LATE_BY);
  service.setFault(undefined);
  expect(await clock.through(sync.changeAgentStatus(request))).toMatchObject({
    kind: 'refused',
    moved: { status: 'suspended' },
  });
  expect(audit()).toHaveLength(1);
});
