import { beforeEach, expect, it } from 'vitest';

import { Frontier } from '../../../src/sync/tail/frontier.ts';
import { ServerTime } from '../../../src/sync/tail/server-time.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const HOUR = 3_600_000;

let clock: VirtualClock;
let serverTime: ServerTime;
let frontier: Frontier;

beforeEach(() => {
  clock = new VirtualClock();
  serverTime = new ServerTime(clock);
  frontier = new Frontier(clock, serverTime);
  frontier.begin();
});

it('is no later than the time that what was read since shows, where nothing told it before', () => {
  const begunAt = serverTime.now();
  serverTime.see([clock.now() - HOUR]);
  expect(serverTime.now()).toBeLessThan(begunAt);
  expect(frontier.reach(begunAt, clock.monotonic())).toBe(serverTime.now());
});

it('stays where it is when a read that began before the last one ends after it', async () => {
  const begunAt = serverTime.now();
  await clock.advance(1000);
  const at = serverTime.now();
  frontier.reach(at, clock.monotonic());
  expect(frontier.reach(begunAt, clock.monotonic())).toBe(at);
  expect(frontier.at).toBe(at);
});
