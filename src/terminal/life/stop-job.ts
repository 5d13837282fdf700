import type { EventEmitter } from 'node:events';

import type { Clock } from '../../lib/clock.ts';

/** Milliseconds, twice, within which a stop must show. */
const PATIENCE = 50;

export interface JobControl {
  /** The signals of this process. */
  readonly signals: EventEmitter;
  /** Sends a signal to the whole job: to everything that the shell started with us. */
  readonly signalJob: (signal: NodeJS.Signals) => void;
  readonly clock: Clock;
}

/**
 * Stops the whole job, as Ctrl-Z does for a program that leaves the terminal in its usual mode, and resolves when it
 * goes on: true after SIGCONT, false when there was no shell that could have stopped it (the system does not stop a job
 * that nobody could continue).
 */
export function stopJob({ signals, signalJob, clock }: JobControl, signal: NodeJS.Signals): Promise<boolean> {
  return new Promise((resolve) => {
    // Only a signal that nobody listens to stops a process.
    const listeners = signals.listeners(signal) as (() => void)[];
    signals.removeAllListeners(signal);
    const finish = (wasStopped: boolean) => {
      cancel();
      signals.off('SIGCONT', onContinue);
      for (const listener of listeners) {
        signals.on(signal, listener);
      }
      resolve(wasStopped);
    };
    const onContinue = () => finish(true);
    signals.once('SIGCONT', onContinue);
    // Twice, because after a long stop the first is due before the event loop hears of SIGCONT.
    let cancel = clock.schedule(PATIENCE, () => {
      cancel = clock.schedule(PATIENCE, () => finish(false));
    });
    signalJob(signal);
  });
}
