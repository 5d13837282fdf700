import type { Clock } from '../../lib/clock.ts';
import type { Faults } from '../../stores/connection/faults.ts';

/** So many exceptions that nobody caught, within so many milliseconds, are no accident any more: nothing works then. */
const MOST = 10;
const WITHIN = 10_000;

/**
 * Whether the console goes on after an exception that nobody caught: it does, as long as they are few. Each is reported;
 * what failed is the one thing that threw, and a write during which it happened has no verdict then: what
 * became of it is found out later, as of any that was left unfinished.
 */
export function surviveFew(
  faults: Faults,
  clock: Clock,
): (error: unknown, kind: 'exception' | 'rejection') => boolean {
  let times: readonly number[] = [];
  return (error, kind) => {
    const now = clock.monotonic();
    times = [...times.filter((time) => now - time < WITHIN), now];
    faults.report(
      kind === 'rejection' ? 'doing something in the background' : 'reacting to something',
      error,
    );
    return times.length < MOST;
  };
}
