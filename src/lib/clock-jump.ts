import type { Clock } from './clock.ts';

/** Milliseconds between two looks at the clocks. */
const EVERY = 5000;
/** Milliseconds by which a look may differ from what was expected: a busy machine, a clock that is set right. */
const TOLERANCE = 10_000;

/**
 * Calls `onJump` when time went on without this program, as after a sleep of the machine or a stop of the process: the
 * wall clock went further than the monotonic one, which stands still in a sleep on some systems, or a timer fired much
 * too late. It is told the milliseconds that are missing, which are negative when the wall clock was set back. The
 * function returned ends the watch.
 */
export function watchForClockJumps(clock: Clock, onJump: (milliseconds: number) => void): () => void {
  let cancel: () => void;
  const lookLater = () => {
    const wallBefore = clock.now();
    const monotonicBefore = clock.monotonic();
    cancel = clock.schedule(EVERY, () => {
      const late = clock.monotonic() - monotonicBefore - EVERY;
      const jumped = clock.now() - wallBefore - EVERY;
      // Before it is told, so that it can end the watch.
      lookLater();
      if (late > TOLERANCE || Math.abs(jumped) > TOLERANCE) {
        onJump(Math.abs(jumped) > late ? jumped : late);
      }
    });
  };
  lookLater();
  return () => cancel();
}
