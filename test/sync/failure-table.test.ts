import { beforeEach, describe, expect, it } from 'vitest';

import { selectHold } from '../../src/stores/connection/select-waits.ts';
import { createStores, type Stores } from '../../src/stores/stores.ts';
import type { Sync } from '../../src/sync/sync.ts';
import type { FakeAnswer, FakeCall, FakeClient } from '../helpers/fake-client.ts';
import { sampleAgent } from '../helpers/sample-data.ts';
import { createModelSync, SMALL_ORGANIZATION } from '../helpers/model-sync.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

const MINUTE = 60_000;

let clock: VirtualClock;
let stores: Stores;
let client: FakeClient;
let sync: Sync;
let renewed: number;
/** What the server says in the place of its usual answer. */
let instead: (call: FakeCall) => FakeAnswer | undefined;

beforeEach(async () => {
  clock = new VirtualClock();
  stores = createStores();
  instead = () => undefined;
  renewed = 0;
  let remaining = 60;
  let window = 0;
  ({ sync, client } = createModelSync({
    stores,
    clock,
    answer: (call) => {
      const now = Math.floor(clock.now() / MINUTE);
      remaining = now === window ? remaining - 1 : 59;
      window = now;
      const rateLimit = { limit: 60, remaining, reset: String((now + 1) * 60), retryAfter: '0' };
      return { body: SMALL_ORGANIZATION[call.endpoint], rateLimit, takes: 50, ...instead(call) };
    },
  }));
  Object.assign(client, { renewConnections: () => renewed++ });
  stores.view.setState({ tab: 'agents' });
  sync.start();
  await clock.advance(30_000);
  expect(waits()).toEqual([]);
});

const waits = () => stores.connection.getState().waits;
const callsFrom = (time: number) => client.calls.filter(({ at }) => at >= time);

/** The console as it was before the fault: reading everything, waiting for nothing. */
async function recovers(): Promise<void> {
  instead = () => undefined;
  await clock.advance(MINUTE + 30_000);
  const from = clock.monotonic();
  await clock.advance(MINUTE);
  expect(new Set(callsFrom(from).map(({ endpoint }) => endpoint)).size).toBeGreaterThan(5);
  expect(stores.connection.getState()).toMatchObject({
    state: 'live',
    waits: [],
    stopped: undefined,
    heldUntil: undefined,
    problem: undefined,
  });
  expect(stores.agents.getState().failure).toBeUndefined();
}

describe('429', () => {
  it('holds everything behind one block, keeps the data, shows a countdown, sends one request, and recovers', async () => {
    const until = String(Math.ceil(clock.now() / 1000) + 20);
    const before = stores.agents.getState().receivedAt;
    instead = () => ({ status: 429, rateLimit: { limit: 60, remaining: 0, retryAfter: until } });
    await clock.advance(3000);
    const [wait] = waits();
    expect(wait?.what).toBe('everything');
    expect(wait?.reason).toBe('The server asks to wait, the rate limit is used up (429).');
    expect(wait?.next).toBe('then one request tries whether the server answers again');
    expect(wait?.until).toBe(stores.connection.getState().heldUntil);
    expect(Math.abs((wait?.until ?? 0) - Number(until) * 1000)).toBeLessThan(1100);
    const refused = client.calls.length;
    await clock.advance(15_000);
    expect(client.calls).toHaveLength(refused);
    expect(stores.agents.getState().data?.rows).toHaveLength(1);
    expect(stores.agents.getState().receivedAt).toBeGreaterThanOrEqual(before ?? 0);
    instead = () => ({ takes: 5000 });
    await clock.advance(5000);
    expect(client.calls).toHaveLength(refused + 1);
    await recovers();
  });

  it('waits a second at the least, even for Retry-After 0', async () => {
    instead = () => ({ status: 429, rateLimit: { limit: 60, remaining: 30, retryAfter: '0' } });
    const from = clock.monotonic();
    await clock.advance(60_000);
    const times = callsFrom(from).map(({ at }) => at);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
    await recovers();
  });
});

describe.each([
  ['5xx', { status: 503 }, 'failing', 'The server failed (503)'],
  ['a timeout', { problem: 'timeout', takes: 15_000 }, 'unreachable', 'timeout'],
  ['a reset', { problem: 'reset' }, 'unreachable', 'reset'],
  ['a name that cannot be resolved', { problem: 'name' }, 'unreachable', 'name'],
  ['no connection', { problem: 'connect' }, 'unreachable', 'connect'],
] as const)('%s', (_what, fault, state, reason) => {
  it('lets only /health be asked, ever more seldom, says so, and recovers', async () => {
    instead = () => fault;
    await clock.advance(5 * MINUTE);
    const [wait] = waits();
    expect(wait?.what).toBe('everything');
    expect(wait?.reason).toContain(reason);
    expect(wait?.next).toMatch(/\/health|one request tries/);
    expect(stores.connection.getState().state).toBe(state);
    expect(stores.agents.getState().data?.rows).toHaveLength(1);
    const from = clock.monotonic();
    await clock.advance(5 * MINUTE);
    const asked = callsFrom(from);
    expect(asked.every(({ endpoint }) => endpoint === 'health')).toBe(true);
    expect(asked.length).toBeLessThanOrEqual(21);
    expect(asked.length).toBeGreaterThanOrEqual(5);
    await recovers();
  });

  it('tries with one request once /health answers, and goes back when that fails, too', async () => {
    instead = ({ endpoint }) => (endpoint === 'health' ? undefined : fault);
    await clock.advance(5 * MINUTE);
    const from = clock.monotonic();
    const held = new Set<string | undefined>();
    const stopWatching = stores.connection.subscribe((state) =>
      held.add(selectHold(state, clock.now())?.kind),
    );
    await clock.advance(5 * MINUTE);
    stopWatching();
    // The answers of the health check do not make it a wait for the limit.
    expect(held).toEqual(new Set(['broken']));
    const asked = callsFrom(from);
    const health = asked.filter(({ endpoint }) => endpoint === 'health').length;
    expect(health).toBeLessThanOrEqual(22);
    expect(asked.length - health).toBeLessThanOrEqual(health + 1);
    await recovers();
  });
});

describe('a person during an outage', () => {
  it('is not held back, and what works for the person ends it', async () => {
    instead = () => ({ status: 503 });
    await clock.advance(5 * MINUTE);
    instead = ({ endpoint }) => (endpoint === 'setAgentStatus' ? { body: {} } : undefined);
    const agent = sampleAgent('agent-1');
    const writing = sync.changeAgentStatus({ agent, status: 'suspended', reason: '' });
    // What is not seen yet is read again for some seconds.
    await clock.advance(10_000);
    expect((await writing).kind).toBe('contradicted');
    expect(waits().filter(({ what }) => what === 'everything')).toEqual([]);
  });
});

describe('TLS', () => {
  it('stops all reading, says why, offers no way around, and goes on by hand', async () => {
    instead = () => ({ problem: 'tls' });
    await clock.advance(10_000);
    const from = clock.monotonic();
    await clock.advance(10 * MINUTE);
    expect(callsFrom(from)).toEqual([]);
    expect(stores.connection.getState().stopped).toContain('tls');
    expect(waits()[0]).toMatchObject({
      what: 'everything',
      until: undefined,
      next: 'nothing is read until you try again with r',
    });
    instead = () => undefined;
    sync.refresh();
    await recovers();
  });
});

describe('401', () => {
  it('stops all reading, asks for the key, and goes on by hand', async () => {
    instead = ({ endpoint }) => (endpoint === 'health' ? undefined : { status: 401 });
    await clock.advance(10_000);
    const from = clock.monotonic();
    await clock.advance(10 * MINUTE);
    expect(callsFrom(from)).toEqual([]);
    expect(stores.connection.getState().stopped).toBe(
      'The server refused the key (401). Check VIGIL_API_KEY, then refresh.',
    );
    sync.refresh();
    await clock.advance(1000);
    expect(callsFrom(from).length).toBeLessThanOrEqual(4);
    expect(stores.connection.getState().stopped).toContain('401');
    instead = () => undefined;
    sync.refresh();
    await recovers();
  });
});

describe('403', () => {
  it('stops that resource alone, and is tried again by hand', async () => {
    instead = ({ endpoint }) => (endpoint === 'listAgents' ? { status: 403 } : undefined);
    await clock.advance(MINUTE);
    const from = clock.monotonic();
    await clock.advance(5 * MINUTE);
    const asked = callsFrom(from).map(({ endpoint }) => endpoint);
    expect(asked).not.toContain('listAgents');
    expect(asked).toContain('listEvents');
    expect(waits()).toMatchObject([
      { what: 'agents', until: undefined, next: 'it is read again once you refresh' },
    ]);
    expect(stores.agents.getState()).toMatchObject({ data: { total: 1 }, failure: { status: 403 } });
    instead = () => undefined;
    sync.refresh();
    await clock.advance(500);
    expect(stores.agents.getState().failure).toBeUndefined();
    expect(waits()).toEqual([]);
  });
});

describe('an answer that cannot be used', () => {
  it('keeps the last good data, says what came, backs off, and recovers', async () => {
    instead = ({ endpoint }) => (endpoint === 'listAgents' ? { body: 'a page of a portal' } : undefined);
    await clock.advance(5 * MINUTE);
    expect(stores.agents.getState().data?.rows).toHaveLength(1);
    expect(stores.agents.getState().failure).toBeDefined();
    const [wait] = waits();
    expect(wait).toMatchObject({ what: 'agents', next: 'then it is read again' });
    expect(wait?.until).toBeGreaterThan(clock.now());
    const from = clock.monotonic();
    await clock.advance(5 * MINUTE);
    const asked = callsFrom(from).filter(({ endpoint }) => endpoint === 'listAgents');
    expect(asked.length).toBeLessThanOrEqual(25);
    await recovers();
  });

  it('keeps the other rows when one is damaged', async () => {
    const rows = [sampleAgent('agent-1').raw, { hostname: 'without an id' }, sampleAgent('agent-2').raw];
    instead = ({ endpoint }) =>
      endpoint === 'listAgents'
        ? { body: { agents: rows, pagination: { total: 3, has_more: false } } }
        : undefined;
    await clock.advance(MINUTE);
    expect(stores.agents.getState().data).toMatchObject({ total: 3 });
    expect(stores.agents.getState().data?.rows).toHaveLength(2);
    expect(stores.agents.getState().data?.damaged).toHaveLength(1);
    expect(stores.agents.getState().failure).toBeUndefined();
  });
});

describe('a machine that slept', () => {
  it('gets new connections and begins again without a storm', async () => {
    instead = () => ({ takes: 40_000 });
    await clock.advance(5000);
    const hanging = client.calls.filter(({ signal }) => signal?.aborted === false).length;
    expect(hanging).toBeGreaterThan(0);
    instead = () => undefined;
    clock.setWall(8 * 60 * MINUTE);
    const from = clock.monotonic();
    await clock.advance(10_000);
    expect(renewed).toBe(1);
    expect(callsFrom(from).length).toBeGreaterThan(3);
    expect(callsFrom(from).length).toBeLessThan(16);
    const after = clock.monotonic();
    await clock.advance(MINUTE);
    expect(callsFrom(after).length).toBeLessThanOrEqual(60);
    await recovers();
  });

  it.each([-60 * MINUTE, -6000, 6000])(
    'does not stand still when its clock was set by %i ms under a request, and the clock of the server was not',
    async (by) => {
      const ahead = clock.now() - clock.monotonic();
      let [remaining, window] = [60, 0];
      instead = () => {
        const date = clock.monotonic() + ahead;
        const now = Math.floor(date / MINUTE);
        remaining = now === window ? remaining - 1 : 59;
        window = now;
        return { date, takes: 500, rateLimit: { limit: 60, remaining, reset: String((now + 1) * 60) } };
      };
      await clock.advance(5000);
      const sent = client.calls.length;
      while (client.calls.length === sent) {
        await clock.advance(50);
      }
      expect(clock.monotonic() - (client.calls.at(-1)?.at ?? 0)).toBeLessThan(500);
      clock.setWall(by);
      const from = clock.monotonic();
      await clock.advance(MINUTE);
      expect(callsFrom(from).length).toBeGreaterThan(30);
      expect(callsFrom(from).length).toBeLessThan(66);
      expect(waits()).toEqual([]);
    },
  );
});
