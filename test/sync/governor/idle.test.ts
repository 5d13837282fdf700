import { describe, expect, it } from 'vitest';

import { variantsOf } from '../../../src/server/base/choices.ts';
import { seededRandom } from '../../../src/server/base/random.ts';
import { createGovernor } from '../../../src/sync/governor/governor.ts';
import { QuotaServer, type QuotaShape, type Units } from '../../bench/sync/quota-server.ts';
import { createFakeClient } from '../../helpers/fake-client.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const MINUTE = 60_000;
const BARE_REFUSALS = 0.08;

const SHAPES: readonly QuotaShape[] = [
  ...(['windows', 'sliding', 'bucket'] as const).flatMap((kind) => [
    { kind, limit: 12, length: 1000, others: 0 },
    { kind, limit: 300, length: MINUTE, others: 0 },
  ]),
  { kind: 'windows', limit: 30, length: 3000, others: 0 },
];

const CASES = SHAPES.flatMap((shape) =>
  variantsOf('rate-reset').map((reset) => [shape.limit, shape.kind, reset, shape] as const),
);

/** A console's reads, now one and now four at once, with a pause after them, of a server that refuses some and says nothing. */
async function longestIdle(shape: QuotaShape, reset: Units['rate-reset'], pause: number): Promise<number> {
  const clock = new VirtualClock(Date.parse('2026-03-02T09:00:17.300Z'));
  const random = seededRandom(1);
  const units = { 'rate-reset': reset, 'retry-after': 'seconds', 'retry-after-when-free': 'zero' } as const;
  const server = new QuotaServer(shape, units, random, clock.now());
  const governor = createGovernor({ clock, random });
  let [lastAt, left, longest] = [0, shape.limit, 0];
  const note = () => {
    const now = clock.monotonic();
    longest = left > shape.limit / 4 ? Math.max(longest, now - lastAt - pause) : longest;
    lastAt = now;
  };
  const client = createFakeClient(
    clock,
    () => {
      note();
      const { rateLimit, status } = server.request(clock.now());
      left = rateLimit.remaining ?? 0;
      return random() < BARE_REFUSALS
        ? { status: 429, takes: 60, date: null }
        : { status, rateLimit, takes: 60, date: Math.floor(clock.now() / 1000) * 1000 };
    },
    (exchange) => void governor.note(exchange),
  );
  const feed = governor.pace(client, 'feed');
  void (async () => {
    while (clock.monotonic() < 2 * MINUTE) {
      const pages = Array.from({ length: random() < 0.25 ? 4 : 1 }, (_, page) =>
        feed.call('listEvents', { query: { offset: page } }, () => 0).catch(() => undefined),
      );
      await Promise.all(pages);
      await new Promise<void>((resolve) => void clock.schedule(pause, resolve));
    }
  })();
  await clock.advance(2 * MINUTE);
  note();
  return longest;
}

describe('where a server refuses some requests and says nothing with that', () => {
  it.each(CASES)(
    'a feed never waits for more than ten seconds while more is left of %i (%s, %s)',
    async (_limit, _kind, reset, shape) => {
      expect(await longestIdle(shape, reset, 0)).toBeLessThan(10_000);
      expect(await longestIdle(shape, reset, 1990)).toBeLessThan(10_000);
    },
  );
});
