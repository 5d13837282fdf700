import type { Duplex } from 'node:stream';

import type { Clock } from '../../lib/clock.ts';
import type { Modes } from './modes.ts';
import { keepHeartbeat } from './heartbeat.ts';
import { STUCK, watchdogScript, WORDS_DESCRIPTOR } from './watchdog-script.ts';

/**
 * Milliseconds that the console waits for it, and takes no keys, before it goes on without: starting two programs takes
 * that long only where something is wrong.
 */
const PATIENCE = 5_000;

/**
 * Another process that gives the terminal back if this one dies without a word: by SIGKILL, an abort, or out of memory,
 * and a thread that ends this one if it does not answer any more. One that was killed is not replaced: it alone knows the
 * settings from before ours, and another would take ours for those.
 */
export interface Watchdog {
  /** The terminal is ours, raw mode included. */
  hold(): void;
  /** The terminal is the shell's for a while. */
  rest(): void;
  /** The terminal is about to answer a question, or has done so. */
  expectAnswer(isExpected: boolean): void;
  /** The terminal is as it was; the watchdog ends. */
  dismiss(): void;
}

/**
 * Starts the watchdog on the terminal behind standard input and output, in a session of its own, so that what kills the
 * job spares it. Resolves once it has read the terminal's settings, which must be before raw mode; also when there is no
 * shell to run it or it takes too long, and then the console goes on without. Never rejects.
 */
export function startWatchdog(clock: Clock, { leave }: Pick<Modes, 'leave'>): Promise<Watchdog> {
  // Loaded only here: the first frame is painted before.
  const { spawn } = process.getBuiltinModule('node:child_process');
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', watchdogScript(leave), 'vigil-watchdog'], {
      stdio: ['inherit', 'inherit', 'ignore', 'pipe'],
      detached: true,
      cwd: '/',
      // Nothing else of the environment: the key may be in it.
      env: { PATH: process.env['PATH'] },
    });
    const words = child.stdio[WORDS_DESCRIPTOR] as Duplex & { unref(): void };
    // It can be missing or killed, and the console goes on without it.
    child.on('error', () => finish());
    words.on('error', () => finish());
    words.once('data', () => {
      finish();
      // What is stuck cannot use the stream, and a thread cannot use another's.
      const descriptor = (words as { readonly _handle?: { readonly fd?: number } })._handle?.fd;
      keepHeartbeat(descriptor ?? -1, `${STUCK}\n`);
    });
    words.once('close', () => finish());
    child.unref();
    words.unref();
    const cancel = clock.schedule(PATIENCE, () => {
      // It would now read our settings and take them for those from before.
      child.kill('SIGKILL');
      finish();
    });
    // What is small enough for the socket is in it when write returns, so a word is not lost if we exit right after.
    const say = (word: string) => words.writable && words.write(`${word}\n`);
    const watchdog: Watchdog = {
      hold: () => void say('hold'),
      rest: () => void say('rest'),
      expectAnswer: (isExpected) => void say(isExpected ? 'asked' : 'heard'),
      dismiss: () => void say('done'),
    };
    const finish = () => {
      cancel();
      resolve(watchdog);
    };
  });
}
