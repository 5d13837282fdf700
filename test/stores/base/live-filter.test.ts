import { beforeEach, describe, expect, it } from 'vitest';

import { SlicedFilter } from '../../../src/stores/base/live-filter.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';

const MANY = Array.from({ length: 5000 }, (_, index) => index);
let slices: ManualSlices;
let filter: SlicedFilter<number>;

const look = (rows: readonly number[], divisor: number, inputs: readonly unknown[] = []) =>
  filter.look(rows, [divisor], inputs, () => (divisor === 1 ? undefined : (row) => row % divisor === 0));

beforeEach(() => {
  slices = new ManualSlices();
  filter = new SlicedFilter(slices);
});

describe('a filter over many rows', () => {
  it('gives what passes as it is found, and tells how far it is', () => {
    const first = look(MANY, 2);
    expect(first).toEqual(MANY.slice(0, first.length * 2).filter((row) => row % 2 === 0));
    expect(first.length).toBeLessThan(2500);
    expect(filter.filtering).toEqual({ looked: first.length * 2, of: 5000 });
    expect(look(MANY, 2)).toBe(first);
    let told = 0;
    filter.subscribe(() => told++);
    slices.run();
    expect(told).toBe(1);
    expect(look(MANY, 2).length).toBeGreaterThan(first.length);
    slices.runAll();
    expect(look(MANY, 2)).toHaveLength(2500);
    expect(filter.filtering).toBeUndefined();
    expect(told).toBeGreaterThan(2);
    const { turns } = filter.getState();
    expect(look(MANY, 2)).toHaveLength(2500);
    expect(filter.getState()).toEqual({ turns });
  });

  it('gives what there was before until rows that changed were all looked at', () => {
    look(MANY, 2);
    slices.runAll();
    const before = look(MANY, 2);
    const others = MANY.map((row) => row + 1);
    expect(look(others, 2)).toBe(before);
    expect(filter.filtering).toBeUndefined();
    slices.runAll();
    expect(look(others, 2).at(-1)).toBe(5000);
  });

  it('looks again when something else changes that the answer depends on', () => {
    look(MANY.slice(0, 50), 2, ['today']);
    const before = look(MANY.slice(0, 0), 2, ['today']);
    expect(look(MANY.slice(0, 0), 2, ['tomorrow'])).not.toBe(before);
  });

  it('gives the very rows where everything passes, also while it was busy', () => {
    look(MANY, 2);
    expect(look(MANY, 1)).toBe(MANY);
    slices.runAll();
    expect(look(MANY, 1)).toBe(MANY);
  });
});
