import { EventEmitter } from 'node:events';

import { expect, test } from 'vitest';

import { stopJob } from '../../../src/terminal/life/stop-job.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

function job() {
  const signals = new EventEmitter();
  const clock = new VirtualClock();
  const heard: string[] = [];
  signals.on('SIGTSTP', () => heard.push('SIGTSTP'));
  const sent: string[] = [];
  const listenersWhenSent: number[] = [];
  const stopped = stopJob(
    {
      signals,
      clock,
      signalJob: (signal) => {
        sent.push(signal);
        listenersWhenSent.push(signals.listenerCount(signal));
      },
    },
    'SIGTSTP',
  );
  return { signals, clock, heard, sent, listenersWhenSent, stopped };
}

test('the signal meets no listener, and those that were there hear again when the job goes on', async () => {
  const { signals, heard, sent, listenersWhenSent, stopped } = job();
  expect([sent, listenersWhenSent]).toEqual([['SIGTSTP'], [0]]);
  signals.emit('SIGCONT');
  expect(await stopped).toBe(true);
  signals.emit('SIGTSTP');
  expect(heard).toEqual(['SIGTSTP']);
  expect(signals.listenerCount('SIGCONT')).toBe(0);
});

test('a job that nothing stops goes on', async () => {
  const { signals, clock, heard, stopped } = job();
  await clock.advance(1000);
  expect(await stopped).toBe(false);
  signals.emit('SIGTSTP');
  expect(heard).toEqual(['SIGTSTP']);
  expect(signals.listenerCount('SIGCONT')).toBe(0);
});

test('a timer that falls due before SIGCONT is heard of does not hide the stop', async () => {
  const { signals, clock, stopped } = job();
  await clock.advance(50);
  signals.emit('SIGCONT');
  expect(await stopped).toBe(true);
});
