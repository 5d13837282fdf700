import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Arrivals } from '../../../src/server/synth/arrivals.ts';

const timesOf = (arrivals: Arrivals, ...cuts: number[]) =>
  cuts.flatMap((cut) => arrivals.takeUpTo(cut).map(({ at, random }) => [at, random.bits()]));

describe('Arrivals', () => {
  it('arrive at the rate on average, whatever it is', () => {
    expect(new Arrivals(1 / 1000, 0, 'a').takeUpTo(4_000_000).length).toBeGreaterThan(3800);
    expect(new Arrivals(1 / 1000, 0, 'a').takeUpTo(4_000_000).length).toBeLessThan(4200);
    const slow = new Arrivals(0.05 / 1000, 0, 'b').takeUpTo(20_000_000).length;
    expect(slow).toBeGreaterThan(900);
    expect(slow).toBeLessThan(1100);
    const fast = new Arrivals(5, 0, 'c').takeUpTo(2000).length;
    expect(fast).toBeGreaterThan(9500);
    expect(fast).toBeLessThan(10_500);
  });

  it('are the same however the time is cut', () => {
    const whole = timesOf(new Arrivals(1 / 50, 0, 'd'), 10_000);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9999 }), { maxLength: 20 }), (cuts) => {
        const sorted = [...cuts].sort((left, right) => left - right);
        expect(timesOf(new Arrivals(1 / 50, 0, 'd'), ...sorted, 10_000)).toEqual(whole);
      }),
    );
  });

  it('lie after the start and not after the end of what is taken', () => {
    const times = new Arrivals(1, 500, 'e').takeUpTo(900).map(({ at }) => at);
    expect(Math.min(...times)).toBeGreaterThan(500);
    expect(Math.max(...times)).toBeLessThanOrEqual(900);
  });

  it('never come at a rate of 0', () => {
    expect(new Arrivals(0, 0, 'f').takeUpTo(1e12)).toEqual([]);
  });

  it('leave out what is skipped', () => {
    const arrivals = new Arrivals(1 / 10, 0, 'g');
    arrivals.skipTo(5000);
    const times = arrivals.takeUpTo(6000).map(({ at }) => at);
    expect(times.length).toBeGreaterThan(50);
    expect(Math.min(...times)).toBeGreaterThan(5000);
  });
});
