import { systemClock, type Clock } from '../../src/lib/clock.ts';

/**
 * A clock that begins at `start` and runs `factor` times as fast as this machine's, for what cannot run on a virtual
 * one because it really waits for the network. Never fires early; times are whole milliseconds.
 */
export function accelerate(factor: number, start: number, clock: Clock = systemClock): Clock {
  const origin = clock.monotonic();
  const monotonic = () => Math.floor((clock.monotonic() - origin) * factor);
  return {
    monotonic,
    now: () => start + monotonic(),
    schedule(milliseconds, run) {
      const due = monotonic() + milliseconds;
      let cancel = () => {};
      const fire = () => {
        // A timer of Node may come a millisecond too soon, which is many of these.
        const left = due - monotonic();
        if (left > 0) {
          cancel = clock.schedule(Math.ceil(left / factor), fire);
        } else {
          run();
        }
      };
      cancel = clock.schedule(Math.ceil(milliseconds / factor), fire);
      return () => cancel();
    },
  };
}
