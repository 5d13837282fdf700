/**
 * Time as a dependency. Everything that waits or dates something is given a Clock, so that a test decides what time it
 * is and no test sleeps.
 */
export interface Clock {
  /** Milliseconds since the epoch, as the wall clock has it. */
  now(): number;
  /** Milliseconds that only grow, for durations; unrelated to the epoch. */
  monotonic(): number;
  /** Calls `run` once after `milliseconds`, soon where that time has passed; the function returned cancels it. */
  schedule(milliseconds: number, run: () => void): () => void;
  /** Calls `run` once all that has come in from outside by now was read. */
  afterReading(run: () => void): void;
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
    // Of less than none Node warns on stderr, amid what a command says.
    const timer = setTimeout(run, Math.max(0, milliseconds));
    return () => clearTimeout(timer);
  },
  // Node calls it behind the next look at what can be read; a timer that is due may come before that.
  afterReading: (run) => void setImmediate(run),
};

/** A clock on which what is called later and throws goes to `onFault`, and ends nothing. */
export function guardedClock(clock: Clock, onFault: (error: unknown) => void): Clock {
  const guarded = (run: () => void) => () => {
    try {
      run();
    } catch (error) {
      onFault(error);
    }
  };
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    schedule: (milliseconds, run) => clock.schedule(milliseconds, guarded(run)),
    afterReading: (run) => clock.afterReading(guarded(run)),
  };
}

/** A clock for what ends before the program does. */
export interface StoppableClock extends Clock {
  /** From now on nothing is called, whatever was to be called later, and nothing of it is held. */
  stop(): void;
}

/** The same clock until it is stopped. It goes on telling the time then. */
export function stoppableClock(clock: Clock): StoppableClock {
  const waiting = new Set<() => void>();
  let isStopped = false;
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    schedule(milliseconds, run) {
      if (isStopped) {
        return () => undefined;
      }
      const end = () => {
        waiting.delete(end);
        cancel();
      };
      const cancel = clock.schedule(milliseconds, () => {
        waiting.delete(end);
        run();
      });
      waiting.add(end);
      return end;
    },
    afterReading(run) {
      clock.afterReading(() => {
        if (!isStopped) {
          run();
        }
      });
    },
    stop() {
      isStopped = true;
      waiting.forEach((end) => end());
    },
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
