import type { Slices } from '../../src/lib/slices.ts';

/** Slices that last until the work is done, so that no test depends on how fast this machine is. */
export const wholeSlices: Slices = {
  begin: () => () => true,
  soon: (run) => queueMicrotask(run),
};
