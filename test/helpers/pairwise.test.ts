import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CHOICE_NAMES, variantsOf } from '../../src/server/base/choices.ts';
import { pairwise } from './pairwise.ts';

type Parameters = Readonly<Record<string, readonly unknown[]>>;

/** The pairs of values that no configuration has. */
function missingPairs(parameters: Parameters, rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  const names = Object.keys(parameters);
  const had = new Set(
    rows.flatMap((row) =>
      names.flatMap((left) =>
        names.map((right) => `${left}=${String(row[left])} ${right}=${String(row[right])}`),
      ),
    ),
  );
  return names
    .flatMap((left) =>
      names.flatMap((right) =>
        (parameters[left] ?? []).flatMap((leftValue) =>
          (parameters[right] ?? []).map(
            (rightValue) =>
              [left, right, `${left}=${String(leftValue)} ${right}=${String(rightValue)}`] as const,
          ),
        ),
      ),
    )
    .filter(([left, right, pair]) => left < right && !had.has(pair))
    .map(([, , pair]) => pair);
}

describe('pairwise', () => {
  it('has every pair of values of every two parameters', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 1000 }), (counts, seed) => {
        const parameters = Object.fromEntries(
          counts.map((count, index) => [`p${index}`, [...Array(count).keys()]]),
        );
        expect(missingPairs(parameters, pairwise(parameters, seed))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('is small: little more than the two longest lists have pairs', () => {
    const parameters = Object.fromEntries(CHOICE_NAMES.map((name) => [name, variantsOf(name)]));
    const rows = pairwise(parameters);
    const [longest = 0, second = 0] = Object.values(parameters)
      .map((values) => values.length)
      .sort((left, right) => right - left);
    expect(missingPairs(parameters, rows)).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(longest * second);
    expect(rows.length).toBeLessThanOrEqual(longest * second * 1.35);
  });

  it('gives each value of a single parameter once, and every combination of two', () => {
    expect(pairwise({ a: [1, 2, 3] })).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
    expect(pairwise({ a: [1, 2], b: ['x', 'y', 'z'] })).toHaveLength(6);
  });

  it('depends on nothing but the parameters and the seed', () => {
    const parameters = { a: [1, 2, 3], b: [1, 2, 3], c: [1, 2], d: [1, 2] };
    expect(pairwise(parameters, 5)).toEqual(pairwise(parameters, 5));
    expect(pairwise(parameters, 5)).not.toEqual(pairwise(parameters, 6));
  });
});
