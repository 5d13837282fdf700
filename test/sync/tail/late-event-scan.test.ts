import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../../src/server/base/random.ts';
import type { EventDialect } from '../../helpers/model-event-server.ts';
import { follow } from './followed-feed.ts';

const SECOND = 1000;

/** A feed of so many events a second, some of them late by what `lateBy` gives for a number from 0 to 1, polled every two seconds. */
function followLate(
  dialect: Partial<EventDialect>,
  { rate, lateBy }: { readonly rate: number; readonly lateBy: (random: number) => number },
  hasMore: 'right' | false | undefined = 'right',
) {
  const random = seededRandom(5);
  const followed = follow(dialect, {
    begin: { newest: 200 },
    backfill: { seconds: 86_400, rows: 20_000 },
  });
  const { clock, server } = followed;
  const { spoil } = server;
  server.spoil = (body, request) => {
    const { pagination, ...rest } = spoil(body, request);
    return {
      ...rest,
      pagination: hasMore === 'right' ? pagination : { ...pagination, has_more: hasMore },
    };
  };
  const begin = clock.now();
  for (let second = -300; second < 300; second += 1 / rate) {
    const timestamp = begin + second * SECOND;
    const late = second > 0 && random() < 0.3 ? lateBy(random()) : 0;
    server.add(`e${second}`, { timestamp, arrivesAt: timestamp + late });
  }
  return followed;
}

describe.each([
  { what: 'up to a minute', lateBy: (random: number) => random * 60 * SECOND },
  { what: '15 s', lateBy: () => 15 * SECOND },
  { what: '30 s', lateBy: () => 30 * SECOND },
  { what: '58 s', lateBy: () => 58 * SECOND },
])('where 30 % of events are late by $what', ({ lateBy }) => {
  it.each([
    { rate: 0.2, order: 'descending', page: 'clamp-100', hasMore: false },
    { rate: 1, order: 'descending', page: 'clamp-100', hasMore: undefined },
    { rate: 5, order: 'descending', page: 'clamp-20', hasMore: false },
    { rate: 5, order: 'descending', page: 'clamp-1000', hasMore: 'right' },
    { rate: 1, order: 'hash', page: 'clamp-100', hasMore: false },
    { rate: 5, order: 'ascending', page: 'clamp-20', hasMore: 'right' },
  ] as const)(
    'what is called complete stays behind within 10 s of the first: $rate a second, $order, $page, has_more $hasMore',
    async ({ rate, order, page, hasMore }) => {
      const { clock, server, tail, poll } = followLate({ order, page }, { rate, lateBy }, hasMore);
      await poll();
      let seen = server.events.length;
      let first: number | undefined;
      let said: number | undefined;
      for (let polls = 0; polls < 120 && said === undefined; polls++) {
        await clock.advance(2 * SECOND);
        const arrived = server.events.slice(seen);
        seen += arrived.length;
        const { readThrough = 0 } = tail.state;
        const isAnyLate = arrived.some(({ timestamp }) => timestamp < readThrough - 5 * SECOND);
        first ??= isAnyLate ? clock.now() : undefined;
        await poll();
        const { completeThrough = Infinity, readThrough: through = 0 } = tail.state;
        said = completeThrough < through - SECOND ? clock.now() : undefined;
      }
      expect(said).toBeDefined();
      expect((said ?? 0) - (first ?? said ?? 0)).toBeLessThanOrEqual(10 * SECOND);
    },
  );
});

describe('looking for what is late', () => {
  /** The requests of a minute and a half of a feed in which nothing is late, once it has been read. */
  async function requestsOf(dialect: Partial<EventDialect>, rate: number) {
    const { clock, server, client, poll } = followLate(dialect, { rate, lateBy: () => 0 });
    await poll();
    for (let polls = 0; polls < 15; polls++) {
      await clock.advance(2 * SECOND);
      await poll();
    }
    return { clock, server, poll, calls: () => client.calls.length };
  }

  it.each([
    { order: 'descending', rate: 5, most: 1 },
    { order: 'ascending', rate: 0.2, most: 1 },
    // One count in three polls.
    { order: 'ascending', rate: 5, most: 1 + 1 / 3 },
  ] as const)('takes no request where a poll can do it: $order, $rate a second', async (given) => {
    const { clock, poll, calls } = await requestsOf({ order: given.order }, given.rate);
    const before = calls();
    for (let polls = 0; polls < 45; polls++) {
      await clock.advance(2 * SECOND);
      await poll();
    }
    // Audits, and what is read again after them.
    const audits = 3 * (1 + 4);
    expect(calls() - before).toBeLessThanOrEqual(45 * given.most + audits);
  });

  it('is left to the audits where fewer events are counted than were read, after one request', async () => {
    const { clock, server, poll, calls } = await requestsOf({ page: 'clamp-20' }, 5);
    const at = clock.now() - 60 * SECOND;
    server.events
      .filter(({ timestamp }) => Math.abs(timestamp - at) < SECOND)
      .forEach(({ id }) => server.delete(id));
    let most = 0;
    for (let polls = 0; polls < 8; polls++) {
      const before = calls();
      await clock.advance(2 * SECOND);
      await poll();
      most = Math.max(most, calls() - before);
    }
    expect(most).toBeLessThanOrEqual(4);
  });
});
