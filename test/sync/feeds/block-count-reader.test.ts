import { expect, it } from 'vitest';

import { BlockCountReader } from '../../../src/sync/feeds/block-count-reader.ts';
import { createFakeClient, type FakeCall } from '../../helpers/fake-client.ts';
import { NOW } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

function countsOf(paginationOf: (call: FakeCall) => unknown) {
  const client = createFakeClient(new VirtualClock(), (call) => ({
    body: { events: [], pagination: paginationOf(call) },
  }));
  return { client, counts: new BlockCountReader(client, 'block counts').read(NOW, undefined) };
}

it('takes the totals of the server for the last hour and the last day, and reads no events for it', async () => {
  const { client, counts } = countsOf(({ query }) => ({
    total: query?.['since'] === '2026-03-02T08:00:00Z' ? 3 : 41,
  }));
  expect(await counts).toEqual({ hour: 3, day: 41 });
  expect(client.calls.map(({ query }) => query)).toEqual([
    { outcome: 'block', since: '2026-03-02T08:00:00Z', limit: 1 },
    { outcome: 'block', since: '2026-03-01T09:00:00Z', limit: 1 },
  ]);
});

it('knows no number where the server tells no total', async () => {
  expect(await countsOf(() => undefined).counts).toEqual({ hour: undefined, day: undefined });
});

it('asks only for the count that failed, unless the other one is old by then', async () => {
  let isFailing = true;
  const client = createFakeClient(new VirtualClock(), ({ query }) =>
    isFailing && query?.['since'] !== '2026-03-02T08:00:00Z'
      ? { status: 500 }
      : { body: { events: [], pagination: { total: 3 } } },
  );
  const reader = new BlockCountReader(client, 'block counts');
  await expect(reader.read(NOW, undefined)).rejects.toThrow('500');
  isFailing = false;
  expect(await reader.read(NOW + 1000, undefined)).toEqual({ hour: 3, day: 3 });
  expect(client.calls).toHaveLength(3);
  isFailing = true;
  await expect(reader.read(NOW, undefined)).rejects.toThrow('500');
  isFailing = false;
  await reader.read(NOW + 11_000, undefined);
  expect(client.calls).toHaveLength(7);
});
