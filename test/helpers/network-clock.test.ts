import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { expect, it, onTestFinished } from 'vitest';

import type { Client } from '../../src/api/client.ts';
import { NetworkClock } from './network-clock.ts';

function startClock(): NetworkClock {
  const clock = new NetworkClock(1_000_000);
  onTestFinished(() => clock.stop());
  return clock;
}

/** A client whose calls are what is given. */
function clientOf(call: () => Promise<unknown>): Client {
  return { call } as unknown as Client;
}

const asTime = (clock: NetworkClock, milliseconds: number) =>
  new Promise<number>((resolve) => clock.schedule(milliseconds, () => resolve(clock.now())));

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it('goes from timer to timer by itself', async () => {
  const clock = startClock();
  const [late, early] = [asTime(clock, 60_000), asTime(clock, 500)];
  expect(await early).toBe(1_000_500);
  expect(await late).toBe(1_060_000);
});

it('stands while an answer is on its way, however long that takes', async () => {
  const clock = startClock();
  let answer: (value: unknown) => void = () => undefined;
  const client = clock.watch(clientOf(() => new Promise((resolve) => (answer = resolve))));
  const call = client.call('health', {}, (body) => body);
  const fired = asTime(clock, 10);
  await turns(200);
  expect(clock.now()).toBe(1_000_000);
  answer('well');
  expect(await call).toBe('well');
  expect(await fired).toBe(1_000_010);
});

it('goes on while a server keeps an answer back, and stands again once it is sent', async () => {
  const clock = startClock();
  const server = createServer((_request, response) => {
    clock.schedule(2000, () => response.end('late'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = clock.watch(
    clientOf(async () => {
      const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
      return response.text();
    }),
  );
  const after = asTime(clock, 3000);
  const isAnsweredAt = client.call('health', {}, (body) => body).then(() => clock.now());
  expect(await isAnsweredAt).toBe(1_002_050);
  expect(await after).toBe(1_003_000);
});
