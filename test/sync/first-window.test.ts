import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../src/server/base/random.ts';
import { createStores } from '../../src/stores/stores.ts';
import { QuotaServer, type QuotaShape, type Units } from '../bench/sync/quota-server.ts';
import { ModelEventServer } from '../helpers/model-event-server.ts';
import { createModelSync, SMALL_ORGANIZATION } from '../helpers/model-sync.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

const MINUTE = 60_000;
/** An event every four seconds, for some hours. */
const EVENTS = 4000;
/** Two windows after its start whoever holds a share of the limit has read the newest events whole. */
const MOST = 2 * MINUTE;

interface Beginning {
  readonly kind: QuotaShape['kind'];
  readonly reset: Units['rate-reset'];
  /** Milliseconds from one start to the next. */
  readonly apart: number;
  readonly consoles: number;
  readonly seed: number;
}

/** Starts consoles on a quota of 60 a minute; gives how long each took to read the newest events whole, in milliseconds. */
async function begin({ kind, reset, apart, consoles, seed }: Beginning): Promise<readonly number[]> {
  const random = seededRandom(seed);
  const clock = new VirtualClock(Date.parse('2026-03-02T09:00:00Z') + Math.round(random() * MINUTE));
  const shape = { kind, limit: 60, length: MINUTE, others: 0 } as const;
  const units = { 'rate-reset': reset, 'retry-after': 'seconds', 'retry-after-when-free': 'zero' } as const;
  const quota = new QuotaServer(shape, units, random, clock.now());
  const server = new ModelEventServer(clock, {}, random);
  for (let index = 1; index <= EVENTS; index++) {
    server.add(`event ${index}`, { timestamp: clock.now() - index * 4000, arrivesAt: clock.now() });
  }
  const took = Array.from({ length: consoles }, () => Number.POSITIVE_INFINITY);
  const syncs = took.map((_, index) => {
    const stores = createStores();
    const { sync } = createModelSync({
      stores,
      clock,
      random,
      answer(call) {
        const { status, rateLimit } = quota.request(clock.now());
        const takes = 60 + random() * 140;
        const answer =
          call.endpoint === 'listEvents' ? server.answer(call) : { body: SMALL_ORGANIZATION[call.endpoint] };
        return status === 200 ? { ...answer, rateLimit, takes } : { status, rateLimit, takes };
      },
    });
    stores.events.subscribe(({ readThrough }) => {
      if (readThrough !== undefined) {
        took[index] = Math.min(took[index] ?? 0, clock.monotonic() - index * apart);
      }
    });
    clock.schedule(index * apart, () => sync.start());
    return sync;
  });
  const end = consoles * apart + 4 * MINUTE;
  while (took.includes(Number.POSITIVE_INFINITY) && clock.monotonic() < end) {
    await clock.advance(1000);
  }
  syncs.forEach((sync) => sync.stop());
  return took;
}

describe('what is going on now', () => {
  it('is read whole first, whatever else is to be read and however many strangers share the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('windows' as const, 'sliding' as const),
        fc.constantFrom('epoch-seconds' as const, 'delta-milliseconds' as const),
        fc.integer({ min: 300, max: 5000 }),
        fc.integer({ min: 4, max: 7 }),
        fc.integer({ min: 1, max: 1000 }),
        async (kind, reset, apart, consoles, seed) => {
          const took = await begin({ kind, reset, apart, consoles, seed });
          expect(Math.max(...took)).toBeLessThan(MOST);
        },
      ),
      {
        numRuns: 3,
        examples: [
          ['windows', 'epoch-seconds', 300, 7, 4],
          ['sliding', 'delta-milliseconds', 541, 6, 354],
        ],
      },
    );
  });
});
