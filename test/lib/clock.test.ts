import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { delay, stoppableClock, systemClock } from '../../src/lib/clock.ts';
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

describe('a clock that is stopped', () => {
  it('calls nothing any more, and tells the time', async () => {
    const clock = new VirtualClock();
    const stoppable = stoppableClock(clock);
    const called: string[] = [];
    const cancel = stoppable.schedule(10, () => called.push('cancelled'));
    stoppable.schedule(10, () => called.push('in time'));
    stoppable.schedule(30, () => called.push('too late'));
    cancel();
    await clock.advance(20);
    stoppable.afterReading(() => called.push('behind the end'));
    stoppable.stop();
    stoppable.schedule(0, () => called.push('never'));
    await clock.advance(100);
    expect(called).toEqual(['in time']);
    expect(stoppable.now()).toBe(clock.now());
  });
});

describe('the clock of this machine', () => {
  it('calls what is due already, without a warning of Node', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    await new Promise<void>((resolve) => void systemClock.schedule(-7.5, resolve));
    expect(warnings).toEqual([]);
  });

  it('calls what waits for a reading behind what had come in, though a timer was due before that', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const sender = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [receiver] = (await once(server, 'connection')) as [typeof sender];
    onTestFinished(() => void [sender, receiver].forEach((socket) => socket.destroy()));
    const order: string[] = [];
    const isOver = new Promise<void>((resolve) => {
      receiver.on('data', () => order.push('read'));
      systemClock.schedule(1, () => {
        order.push('timer');
        systemClock.afterReading(() => {
          order.push('after');
          resolve();
        });
      });
    });
    sender.write('y');
    // The loop stands still until both are due.
    const start = systemClock.monotonic();
    while (systemClock.monotonic() - start < 5);
    await isOver;
    expect(order).toEqual(expect.arrayContaining(['timer', 'read', 'after']));
    expect(order.at(-1)).toBe('after');
  });
});
