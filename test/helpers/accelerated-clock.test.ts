import { expect, it } from 'vitest';

import { accelerate } from './accelerated-clock.ts';
import { VirtualClock } from './virtual-clock.ts';

it('runs so many times as fast, from the time it is given', async () => {
  const machine = new VirtualClock();
  const clock = accelerate(50, 1_000_000, machine);
  await machine.advance(20);
  expect(clock.now()).toBe(1_001_000);
  expect(clock.monotonic()).toBe(1000);
});

it('fires when its own time has come, and not when that is cancelled', async () => {
  const machine = new VirtualClock();
  const clock = accelerate(50, 0, machine);
  const fired: number[] = [];
  clock.schedule(1000, () => fired.push(clock.now()));
  clock.schedule(1010, () => fired.push(clock.now()));
  clock.schedule(900, () => fired.push(-1))();
  await machine.advance(19);
  expect(fired).toEqual([]);
  await machine.advance(2);
  expect(fired).toEqual([1000, 1050]);
});

it('does not fire early when the timer under it does', async () => {
  const machine = new VirtualClock();
  const early = {
    now: () => machine.now(),
    monotonic: () => machine.monotonic(),
    schedule: (milliseconds: number, run: () => void) => machine.schedule(Math.max(1, milliseconds - 3), run),
  };
  const clock = accelerate(10, 0, early);
  const fired: number[] = [];
  clock.schedule(100, () => fired.push(clock.now()));
  await machine.advance(9);
  expect(fired).toEqual([]);
  await machine.advance(11);
  expect(fired).toEqual([100]);
});
