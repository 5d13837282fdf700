import { expect, it } from 'vitest';

import { countByOffsets } from '../../../src/sync/tail/count-by-offsets.ts';

/** Counts a list of so many rows of which so many are expected; gives the count and how many questions that took. */
async function count(rows: number, expected: number) {
  let questions = 0;
  const counted = await countByOffsets(expected, (offset) => {
    questions++;
    return Promise.resolve(offset < rows);
  });
  return { counted, questions };
}

it('is right for every length and every expectation, by about twice the logarithm of the difference', async () => {
  for (let rows = 0; rows <= 40; rows++) {
    for (let expected = 0; expected <= 40; expected++) {
      const { counted, questions } = await count(rows, expected);
      expect(counted).toBe(rows);
      expect(questions).toBeLessThanOrEqual(4 + 2 * Math.ceil(Math.log2(1 + Math.abs(rows - expected))));
    }
  }
});

it('is two questions where there are as many as expected, however many these are', async () => {
  expect(await count(1_000_000, 1_000_000)).toEqual({ counted: 1_000_000, questions: 2 });
});

it('is not to be had from a server that gives rows at any offset, which is found out by two questions', async () => {
  expect(await count(Number.POSITIVE_INFINITY, 20)).toEqual({ counted: undefined, questions: 2 });
});
