import { beforeEach, describe, expect, it } from 'vitest';

import { getPolicy } from '../../../src/api/policy.ts';
import type { Client } from '../../../src/api/client.ts';
import { createGovernor, type Governor } from '../../../src/sync/governor/governor.ts';
import { createFakeClient, type FakeClient } from '../../helpers/fake-client.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const MINUTE = 60_000;

let clock: VirtualClock;
let governor: Governor;
let client: FakeClient;
let person: Client;
let isDown: boolean;

beforeEach(() => {
  clock = new VirtualClock();
  governor = createGovernor({ clock, random: () => 0.5 });
  isDown = false;
  client = createFakeClient(
    clock,
    ({ endpoint }) => ({
      takes: endpoint === 'listEvents' ? MINUTE : 10,
      ...(isDown || endpoint === 'listEvents'
        ? { status: 500 }
        : { body: endpoint === 'health' ? { status: 'ok' } : samplePolicy().raw }),
    }),
    (exchange) => void governor.note(exchange),
  );
  person = governor.pace(client, 'person-read');
});

async function ask(down: boolean): Promise<void> {
  isDown = down;
  getPolicy(person).catch(() => undefined);
  await clock.advance(10);
}

const lookedAt = () => client.calls.filter(({ endpoint }) => endpoint === 'health').map(({ at }) => at);

describe('a server that fails now and then', () => {
  it('is read on as long as it answers in between', async () => {
    for (let round = 0; round < 10; round++) {
      await ask(true);
      await ask(true);
      expect(governor.isHeld).toBe(false);
      await ask(false);
    }
    expect(lookedAt()).toEqual([]);
  });
});

describe('an outage', () => {
  it('is what feeds wait for, and nothing that somebody waits for', async () => {
    while (!governor.isHeld) {
      await ask(true);
    }
    expect(governor.waiting('feed')).toMatchObject({ for: 'turn', reason: 'The server failed (500).' });
    expect(governor.waiting('command')).toEqual({ for: 'pace' });
  });
});

describe('a failure of what was sent before the outage was known', () => {
  it('says nothing against a server that is back', async () => {
    const late = person.call('listEvents', {}, () => 0).catch((error: unknown) => error);
    while (!governor.isHeld) {
      await ask(true);
    }
    isDown = false;
    while (lookedAt().length === 0) {
      await clock.advance(10);
    }
    await clock.advance(10);
    expect(governor.isHeld).toBe(false);
    await clock.advance(MINUTE);
    expect(await late).toBeInstanceOf(Error);
    expect(governor.isHeld).toBe(false);
  });
});

describe('requests that never end', () => {
  it('say nothing against a server that answers later ones', async () => {
    const hung = Array.from({ length: 20 }, (_, offset) =>
      person.call('listEvents', { query: { offset } }, () => 0).catch(() => 'ended'),
    );
    const begun = clock.now();
    await clock.advance(MINUTE / 2);
    expect(governor.view.silentSince).toBe(begun);
    await ask(false);
    expect(governor.view.silentSince).toBeUndefined();
    await clock.advance(MINUTE);
    expect(new Set(await Promise.all(hung))).toEqual(new Set(['ended']));
    expect(governor.isHeld).toBe(false);
    expect(lookedAt()).toEqual([]);
  });
});

describe('retries', () => {
  it('are saved up by successes to ten at the most', async () => {
    for (let read = 0; read < 150; read++) {
      await ask(false);
    }
    let retries = 0;
    while (governor.takeRetry()) {
      retries++;
    }
    expect(retries).toBe(10);
  });
});

describe('a server that was down for long and is back', () => {
  it('is looked at as soon as the first time when it goes down again', async () => {
    const untilLooked = async () => {
      const before = lookedAt().length;
      const from = clock.monotonic();
      while (lookedAt().length === before) {
        await ask(true);
      }
      return (lookedAt().at(-1) ?? 0) - from;
    };
    const first = await untilLooked();
    await clock.advance(10 * MINUTE);
    await ask(false);
    expect(governor.isHeld).toBe(false);
    expect(await untilLooked()).toBeLessThanOrEqual(first);
  });
});
