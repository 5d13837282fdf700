import { describe, expect, it } from 'vitest';

import { delay } from '../../src/lib/clock.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

describe('delay', () => {
  it('resolves when its time has come and not before', async () => {
    const clock = new VirtualClock();
    let done = false;
    const waiting = delay(clock, 100).then(() => (done = true));
    await clock.advance(99);
    expect(done).toBe(false);
    await clock.advance(1);
    expect(done).toBe(true);
    await waiting;
  });

  it('rejects with the reason of its signal', async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const waiting = delay(clock, 100, controller.signal);
    controller.abort(new Error('no longer wanted'));
    await expect(waiting).rejects.toThrow('no longer wanted');
  });
});
