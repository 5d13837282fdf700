import { expect, it } from 'vitest';

import { WatchedTime } from '../../../../src/ui/dialogs/base/watched-time.ts';
import { VirtualClock } from '../../../helpers/virtual-clock.ts';

/** A clock on which it is up to the test when all that came in was read. */
class SlowReader extends VirtualClock {
  read: () => void = () => undefined;

  override afterReading(run: () => void): void {
    this.read = run;
  }
}

it('has passed once its end has come and all that came in by then was read', async () => {
  const clock = new SlowReader();
  const time = new WatchedTime(clock, [250, 1000]);
  await clock.advance(249);
  clock.read();
  expect(time.has(250)).toBe(false);
  await clock.advance(5000);
  expect(time.has(250)).toBe(false);
  clock.read();
  expect([time.has(250), time.has(1000)]).toEqual([true, false]);
  await clock.advance(750);
  expect(time.has(1000)).toBe(false);
  clock.read();
  expect(time.has(1000)).toBe(true);
});

it('has not passed while nothing that is due was done', () => {
  const clock = new VirtualClock();
  const time = new WatchedTime(clock, [250]);
  clock.pass(5000);
  expect(time.has(250)).toBe(false);
  clock.fireNext();
  expect(time.has(250)).toBe(false);
  clock.fireNext();
  expect(time.has(250)).toBe(true);
});
