import type { Worker } from 'node:worker_threads';

/** Milliseconds from one beat to the next: each costs some hundredths of a millisecond, on either side. */
const INTERVAL = 2000;

/**
 * Milliseconds of processor time without a beat after which the loop is taken to be stuck. The longest piece of work that
 * is meant takes less than a tenth of that. Time in which the process is stopped, swapped out or waits for a disk does not
 * count. It is less than two intervals, in which not quite so much can be used: a third would be waited for otherwise.
 */
const STUCK_AFTER = 3500;

/**
 * Looks without a beat after which a loop has ended that does not work either, where its terminal is gone: it waits for
 * what never comes. Time in which the process is stopped or the machine asleep has no looks.
 */
const LOOKS_WITHOUT_TERMINAL = 5;

/** Milliseconds until it begins: the first seconds belong to the start. */
const BEGINS_AFTER = 1500;

/**
 * Runs on a thread of its own, since nothing else can run where a loop is stuck, the handlers of signals and the reading
 * of keys included. What kills the process is heard by the watchdog, which gives the terminal back.
 */
export const LISTENER = `
const { workerData: { beats, interval, stuckAfter, looksWithoutTerminal, words, word } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const { isatty } = require('node:tty');
// Neither takes a key nor waits, and what was a terminal and has hung up is none.
const hasTerminal = () => isatty(0) || isatty(1);
const usedByNow = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
let heard = Atomics.load(beats, 0);
let since = usedByNow();
let looks = 0;
setInterval(() => {
  const used = usedByNow();
  const beat = Atomics.load(beats, 0);
  if (beat !== heard) {
    heard = beat;
    since = used;
    looks = 0;
  } else if (used - since >= stuckAfter || (++looks >= looksWithoutTerminal && !hasTerminal())) {
    try {
      writeSync(words, word);
    } catch {}
    process.kill(process.pid, 'SIGKILL');
  }
}, interval);
`;

/**
 * Ends this process by SIGKILL when its loop does not get round any more: such a console hears neither Ctrl-C nor SIGTERM,
 * nor that its terminal is gone. One that only waits is ended where its terminal is gone. Before, it writes the word to
 * the descriptor. Without a thread the process goes on unguarded.
 */
export function keepHeartbeat(words: number, word: string): void {
  setTimeout(() => listenOnThread(words, word), BEGINS_AFTER).unref();
}

/**
 * Begins to beat, and starts the thread that listens, which keeps no process alive. Its heap has no limits: it stays as
 * small without them, and V8 ends the whole process where it reaches one while it makes a thread, which it did with 8 MB
 * where large answers were read meanwhile.
 */
export function listenOnThread(words: number, word: string): Worker {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), INTERVAL).unref();
  const listener = new Worker(LISTENER, {
    eval: true,
    name: 'vigil-heartbeat',
    workerData: {
      beats,
      interval: INTERVAL,
      stuckAfter: STUCK_AFTER,
      looksWithoutTerminal: LOOKS_WITHOUT_TERMINAL,
      words,
      word,
    },
    // The key may be in the environment.
    env: {},
    execArgv: [],
  });
  listener.on('error', () => undefined);
  listener.unref();
  return listener;
}
