import { setTimeout as sleep } from 'node:timers/promises';

import type { Keys } from './key-paint.ts';
import type { PtyProgram } from './pty-program.ts';

/** What holding a key does. */
export interface HeldKey {
  readonly pressed: number;
  /** Paints that were written while it was held. */
  readonly paints: number;
  /** Milliseconds from the last press to the end of the last paint for it. */
  readonly lag: number;
}

/** Holds ↓ for a while; `every` 0 sends them as fast as they go out, as a paste of keys does. */
export async function measureHeldKey(
  program: PtyProgram,
  keys: Keys,
  presses: number,
  every: number,
): Promise<HeldKey> {
  await program.press(keys.home);
  await sleep(300);
  program.record(true);
  const begunAt = performance.now();
  for (let press = 0; press < presses; press++) {
    program.write(keys.down);
    await (every === 0
      ? new Promise(setImmediate)
      : sleep(Math.max(0, begunAt + (press + 1) * every - performance.now())));
  }
  const releasedAt = performance.now() - begunAt;
  await sleep(60);
  await program.quiet(60);
  const { recording } = program;
  program.record(false);
  return {
    pressed: presses,
    paints: paintsOf(recording),
    lag: Math.max(0, (recording.at(-1)?.at ?? 0) - releasedAt),
  };
}

/** Pieces that come within a millisecond of each other are one paint. */
function paintsOf(recording: PtyProgram['recording']): number {
  return recording.filter(({ at }, index) => at - (recording[index - 1]?.at ?? Number.NEGATIVE_INFINITY) > 1)
    .length;
}
