import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../../src/server/base/random.ts';
import { AmountUnitWatch, type AmountUnit } from '../../../src/sync/governor/amount-unit.ts';

/** How a server writes what is left of a window. */
const WRITERS: Readonly<Record<AmountUnit, (left: number, length: number) => readonly number[]>> = {
  seconds: (left) => [Math.ceil(left / 1000), Math.floor(left / 1000), Math.round(left / 1000), left / 1000],
  milliseconds: (left) => [Math.round(left)],
  window: (_left, length) => [length / 1000],
};

const units = fc.constantFrom<AmountUnit>('seconds', 'milliseconds', 'window');

/** Requests of a console: pauses, and how long each answer takes on both ways. */
const requests = fc.array(
  fc.record({
    pause: fc.integer({ min: 0, max: 5000 }),
    there: fc.integer({ min: 0, max: 800 }),
    back: fc.integer({ min: 0, max: 800 }),
  }),
  { minLength: 2, maxLength: 40 },
);

interface Setting {
  readonly unit: AmountUnit;
  readonly rounding: number;
  readonly length: number;
  readonly phase: number;
  readonly requests: readonly { readonly pause: number; readonly there: number; readonly back: number }[];
}

const setting: fc.Arbitrary<Setting> = fc.record({
  unit: units,
  rounding: fc.nat(3),
  length: fc.integer({ min: 10, max: 3600 }).map((seconds) => seconds * 1000),
  phase: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  requests,
});

/** Lets the watch see what a server writes; gives the unit inferred after each answer, and the time that passed. */
function watch({ unit, rounding, length, phase, requests: sent }: Setting) {
  const watcher = new AmountUnitWatch();
  const inferred: (AmountUnit | undefined)[] = [];
  let now = phase * length;
  const begun = now;
  for (const { pause, there, back } of sent) {
    now += pause;
    const written = now + there;
    const values = WRITERS[unit](length - (written % length), length);
    watcher.note(values[rounding % values.length] ?? 0, now, written + back);
    now = written + back;
    inferred.push(watcher.unit);
  }
  return { inferred, passed: now - begun };
}

describe('the unit of a small amount', () => {
  it('is never taken for another one, whatever the delays, the rounding and the phase of the window are', () => {
    fc.assert(
      fc.property(setting, (given) => {
        // Once the value may have run out unseen, nothing can be said for sure.
        fc.pre(given.requests.every(({ pause, there, back }) => pause + there + back < given.length / 3));
        const wrong = watch(given).inferred.filter((unit) => unit !== undefined && unit !== given.unit);
        expect(wrong).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['seconds', 'milliseconds', 'window'] as const)('is known soon: %s', (unit) => {
    const sent = Array.from({ length: 5 }, () => ({ pause: 700, there: 50, back: 50 }));
    const { inferred } = watch({ unit, rounding: 0, length: 60_000, phase: 0.2, requests: sent });
    expect(inferred.at(-1)).toBe(unit);
  });

  it.each([
    [
      'when the oldest request of the last minute is forgotten',
      (sent: readonly number[], now: number) =>
        (sent.find((time) => time > now - 60_000) ?? now) + 60_000 - now,
    ],
    [
      'when a bucket is full again',
      (sent: readonly number[], now: number) =>
        sent.reduce((fullAt, time) => Math.max(fullAt, time) + 1000, 30_000) - now,
    ],
  ] as const)('is known for milliseconds that begin anew again and again: %s', (_name, left) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.nat(1000), (consoles, seed) => {
        const random = seededRandom(seed);
        const watcher = new AmountUnitWatch();
        const inferred = new Set<AmountUnit | undefined>();
        const sent: number[] = [];
        for (let now = 0; now < 120_000; now += (1 + random()) * 650) {
          sent.push(now);
          if (sent.length % consoles === 0) {
            watcher.note(Math.round(left(sent, now)), now - 100 * random(), now + 100 * random());
            inferred.add(watcher.unit);
          }
        }
        expect([...inferred]).toEqual([undefined, 'milliseconds']);
      }),
      { numRuns: 60 },
    );
  });

  it('is not decided by one value, nor by zeros', () => {
    const watcher = new AmountUnitWatch();
    watcher.note(60, 0, 100);
    expect(watcher.unit).toBeUndefined();
    for (let time = 0; time < 60_000; time += 1000) {
      watcher.note(0, time, time + 100);
    }
    expect(watcher.unit).toBeUndefined();
  });

  it('is inferred anew when the server changes its mind', () => {
    const watcher = new AmountUnitWatch();
    for (let time = 0; time < 20_000; time += 2000) {
      watcher.note(60 - time / 1000, time, time + 10);
    }
    expect(watcher.unit).toBe('seconds');
    for (let time = 20_000; time < 50_000; time += 2000) {
      watcher.note(60_000 - time, time, time + 10);
    }
    expect(watcher.unit).toBe('milliseconds');
  });
});
