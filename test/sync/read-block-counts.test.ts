import { expect, it } from 'vitest';

import { readBlockCounts } from '../../src/sync/read-block-counts.ts';
import { createFakeClient, type FakeCall } from '../helpers/fake-client.ts';
import { NOW } from '../helpers/sample-data.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

function countsOf(paginationOf: (call: FakeCall) => unknown) {
  const client = createFakeClient(new VirtualClock(), (call) => ({
    body: { events: [], pagination: paginationOf(call) },
  }));
  return { client, counts: readBlockCounts(client, NOW, undefined, 'block counts') };
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
