/**
 * Long work in short pieces, with keys and timers coming between them ("slices under 4 ms"). A dependency like a Clock, so
 * that a test decides where a piece ends and when the next one begins.
 */
export interface Slices {
  /** Begins a piece; the function returned says whether it may still go on. */
  begin(): () => boolean;
  /** Calls `run` once everything that waits now had its turn. */
  soon(run: () => void): void;
}

/** Milliseconds of a piece: what is under way when they are over, and a frame, have to fit into four with it. */
const PIECE = 2;

/** Pieces by the clock of this machine. */
export const systemSlices: Slices = {
  begin() {
    const end = performance.now() + PIECE;
    return () => performance.now() < end;
  },
  soon: (run) => void setImmediate(run),
};

/** Resolves once everything that waits now had its turn. */
export function nextTurn(slices: Slices): Promise<void> {
  return new Promise((resolve) => slices.soon(resolve));
}
