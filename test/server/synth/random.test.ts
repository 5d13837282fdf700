import { describe, expect, it } from 'vitest';

import { Random, timeOrderedId } from '../../../src/server/synth/random.ts';
import { weighted } from '../../../src/server/synth/weighted.ts';

const draws = (random: Random, amount: number) => Array.from({ length: amount }, () => random.bits());

describe('Random', () => {
  it('draws the same from the same seed and something else from any other', () => {
    expect(draws(new Random(5, 'a'), 50)).toEqual(draws(new Random(5, 'a'), 50));
    const firsts = [
      new Random(5, 'a'),
      new Random(5, 'b'),
      new Random(6, 'a'),
      new Random(5, 'a', 0),
      new Random('5a'),
    ];
    expect(new Set(firsts.map((random) => random.bits())).size).toBe(firsts.length);
  });

  it('spreads fractions evenly', () => {
    const random = new Random(1);
    const tenths = new Array<number>(10).fill(0);
    for (let drawn = 0; drawn < 20_000; drawn++) {
      const tenth = Math.floor(random.fraction() * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    expect(Math.min(...tenths)).toBeGreaterThan(1850);
    expect(Math.max(...tenths)).toBeLessThan(2150);
  });

  it('includes both ends of a range of whole numbers', () => {
    const random = new Random(2);
    const drawn = new Set(Array.from({ length: 400 }, () => random.integer(-2, 3)));
    expect([...drawn].sort((left, right) => left - right)).toEqual([-2, -1, 0, 1, 2, 3]);
  });

  it('waits for the mean on average', () => {
    const random = new Random(3);
    const waits = Array.from({ length: 20_000 }, () => random.exponential(40));
    const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
    expect(mean).toBeGreaterThan(38.5);
    expect(mean).toBeLessThan(41.5);
  });

  it('shuffles without losing anything', () => {
    const items = Array.from({ length: 30 }, (_, index) => index);
    const shuffled = new Random(4).shuffled(items);
    expect(shuffled).not.toEqual(items);
    expect(shuffled.sort((left, right) => left - right)).toEqual(items);
  });

  it('makes UUIDs of version 4', () => {
    expect(new Random(9).uuid()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });
});

describe('timeOrderedId', () => {
  it('sorts by time and differs within a millisecond', () => {
    const random = new Random(1);
    const ids = [1, 31, 32, 1_700_000_000_000, 1_700_000_000_001].map((at) =>
      timeOrderedId('evt_', at, random),
    );
    expect([...ids].sort()).toEqual(ids);
    expect(timeOrderedId('evt_', 5, random)).not.toBe(timeOrderedId('evt_', 5, random));
    expect(ids[0]).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/);
  });
});

describe('weighted', () => {
  it('draws each item in proportion to its weight, and never one that weighs nothing', () => {
    const random = new Random(8);
    const letters = weighted(['a', 'b', 'c'], (letter) => ({ a: 3, b: 0, c: 1 })[letter] ?? 0);
    const drawn = Array.from({ length: 8000 }, () => letters.draw(random));
    const share = drawn.filter((letter) => letter === 'a').length / drawn.length;
    expect(share).toBeGreaterThan(0.72);
    expect(share).toBeLessThan(0.78);
    expect(drawn).not.toContain('b');
  });
});
