import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Share } from '../../../src/sync/governor/share.ts';
import { variantsOf } from '../../../src/server/base/choices.ts';
import { simulateIdling } from '../../bench/sync/idling.ts';
import { leastStaleness } from '../../bench/sync/resources.ts';
import type { QuotaShape, Units } from '../../bench/sync/quota-server.ts';
import {
  MOST_STALE,
  MOST_UNEVEN,
  sharingOf,
  simulateSharing,
  unevenness,
  type Sharing,
} from '../../bench/sync/sharing.ts';
import { spendableRate } from '../../bench/sync/simulation.ts';

const MINUTE = 60_000;
const UNITS: Units = {
  'rate-reset': 'epoch-seconds',
  'retry-after': 'seconds',
  'retry-after-when-free': 'zero',
};

/** Of a window that slides, one console alone comes so near to the bound, in every unit, and spends so much beyond the reserve. */
const MOST_STALE_ALONE = 1.15;
const LEAST_SPENT = 0.93;
/**
 * Ten consoles that have just started are refused so often in six minutes at the most, each for knowing too late what the others
 * took, and nearly always never.
 */
const MOST_REFUSED = 4;
/** They spend so much of the first whole window, and none of them leaves the events unread for longer. */
const LEAST_SPENT_AT_FIRST = 0.85;
const LONGEST_UNREAD = 95_000;
/**
 * Strangers keep a fifth of a window that slides to see each other by: with the shares of two consoles that are at most half
 * of each other apart, what the one with less has is 1.25 x 1.5 times as old as the bound that leaves nothing over.
 */
const MOST_STALE_SLIDING = 1.9;

/** An answer of the model takes no longer than this, in milliseconds. */
const LONGEST_ANSWER = 200;

/**
 * One answer tells next to nothing of a window of a second, so that each takes now more, now less: over a minute as much is
 * chance. What many strangers send in the same moment of a window none of them can know: so few times in a minute and a half.
 */
const MOST_UNEVEN_BY_CHANCE = 2.5;
const MOST_REFUSED_OF_SECONDS = { known: 0, strangers: 12 };
/** What is held back for the others, who cannot be seen, is a quarter of what could be spent. */
const LEAST_SPENT_OF_SECONDS = 0.7;

function sharing(shape: Omit<QuotaShape, 'others'>, starts: readonly number[], isKnown: boolean): Sharing {
  return {
    shape: { ...shape, others: 0 },
    units: UNITS,
    starts,
    isKnown,
    settling: 2 * MINUTE,
    counted: 3 * MINUTE,
    watched: 6 * MINUTE,
    seed: 3,
  };
}

interface Strangers {
  readonly kind: QuotaShape['kind'];
  readonly limit: number;
  readonly starts: readonly number[];
  readonly reset: Units['rate-reset'];
  readonly seed: number;
  readonly mostStale: number;
}

/** Has consoles that do not know of each other share a quota for some minutes: evenly, freshly, and never refused. */
async function shareAsStrangers({
  kind,
  limit,
  starts,
  reset,
  seed,
  mostStale,
}: Strangers): ReturnType<typeof simulateSharing> {
  const shape = { kind, limit, length: MINUTE } as const;
  const outcome = await simulateSharing({
    ...sharing(shape, starts, false),
    units: { ...UNITS, 'rate-reset': reset },
    watched: 3 * MINUTE,
    seed,
  });
  const bound = leastStaleness(spendableRate({ ...shape, others: 0 }) / starts.length);
  expect(unevenness(outcome)).toBeLessThan(MOST_UNEVEN);
  expect(outcome.refused).toBe(0);
  for (const { staleness } of outcome.consoles) {
    expect(staleness / bound).toBeLessThan(mostStale);
  }
  return outcome;
}

describe('a share', () => {
  it('begins with what is seen of strangers, and of consoles that know of each other with equal parts', () => {
    const stranger = new Share(() => 1);
    stranger.begin(0.1);
    expect(stranger.value).toBeCloseTo(0.1);
    const known = new Share(() => 2);
    known.begin(0.1);
    expect(known.value).toBeCloseTo(0.5);
  });

  it('of consoles that know of each other yields to others all together as much as that of one alone', () => {
    const lostBy = (consoles: number) => {
      const share = new Share(() => consoles);
      const before = share.value;
      share.note(2, 0, 60);
      return Math.log(before / share.value);
    };
    expect(lostBy(1)).toBeGreaterThan(0);
    expect(2 * lostBy(2)).toBeCloseTo(lostBy(1));
  });
});

describe('several consoles on one quota', () => {
  it.each([
    ['two of one user, one and a half seconds apart', [0, 1500], true],
    ['ten of one user', Array.from({ length: 10 }, (_, index) => index * 3000), true],
    ['ten strangers', Array.from({ length: 10 }, (_, index) => index * 20_000), false],
  ] as const)('come to equal shares inside two windows: %s', async (_name, starts, isKnown) => {
    const shape = { kind: 'windows', limit: 60, length: MINUTE } as const;
    const outcome = await simulateSharing(sharing(shape, starts, isKnown));
    const bound = leastStaleness(spendableRate({ ...shape, others: 0 }) / starts.length);
    expect(unevenness(outcome)).toBeLessThan(MOST_UNEVEN);
    for (const { staleness } of outcome.consoles) {
      expect(staleness / bound).toBeLessThan(MOST_STALE);
    }
    expect(outcome.refused).toBe(0);
    expect(outcome.longestAction).toBeLessThan(1000);
  });

  it('of one user who starts ten of them is spent, hardly ever refused, and all of them read what is live', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1000, max: 3000 }),
        // Of a window that is nearly spent ten consoles cannot take one request each before they know it.
        fc.integer({ min: 0, max: 15_000 }),
        fc.constantFrom('epoch-seconds' as const, 'delta-seconds' as const, 'delta-milliseconds' as const),
        fc.integer({ min: 1, max: 1000 }),
        async (apart, begunFor, reset, seed) => {
          const shape = { kind: 'windows', limit: 60, length: MINUTE } as const;
          const starts = Array.from({ length: 10 }, (_, index) => index * apart);
          const outcome = await simulateSharing({
            ...sharing(shape, starts, true),
            units: { ...UNITS, 'rate-reset': reset },
            watched: 3 * MINUTE,
            begunFor,
            seed,
          });
          expect(outcome.refusedAtFirst + outcome.refused).toBeLessThanOrEqual(MOST_REFUSED);
          expect(outcome.takenAtFirst).toBeGreaterThan(57 * LEAST_SPENT_AT_FIRST);
          expect(outcome.longestUnread).toBeLessThan(LONGEST_UNREAD);
          expect(unevenness(outcome)).toBeLessThan(MOST_UNEVEN);
        },
      ),
      { numRuns: 6 },
    );
  });

  it('is spent nearly as well as it can be by one alone where the window slides', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...variantsOf('rate-reset')),
        fc.integer({ min: 40, max: 200 }),
        fc.integer({ min: 1, max: 1000 }),
        async (reset, limit, seed) => {
          const shape = { kind: 'sliding', limit, length: MINUTE } as const;
          const { consoles, refused } = await simulateSharing({
            ...sharing(shape, [0], true),
            units: { ...UNITS, 'rate-reset': reset },
            counted: 6 * MINUTE,
            seed,
          });
          const bound = leastStaleness(spendableRate({ ...shape, others: 0 }));
          expect((consoles[0]?.staleness ?? Infinity) / bound).toBeLessThan(MOST_STALE_ALONE);
          expect(consoles[0]?.taken).toBeGreaterThan(6 * Math.min(limit - 3, 0.95 * limit) * LEAST_SPENT);
          expect(refused).toBe(0);
        },
      ),
      { numRuns: 12 },
    );
  });

  it.each([
    ['windows', 60, MOST_STALE],
    // Ten consoles send one request in ten seconds each of 60 a minute, and cannot know what nine others send meanwhile.
    ['sliding', 100, MOST_STALE_SLIDING],
  ] as const)(
    'of strangers comes to equal shares inside two windows and is never refused (%s)',
    async (kind, least, mostStale) => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: least, max: 600 }),
          fc.array(fc.integer({ min: 0, max: MINUTE }), { minLength: 2, maxLength: 10 }),
          fc.constantFrom('epoch-seconds' as const, 'delta-seconds' as const, 'delta-milliseconds' as const),
          fc.integer({ min: 1, max: 1000 }),
          async (limit, starts, reset, seed) => {
            const outcome = await shareAsStrangers({ kind, limit, starts, reset, seed, mostStale });
            expect(outcome.longestAction).toBeLessThan(1000);
          },
        ),
        { numRuns: 6 },
      );
    },
  );

  it('of few strangers comes to equal shares where no header tells when a window ends, and is never refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 200, max: 600 }),
        fc.array(fc.integer({ min: 0, max: MINUTE }), { minLength: 2, maxLength: 5 }),
        fc.constantFrom('window-seconds' as const, 'none' as const),
        fc.integer({ min: 1, max: 1000 }),
        async (limit, starts, reset, seed) => {
          await shareAsStrangers({ kind: 'windows', limit, starts, reset, seed, mostStale: MOST_STALE });
        },
      ),
      { numRuns: 4 },
    );
  });

  it.each([
    [2, 7],
    [2, 9],
    [5, 8],
  ])(
    'of %i strangers comes to equal shares although one learns late when a window began (seed %i)',
    async (count, seed) => {
      const shape = { kind: 'windows', limit: 60, length: MINUTE, others: 0 } as const;
      const sharing = sharingOf({ name: '', shape, reset: 'none' }, count, false, seed);
      const outcome = await simulateSharing({ ...sharing, watched: 3 * MINUTE });
      expect(unevenness(outcome)).toBeLessThan(MOST_UNEVEN);
      expect(outcome.refusedWhenSettled).toBe(0);
    },
  );

  it.each([
    ['windows', true],
    ['windows', false],
    ['bucket', true],
    ['bucket', false],
    ['sliding', false],
  ] as const)(
    'is for the others while one asks for nothing, which has its part again at once (%s, known: %s)',
    async (kind, isKnown) => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 60, max: 300 }),
          fc.integer({ min: 1, max: 1000 }),
          async (limit, seed) => {
            const shape = { kind, limit, length: MINUTE, others: 0 } as const;
            const { othersTook, readAfter, takenAgain, refused } = await simulateIdling({
              shape,
              units: UNITS,
              isKnown,
              seed,
            });
            expect(othersTook).toBeGreaterThan(spendableRate(shape) * MINUTE * LEAST_SPENT);
            expect(readAfter).toBeLessThan(LONGEST_ANSWER);
            if (kind !== 'sliding') {
              // Of a window that slides what the other one took comes back only when it has passed.
              expect(Math.max(...takenAgain) / Math.min(...takenAgain)).toBeLessThan(MOST_UNEVEN);
            }
            expect(refused).toBe(0);
          },
        ),
        { numRuns: 2 },
      );
    },
  );

  it('of one user is shared evenly where no header tells when a window ends, and not refused in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(5, 10),
        fc.constantFrom('window-seconds' as const, 'none' as const),
        fc.integer({ min: 1, max: 1000 }),
        async (count, reset, seed) => {
          const shape = { kind: 'windows', limit: 60, length: MINUTE } as const;
          const starts = Array.from({ length: count }, (_, index) => index * 20_000);
          const outcome = await simulateSharing({
            ...sharing(shape, starts, true),
            units: { ...UNITS, 'rate-reset': reset },
            watched: 3 * MINUTE,
            seed,
          });
          const bound = leastStaleness(spendableRate({ ...shape, others: 0 }) / count);
          expect(unevenness(outcome)).toBeLessThan(MOST_UNEVEN);
          expect(outcome.refused).toBe(0);
          for (const { staleness } of outcome.consoles) {
            expect(staleness / bound).toBeLessThan(MOST_STALE);
          }
        },
      ),
      { numRuns: 4 },
    );
  });

  it.each([
    ['of one user', true],
    ['of strangers', false],
  ])(
    '%s lasts for an hour that no header tells of, and leaves room for what a person does',
    async (_name, isKnown) => {
      const starts = Array.from({ length: 10 }, (_, index) => index * 20_000);
      const outcome = await simulateSharing({
        ...sharing({ kind: 'windows', limit: 5000, length: 60 * MINUTE }, starts, isKnown),
        units: { ...UNITS, 'rate-reset': 'none' },
        // The first hour is over after seventeen minutes.
        begunFor: 43 * MINUTE,
        watched: 50 * MINUTE,
      });
      expect(outcome.refused + outcome.refusedAtFirst).toBe(0);
      expect(outcome.longestAction).toBeLessThan(1000);
    },
  );

  it('of one user has data nearly as fresh as it allows where a small one slides', async () => {
    const shape = { kind: 'sliding', limit: 60, length: MINUTE, others: 0 } as const;
    const scenario = { name: '60 a minute', shape, reset: 'epoch-seconds' } as const;
    for (const seed of [3, 11]) {
      const outcome = await simulateSharing(sharingOf(scenario, 5, true, seed));
      const bound = leastStaleness(spendableRate(shape) / 5);
      const stalest = Math.max(...outcome.consoles.map(({ staleness }) => staleness));
      expect(stalest / bound).toBeLessThan(1.4);
      expect(outcome.refused + outcome.refusedAtFirst).toBe(0);
    }
  });

  it('is taken evenly and never refused where the window slides', async () => {
    const shape = { kind: 'sliding', limit: 300, length: MINUTE } as const;
    const starts = Array.from({ length: 10 }, (_, index) => index * 20_000);
    const outcome = await simulateSharing(sharing(shape, starts, true));
    expect(unevenness(outcome)).toBeLessThan(MOST_UNEVEN);
    expect(outcome.refused).toBe(0);
  });

  /** Quotas of every kind and size; a bucket is as large as what comes back in a minute. */
  const shapes = fc.oneof(
    fc.record({
      kind: fc.constantFrom('windows' as const, 'bucket' as const),
      limit: fc.integer({ min: 60, max: 600 }),
      length: fc.constant(MINUTE),
    }),
    fc.record({
      kind: fc.constant('windows' as const),
      limit: fc.integer({ min: 2000, max: 5000 }),
      length: fc.constant(60 * MINUTE),
    }),
  );

  it.each([
    ['that know of each other', true],
    ['that do not', false],
  ] as const)(
    '%s comes to equal shares of windows of a second, which few of them find used up',
    async (_name, isKnown) => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 12, max: 30 }),
          fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 2, maxLength: 10 }),
          fc.constantFrom('epoch-seconds' as const, 'delta-seconds' as const, 'window-seconds' as const),
          fc.integer({ min: 1, max: 1000 }),
          async (limit, starts, reset, seed) => {
            const outcome = await simulateSharing({
              ...sharing({ kind: 'windows', limit, length: 1000 }, starts, isKnown),
              units: { ...UNITS, 'rate-reset': reset },
              settling: MINUTE / 2,
              counted: MINUTE,
              watched: MINUTE,
              seed,
            });
            expect(unevenness(outcome)).toBeLessThan(isKnown ? MOST_UNEVEN : MOST_UNEVEN_BY_CHANCE);
            expect(outcome.refused).toBeLessThanOrEqual(
              MOST_REFUSED_OF_SECONDS[isKnown ? 'known' : 'strangers'],
            );
          },
        ),
        { numRuns: 3 },
      );
    },
  );

  it.each([
    ['windows', 'none', true],
    ['windows', 'none', false],
    ['sliding', 'none', false],
    ['sliding', 'epoch-seconds', true],
  ] as const)(
    'find out within twenty seconds that a quota is of one, and share it evenly (%s, end: %s, known: %s)',
    async (kind, reset, isKnown) => {
      const shape = { kind, limit: 12, length: 1000 } as const;
      const outcome = await simulateSharing({
        ...sharing(shape, [0, 20_000, 40_000], isKnown),
        units: { ...UNITS, 'rate-reset': reset },
        settling: 20_000,
        counted: MINUTE / 2,
        watched: MINUTE / 2,
      });
      expect(unevenness(outcome)).toBeLessThan(MOST_UNEVEN);
      expect(outcome.consoles.reduce((sum, { taken }) => sum + taken, 0)).toBeGreaterThan(
        30 * 9 * LEAST_SPENT_OF_SECONDS,
      );
      expect(outcome.refused).toBeLessThanOrEqual(1);
    },
  );

  it.each(['windows', 'sliding'] as const)(
    'of one user leave room in every second for what a person does, however many they are (%s)',
    async (kind) => {
      const outcome = await simulateSharing({
        ...sharing(
          { kind, limit: 12, length: 1000 },
          Array.from({ length: 10 }, (_, index) => index * 3000),
          true,
        ),
        settling: 20_000,
        watched: 10 * MINUTE,
      });
      expect(outcome.refusedWhenSettled).toBe(0);
      expect(outcome.longestAction).toBeLessThan(1000);
    },
  );

  it('of one user come to equal shares, whatever the quota is, and never starve an action', async () => {
    await fc.assert(
      fc.asyncProperty(
        shapes,
        fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 1, max: 1000 }),
        async (shape, starts, seed) => {
          const outcome = await simulateSharing({ ...sharing(shape, starts, true), seed });
          expect(unevenness(outcome)).toBeLessThan(MOST_UNEVEN);
          expect(outcome.refused).toBe(0);
          expect(outcome.longestAction).toBeLessThan(1000);
        },
      ),
      { numRuns: 6 },
    );
  });
});

describe('a share', () => {
  /** Lets consoles take for so many requests of a quota, each as much as its share is. */
  function take(shares: readonly Share[], requests: number): readonly number[] {
    for (let request = 0; request < requests; request++) {
      const taken = shares.reduce((sum, { value }) => sum + value, 0);
      shares.forEach((share) => share.note(taken, 1, 60));
    }
    return shares.map(({ value }) => value);
  }

  it('is the whole for who is alone', () => {
    expect(take([new Share(() => 1)], 100)).toEqual([1]);
  });

  it('is yielded to who came last, and claimed by who got next to nothing', () => {
    const early = new Share(() => 1);
    const late = new Share(() => 1);
    // What somebody else takes keeps the second one small at first.
    for (let request = 0; request < 60; request++) {
      late.note(3, 1, 60);
    }
    expect(late.value).toBeLessThan(0.1);
    const [first = 0, second = 0] = take([early, late], 200);
    expect(first / second).toBeLessThan(1.2);
    expect(first + second).toBeGreaterThan(0.9);
  });

  it('is divided at once where consoles know of each other, and grows when one ends', () => {
    let consoles = 1;
    const share = new Share(() => consoles);
    consoles = 4;
    expect(share.value).toBeCloseTo(1 / 4);
    consoles = 2;
    expect(share.value).toBeCloseTo(1 / 2);
  });

  it('does not stay small where the other consoles take nothing', () => {
    const share = new Share(() => 10);
    expect(take([share], 300)[0]).toBeGreaterThan(0.4);
  });
});
