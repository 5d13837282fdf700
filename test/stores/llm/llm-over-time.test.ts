import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readLlmCall } from '../../../src/stores/llm/llm-call-row.ts';
import { llmOverTime } from '../../../src/stores/llm/llm-over-time.ts';
import { wholeResult } from '../../helpers/whole-result.ts';
import { NOW, sampleCall } from '../../helpers/sample-data.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Fields = Readonly<Record<string, unknown>>;

const over = (calls: readonly (Fields & { readonly ago: number })[], most = 100) =>
  wholeResult(
    llmOverTime(
      calls.map(({ ago, ...rest }, index) =>
        readLlmCall(sampleCall({ id: index, timestamp: new Date(NOW - ago).toISOString(), ...rest })),
      ),
      most,
      'utc',
    ),
  );

describe('cost and latency over time', () => {
  it('are by day, each a day of the calendar, where calls are of more than two', () => {
    const times = over([
      { ago: 0, cost_usd: 2, latency_ms: 100 },
      { ago: HOUR, cost_usd: 1, latency_ms: 300 },
      { ago: 2 * DAY + HOUR, cost_usd: 5, latency_ms: 7 },
    ]);
    const from = Date.parse('2026-02-28T00:00:00Z');
    expect(times).toMatchObject({ from, to: from + 3 * DAY, step: DAY, count: 3 });
    expect(times?.costs).toEqual([5, 0, 3]);
    expect(times?.latencies).toEqual({ median: [7, undefined, 100], slow: [7, undefined, 300] });
  });

  it('are by what says more where calls are of fewer days', () => {
    const spent = (ago: number) =>
      over([
        { ago: 0, cost_usd: 1 },
        { ago, cost_usd: 1 },
      ]);
    expect(spent(30 * MINUTE)?.step).toBe(MINUTE);
    expect(spent(10 * HOUR)?.step).toBe(10 * MINUTE);
    expect(spent(2 * DAY)?.step).toBe(HOUR);
  });

  it('are of the last days where there is no room for all', () => {
    const times = over(
      [
        { ago: 0, cost_usd: 1 },
        { ago: 3 * DAY, cost_usd: 2 },
        { ago: 9 * DAY, cost_usd: 50 },
      ],
      5,
    );
    expect(times?.costs).toEqual([0, 2, 0, 0, 1]);
  });

  it('are only what the data holds', () => {
    expect(over([{ ago: 0, latency_ms: 5 }])).toMatchObject({ costs: undefined, latencies: { median: [5] } });
    expect(over([{ ago: 0, cost_usd: 5 }])).toMatchObject({ costs: [5], latencies: undefined });
    expect(over([{ ago: 0, model: 'large' }])).toBeUndefined();
    expect(over([])).toBeUndefined();
  });

  it('add up to what all calls cost, in no more stretches than asked for', () => {
    const calls = fc.array(
      fc.record({ ago: fc.integer({ min: 0, max: 40 * DAY }), cost_usd: fc.integer({ min: 1, max: 99 }) }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(calls, fc.integer({ min: 42, max: 200 }), (all, most) => {
        const times = over(all, most);
        expect(times?.count).toBeLessThanOrEqual(most);
        expect(times?.costs).toHaveLength(times?.count ?? 0);
        expect(times?.costs?.reduce((sum, cost) => sum + cost, 0)).toBe(
          all.reduce((sum, { cost_usd: cost }) => sum + cost, 0),
        );
      }),
    );
  });
});
