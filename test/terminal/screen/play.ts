import fc from 'fast-check';

import type { Frame } from '../../../src/terminal/screen/cell-row.ts';
import { ScreenWriter } from '../../../src/terminal/screen/screen-writer.ts';
import type { TerminalOutput } from '../../../src/terminal/output/terminal-output.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import type { EmulatedScreen } from './emulated-screen.ts';
import { changeOf, changed, rowOf, type Change } from './frames.ts';

type Step =
  | { readonly kind: 'show'; readonly change: Change; readonly isOther: boolean }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'redraw' };

/** What happens on a screen of one size. */
export interface Part {
  readonly columns: number;
  readonly rows: number;
  readonly frame: Frame;
  readonly steps: readonly Step[];
}

function stepOf(columns: number, rows: number, words: readonly string[]): fc.Arbitrary<Step> {
  return fc.oneof(
    {
      weight: 10,
      arbitrary: fc
        .tuple(changeOf(columns, rows, words), fc.nat(9))
        .map(([change, chance]) => ({ kind: 'show' as const, change, isOther: chance === 9 })),
    },
    { weight: 2, arbitrary: fc.nat(50).map((milliseconds) => ({ kind: 'wait' as const, milliseconds })) },
    { weight: 1, arbitrary: fc.constant({ kind: 'redraw' as const }) },
  );
}

/** A screen of some size, what happens on it, and then again in other sizes. */
export function historiesOf(words: readonly string[]): fc.Arbitrary<readonly Part[]> {
  const size = fc.record({ columns: fc.integer({ min: 2, max: 60 }), rows: fc.integer({ min: 1, max: 9 }) });
  const part = size.chain(({ columns, rows }) =>
    fc.record({
      columns: fc.constant(columns),
      rows: fc.constant(rows),
      frame: fc.array(rowOf(columns, words), { minLength: rows, maxLength: rows }),
      steps: fc.array(stepOf(columns, rows, words), { maxLength: 12 }),
    }),
  );
  return fc.array(part, { minLength: 1, maxLength: 3 });
}

/** How many bytes the terminal takes at a time. */
export const paces = fc
  .array(fc.oneof(fc.nat(30), fc.constant(1_000_000)), { maxLength: 8 })
  .map((sizes) => [...sizes, 17]);

/** Takes as many bytes at a time as the numbers say, one after the other and again. */
class SlowOutput implements TerminalOutput {
  readonly taken: Uint8Array[] = [];
  readonly #screen: EmulatedScreen;
  readonly #pace: readonly number[];
  #writes = 0;

  constructor(screen: EmulatedScreen, pace: readonly number[]) {
    this.#screen = screen;
    this.#pace = pace;
  }

  write(bytes: Uint8Array): number {
    const taken = bytes.slice(0, this.#pace[this.#writes++ % this.#pace.length]);
    this.taken.push(taken);
    this.#screen.write(taken);
    return taken.length;
  }
}

/**
 * Plays a history against an emulator, and calls `check` whenever the terminal has taken everything. Resolves with all
 * bytes that the terminal took.
 */
export async function play(
  history: readonly Part[],
  pace: readonly number[],
  screen: EmulatedScreen,
  check: (frame: Frame) => Promise<void>,
): Promise<Uint8Array> {
  const output = new SlowOutput(screen, pace);
  const clock = new VirtualClock();
  const writer = new ScreenWriter({ output, clock, columns: 2, rows: 1 });
  writer.start();
  for (const { columns, rows, frame: first, steps } of history) {
    await screen.resize(columns, rows);
    writer.resize(columns, rows);
    let frame = first;
    writer.show(frame);
    for (const step of steps) {
      switch (step.kind) {
        case 'show':
          frame = changed(frame, step.change);
          writer.show(frame, undefined, step.isOther);
          break;
        case 'wait':
          await clock.advance(step.milliseconds);
          break;
        case 'redraw':
          writer.redraw();
          break;
      }
      if (!writer.isBusy) {
        await check(frame);
      }
    }
    while (writer.isBusy) {
      await clock.advance(1000);
    }
    await check(frame);
  }
  return Buffer.concat(output.taken);
}
