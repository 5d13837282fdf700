import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readLlmCall } from '../../../src/stores/llm/llm-call-row.ts';
import { costOverTime } from '../../../src/stores/llm/llm-cost.ts';
import { wholeResult } from '../../helpers/whole-result.ts';
import { NOW, sampleCall } from '../../helpers/sample-data.ts';

const HOUR = 60 * 60 * 1000;

interface Spent {
  readonly ago: number;
  readonly cost?: unknown;
  readonly model?: string;
}

function rowsOf(spent: readonly Spent[]) {
  return spent.map(({ ago, cost, model = 'large' }, index) =>
    readLlmCall(
      sampleCall({ id: index, timestamp: new Date(NOW - ago).toISOString(), model, cost_usd: cost }),
    ),
  );
}

const over = (spent: readonly Spent[], most = 100) => wholeResult(costOverTime(rowsOf(spent), most, 'utc'));

describe('cost over time', () => {
  it('goes by the shortest step that has room, and begins where that does', () => {
    const day = [
      { ago: 0, cost: 1 },
      { ago: 23 * HOUR, cost: 2 },
    ];
    expect(over(day, 30)).toMatchObject({ step: 'hour', from: NOW - 23 * HOUR, buckets: 24 });
    expect(over(day, 10)).toMatchObject({ step: '6 hours' });
    expect(
      over(
        [
          { ago: 0, cost: 1 },
          { ago: 40 * 24 * HOUR, cost: 1 },
        ],
        60,
      ),
    ).toMatchObject({ step: 'day' });
    expect(
      over(
        [
          { ago: 0, cost: 1 },
          { ago: 3000 * 24 * HOUR, cost: 1 },
        ],
        60,
      )?.step,
    ).toMatch(/^\d+ weeks$/);
  });

  it('tells four models apart, the dearest first, and puts the others together', () => {
    const spent = ['a', 'b', 'c', 'd', 'e', 'f'].map((model, index) => ({ ago: 0, cost: index, model }));
    const cost = over(spent);
    expect(cost?.series.map(({ model, total }) => [model, total])).toEqual([
      ['f', 5],
      ['e', 4],
      ['d', 3],
      ['c', 2],
      [undefined, 1],
    ]);
  });

  it('counts costs that are written as text, and none where there is no number or no time', () => {
    expect(over([{ ago: 0, cost: '0.25' }, { ago: 0, cost: 'free' }, { ago: 0 }])).toMatchObject({
      counted: 1,
    });
    expect(over([{ ago: 0, cost: 'free' }])).toBeUndefined();
    expect(over([])).toBeUndefined();
  });

  it('loses nothing, in at most so many buckets, each call in the bucket of its time', () => {
    const spent = fc.array(
      fc.record({
        ago: fc.integer({ min: 0, max: 2000 * 24 * HOUR }),
        cost: fc.integer({ min: 0, max: 1000 }),
        model: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(spent, fc.integer({ min: 1, max: 90 }), (calls, most) => {
        const cost = over(calls, most);
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
        expect(cost?.buckets).toBeLessThanOrEqual(most);
        expect(sum((cost?.series ?? []).flatMap(({ values }) => values))).toBe(
          sum(calls.map((call) => call.cost)),
        );
        expect(
          cost?.series.every(({ values, total }) => values.length === cost.buckets && sum(values) === total),
        ).toBe(true);
        expect(cost?.from).toBeLessThanOrEqual(Math.min(...calls.map(({ ago }) => NOW - ago)));
      }),
    );
  });
});
