import { describe, expect, it } from 'vitest';

import { SlicedResult } from '../../../src/stores/base/background-result.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';

function createSum() {
  const slices = new ManualSlices();
  const began: (readonly number[])[] = [];
  const sum = new SlicedResult<readonly [readonly number[]], number>(slices, function* (numbers) {
    began.push(numbers);
    let total = 0;
    for (const number of numbers) {
      total += number;
      yield;
    }
    return total;
  });
  return { slices, sum, began };
}

const many = (number: number) => Array<number>(100).fill(number);

describe('something made in slices', () => {
  it('is there at once when it is little', () => {
    const { sum, slices } = createSum();
    expect(sum.look([1, 2, 3])).toBe(6);
    expect(slices.isWaiting).toBe(false);
  });

  it('is not there before it is done, and then tells so', () => {
    const { sum, slices } = createSum();
    const list = many(1);
    let told = 0;
    sum.subscribe(() => told++);
    expect(sum.look(list)).toBeUndefined();
    expect(sum.isWorking).toBe(true);
    slices.runAll();
    expect(sum.look(list)).toBe(100);
    expect(told).toBe(1);
  });

  it('stays what it was while something new is made, and comes to an end however often that changes', () => {
    const { sum, slices, began } = createSum();
    const [first, second, third] = [many(1), many(2), many(3)];
    sum.look(first);
    slices.runAll();
    sum.look(second);
    slices.run();
    expect(sum.look(third)).toBe(100);
    slices.runAll();
    expect(began).toEqual([first, second, third]);
    expect(sum.look(third)).toBe(300);
  });

  it('is made once of the same inputs', () => {
    const { sum, began } = createSum();
    const list = [1, 2];
    sum.look(list);
    sum.look(list);
    expect(began).toHaveLength(1);
  });
});
