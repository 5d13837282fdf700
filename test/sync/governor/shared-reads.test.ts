import { beforeEach, describe, expect, it } from 'vitest';

import { listAgents } from '../../../src/api/agents.ts';
import { setAgentStatus } from '../../../src/api/agents.ts';
import { AbortedError } from '../../../src/api/errors.ts';
import { getPolicy } from '../../../src/api/policy.ts';
import type { Client } from '../../../src/api/client.ts';
import { createGovernor, type Governor } from '../../../src/sync/governor/governor.ts';
import { createFakeClient, type FakeClient } from '../../helpers/fake-client.ts';
import { sampleAgent, samplePolicy } from '../../helpers/sample-data.ts';
import { settle, VirtualClock } from '../../helpers/virtual-clock.ts';

let clock: VirtualClock;
let governor: Governor;
let client: FakeClient;
let feed: Client;
let person: Client;
let writer: Client;

beforeEach(() => {
  clock = new VirtualClock();
  governor = createGovernor({ clock, random: () => 0.5 });
  client = createFakeClient(
    clock,
    ({ endpoint }) => ({
      takes: 1000,
      body:
        endpoint === 'listAgents'
          ? { agents: [sampleAgent('a').raw], pagination: { total: 1, has_more: false } }
          : samplePolicy().raw,
    }),
    (exchange) => void governor.note(exchange),
  );
  feed = governor.pace(client, 'feed');
  person = governor.pace(client, 'person-read');
  writer = governor.pace(client, 'person-write');
});

const endpoints = () => client.calls.map(({ endpoint, at }) => `${endpoint} ${at}`);

describe('reads of the same thing', () => {
  it('share one request while it is under way, and no longer', async () => {
    const both = Promise.all([getPolicy(person), getPolicy(feed)]);
    await clock.advance(1000);
    const [first, second] = await both;
    expect(first.value).toEqual(second.value);
    expect(endpoints()).toEqual(['getPolicy 0']);
    const again = getPolicy(person);
    await clock.advance(1000);
    await again;
    expect(endpoints()).toEqual(['getPolicy 0', 'getPolicy 1000']);
  });

  it('are made for each caller that takes the answer as it arrives', async () => {
    const takeIn = () => {
      const into = { begin: () => undefined, add: () => undefined, beginning: () => '' };
      return person.call('getPolicy', { into }, () => undefined);
    };
    const both = Promise.all([takeIn(), takeIn()]);
    await clock.advance(1000);
    await both;
    expect(endpoints()).toEqual(['getPolicy 0', 'getPolicy 0']);
  });

  it('are the same whatever the order of their parameters is, and not with other ones', async () => {
    void listAgents(person, { limit: 10, offset: 0 });
    void listAgents(person, { offset: 0, limit: 10 });
    void listAgents(person, { offset: 10, limit: 10 });
    await clock.advance(100);
    expect(client.calls).toHaveLength(2);
  });

  it('fail together', async () => {
    client = createFakeClient(clock, () => ({ status: 500, takes: 10 }));
    const paced = governor.pace(client, 'person-read');
    const both = Promise.allSettled([getPolicy(paced), getPolicy(paced)]);
    await clock.advance(10);
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(client.calls).toHaveLength(1);
  });

  it('end for the one who gives up, and go on for the other', async () => {
    const controller = new AbortController();
    const given = getPolicy(person, controller.signal);
    const kept = getPolicy(person);
    await clock.advance(500);
    controller.abort();
    await expect(given).rejects.toBeInstanceOf(AbortedError);
    expect(client.calls[0]?.signal?.aborted).toBe(false);
    await clock.advance(500);
    expect((await kept).value.version).toBe('7');
  });

  it('are aborted once nobody waits for them any more', async () => {
    const controllers = [new AbortController(), new AbortController()];
    const reads = Promise.allSettled(controllers.map(({ signal }) => getPolicy(person, signal)));
    await clock.advance(500);
    controllers[0]?.abort();
    await settle();
    expect(client.calls[0]?.signal?.aborted).toBe(false);
    controllers[1]?.abort();
    await reads;
    expect(client.calls[0]?.signal?.aborted).toBe(true);
    void getPolicy(person);
    await settle();
    expect(client.calls).toHaveLength(2);
  });

  it('become as urgent as the most urgent of those who wait', async () => {
    void listAgents(feed, { limit: 1 });
    void getPolicy(feed);
    await clock.advance(100);
    expect(endpoints()).toEqual(['listAgents 0']);
    void getPolicy(person);
    await settle();
    expect(endpoints()).toEqual(['listAgents 0', 'getPolicy 100']);
  });

  it('are sent by none who gave up while waiting', async () => {
    void listAgents(feed, { limit: 1 });
    const controller = new AbortController();
    const given = getPolicy(feed, controller.signal);
    await clock.advance(100);
    controller.abort();
    await expect(given).rejects.toBeInstanceOf(AbortedError);
    expect(governor.waitingFeeds).toBe(0);
    await clock.advance(60_000);
    expect(endpoints()).toEqual(['listAgents 0']);
  });
});

describe('a write', () => {
  const suspend = (signal?: AbortSignal) =>
    setAgentStatus(writer, 'a', { status: 'suspended' }, { signal }).catch((error: unknown) => error);

  it('is never shared, and never aborted once it was sent', async () => {
    const controller = new AbortController();
    void suspend(controller.signal);
    const second = suspend();
    await clock.advance(500);
    controller.abort();
    await clock.advance(500);
    await second;
    expect(client.calls).toHaveLength(2);
    expect(client.calls[0]?.signal).toBeUndefined();
  });

  it('is not sent any more when it was given up before', async () => {
    const controller = new AbortController();
    controller.abort();
    expect(await suspend(controller.signal)).toBeInstanceOf(AbortedError);
    expect(client.calls).toHaveLength(0);
  });

  it('is not verified by a read that was under way before it', async () => {
    void getPolicy(feed);
    await clock.advance(100);
    void suspend();
    await clock.advance(100);
    void getPolicy(person);
    await settle();
    expect(endpoints()).toEqual(['getPolicy 0', 'setAgentStatus 100', 'getPolicy 200']);
    await clock.advance(950);
    void getPolicy(writer);
    void getPolicy(writer);
    await settle();
    expect(client.calls).toHaveLength(5);
  });

  it('is not shown by a read that began while it was under way', async () => {
    void suspend();
    await clock.advance(500);
    void getPolicy(person);
    await clock.advance(600);
    void getPolicy(person);
    await settle();
    expect(endpoints()).toEqual(['setAgentStatus 0', 'getPolicy 500', 'getPolicy 1100']);
  });

  it('is waited for when everything closes', async () => {
    void suspend();
    await clock.advance(100);
    let isClosed = false;
    void governor.close().then(() => (isClosed = true));
    await clock.advance(800);
    expect(isClosed).toBe(false);
    await clock.advance(200);
    expect(isClosed).toBe(true);
  });
});
