import type { Slices } from '../../lib/slices.ts';

/** Places that are looked at before the time is asked for again. */
const STEP = 256;

/**
 * Finds the first place of `length` from `from` on, that one left out, at which something holds, going by `step`; looks
 * in slices, and calls `done` with it, or with undefined when there is none. The function returned gives the search up.
 */
export function findInSlices(
  slices: Slices,
  { length, from, step }: { readonly length: number; readonly from: number; readonly step: 1 | -1 },
  holds: (index: number) => boolean,
  done: (index: number | undefined) => void,
): () => void {
  let next = from + step;
  let isOver = false;
  const look = () => {
    const hasTime = slices.begin();
    do {
      for (let left = STEP; left > 0; left--, next += step) {
        if (next < 0 || next >= length) {
          done(undefined);
          return;
        }
        if (holds(next)) {
          done(next);
          return;
        }
      }
    } while (hasTime());
    slices.soon(() => {
      if (!isOver) {
        look();
      }
    });
  };
  look();
  return () => {
    isOver = true;
  };
}
