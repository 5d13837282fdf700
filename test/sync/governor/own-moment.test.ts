import { describe, expect, it } from 'vitest';

import { untilMoment } from '../../../src/sync/governor/own-moment.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');

describe('the moments of one of several consoles', () => {
  it('are spread evenly over the period, and the same in every one', () => {
    const of = 4;
    const moments = [0, 1, 2, 3].map((place) =>
      untilMoment(NOW + 1, { period: 1000, of, place: place % of }),
    );
    const sorted = moments.toSorted((left, right) => left - right);
    expect(sorted.slice(1).map((moment, index) => moment - (sorted[index] ?? 0))).toEqual([249, 250, 250]);
    const next = NOW + 1 + (moments[2] ?? 0);
    expect(untilMoment(next + 70, { period: 1000, of, place: 2 })).toBe(930);
    expect(untilMoment(next + 1000, { period: 1000, of, place: 2 })).toBe(0);
  });

  it('are not over for who comes a little late', () => {
    const own = { period: 1000, of: 4, place: 1 };
    const moment = NOW + untilMoment(NOW, own);
    expect(untilMoment(moment + 50, own)).toBe(0);
    expect(untilMoment(moment + 100, own)).toBe(900);
  });
});
