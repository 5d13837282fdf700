import { expect, onTestFinished, test } from 'vitest';

import { watchForClockJumps } from '../../src/lib/clock-jump.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

const MINUTE = 60_000;

/** A watched clock of which the wall can jump alone, or everything as when timers fire late. */
function watched() {
  const clock = new VirtualClock();
  let wall = 0;
  let both = 0;
  const jumping: Clock = {
    now: () => clock.now() + wall + both,
    monotonic: () => clock.monotonic() + both,
    schedule: (milliseconds, run) => clock.schedule(milliseconds, run),
  };
  const jumps: number[] = [];
  const stop = watchForClockJumps(jumping, (milliseconds) => jumps.push(milliseconds));
  onTestFinished(stop);
  return {
    clock,
    jumps,
    stop,
    jumpWall: (milliseconds: number) => (wall += milliseconds),
    stall: (milliseconds: number) => (both += milliseconds),
  };
}

test('time that passes is no jump', async () => {
  const { clock, jumps } = watched();
  await clock.advance(60 * MINUTE);
  expect(jumps).toEqual([]);
});

test.each([30 * MINUTE, -30 * MINUTE])('a wall clock that moves by %d alone is one jump', async (jump) => {
  const { clock, jumps, jumpWall } = watched();
  await clock.advance(MINUTE);
  jumpWall(jump);
  await clock.advance(MINUTE);
  expect(jumps).toEqual([jump]);
});

test('timers that fire much too late are one jump', async () => {
  const { clock, jumps, stall } = watched();
  stall(10 * MINUTE);
  await clock.advance(MINUTE);
  expect(jumps).toEqual([10 * MINUTE]);
});

test('a clock that is set right, or a machine that is busy for a while, is no jump', async () => {
  const { clock, jumps, jumpWall, stall } = watched();
  jumpWall(-2000);
  await clock.advance(MINUTE);
  stall(5000);
  await clock.advance(MINUTE);
  expect(jumps).toEqual([]);
});

test('each sleep is told once, and none once the watch ended', async () => {
  const { clock, jumps, jumpWall, stop } = watched();
  for (const sleep of [MINUTE, 2 * MINUTE]) {
    jumpWall(sleep);
    await clock.advance(MINUTE);
  }
  expect(jumps).toEqual([MINUTE, 2 * MINUTE]);
  stop();
  jumpWall(MINUTE);
  await clock.advance(MINUTE);
  expect(jumps).toHaveLength(2);
});
