import { describe, expect, it } from 'vitest';

import { BackgroundJob } from '../../../src/stores/base/background-job.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';

describe('work in the background', () => {
  it('has one turn however often it is woken, in which it may go on for as long as a slice does', () => {
    const slices = new ManualSlices();
    const turns: boolean[] = [];
    const job = new BackgroundJob(slices, (hasTime) => turns.push(hasTime()));
    job.wake();
    job.wake();
    expect(turns).toEqual([]);
    slices.runAll();
    expect(turns).toEqual([false]);
  });

  it('has another turn when it is woken in one', () => {
    const slices = new ManualSlices();
    let left = 3;
    const job = new BackgroundJob(slices, () => {
      left--;
      if (left > 0) {
        job.wake();
      }
    });
    job.wake();
    slices.run();
    expect(left).toBe(2);
    slices.runAll();
    expect(left).toBe(0);
    expect(slices.isWaiting).toBe(false);
  });
});
