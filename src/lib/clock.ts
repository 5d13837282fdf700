/**
 * Time as a dependency. Everything that waits or dates something is given a Clock, so that a test decides what time it
 * is and no test sleeps.
 */
export interface Clock {
  /** Milliseconds since the epoch, as the wall clock has it. */
  now(): number;
  /** Milliseconds that only grow, for durations; unrelated to the epoch. */
  monotonic(): number;
  /** Calls `run` once after `milliseconds`; the function returned cancels it. */
  schedule(milliseconds: number, run: () => void): () => void;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic() {
    // `performance` would be loaded with all that it measures of Node.
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  },
  schedule(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** A clock on which what is called later and throws is told to `onFault`, and ends nothing. */
export function guardedClock(clock: Clock, onFault: (error: unknown) => void): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    schedule: (milliseconds, run) =>
      clock.schedule(milliseconds, () => {
        try {
          run();
        } catch (error) {
          onFault(error);
        }
      }),
  };
}

/** Resolves after `milliseconds` on the given clock; rejects with the signal's reason when aborted first. */
export function delay(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = clock.schedule(milliseconds, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
