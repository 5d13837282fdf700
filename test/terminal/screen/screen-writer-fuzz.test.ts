import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Frame } from '../../../src/terminal/screen/cell-row.ts';
import { ScreenWriter } from '../../../src/terminal/screen/screen-writer.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { checkSequences } from './allowed-sequences.ts';
import { EmulatedScreen, cellsOf } from './emulated-screen.ts';
import { changeOf, changed, rowOf, type Change } from './frames.ts';

/** Takes as much at a time as the numbers say, and remembers what it took. */
class SlowOutput {
  readonly #sizes: readonly number[];
  readonly #screen: EmulatedScreen;
  #writes = 0;
  readonly taken: Uint8Array[] = [];

  constructor(screen: EmulatedScreen, sizes: readonly number[]) {
    this.#screen = screen;
    this.#sizes = sizes;
  }

  write(bytes: Uint8Array): number {
    const size = this.#sizes[this.#writes++ % this.#sizes.length] ?? bytes.length;
    const taken = bytes.slice(0, size);
    this.taken.push(taken);
    this.#screen.write(taken);
    return taken.length;
  }
}

type Step =
  | { readonly kind: 'show'; readonly change: Change }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'redraw' }
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number; readonly frame: Frame };

const size = { columns: fc.integer({ min: 2, max: 40 }), rows: fc.integer({ min: 1, max: 9 }) };

function frameOf(columns: number, rows: number): fc.Arbitrary<Frame> {
  return fc.array(rowOf(columns), { minLength: rows, maxLength: rows });
}

function stepOf(columns: number, rows: number): fc.Arbitrary<Step> {
  return fc.oneof(
    { weight: 8, arbitrary: changeOf(columns, rows).map((change) => ({ kind: 'show' as const, change })) },
    { weight: 2, arbitrary: fc.nat(50).map((milliseconds) => ({ kind: 'wait' as const, milliseconds })) },
    { weight: 1, arbitrary: fc.constant({ kind: 'redraw' as const }) },
  );
}

/** A screen of some size, what happens on it, and then again in another size. */
const histories = fc
  .array(
    fc.record(size).chain(({ columns, rows }) =>
      fc.record({
        columns: fc.constant(columns),
        rows: fc.constant(rows),
        frame: frameOf(columns, rows),
        steps: fc.array(stepOf(columns, rows), { maxLength: 12 }),
      }),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .filter((parts) => parts.length > 0);

describe('a terminal that is given the updates of the writer', () => {
  it('shows what the newest frame holds, whatever came before and however slowly it takes them', async () => {
    await fc.assert(
      fc.asyncProperty(
        histories,
        fc.array(fc.oneof(fc.nat(30), fc.constant(1_000_000)), { minLength: 1, maxLength: 8 }),
        async (parts, sizes) => {
          const [first] = parts;
          if (first === undefined) {
            return;
          }
          const screen = new EmulatedScreen(first.columns, first.rows);
          const output = new SlowOutput(screen, [...sizes, 17]);
          const clock = new VirtualClock();
          const writer = new ScreenWriter({ output, clock, columns: first.columns, rows: first.rows });
          const settle = async () => {
            await clock.advance(100_000);
            expect(writer.isBusy).toBe(false);
          };
          writer.start();
          for (const part of parts) {
            screen.resize(part.columns, part.rows);
            writer.resize(part.columns, part.rows);
            let frame = part.frame;
            writer.show(frame);
            for (const step of part.steps) {
              switch (step.kind) {
                case 'show':
                  frame = changed(frame, step.change);
                  writer.show(frame);
                  break;
                case 'wait':
                  await clock.advance(step.milliseconds);
                  break;
                case 'redraw':
                  writer.redraw();
                  break;
              }
              if (!writer.isBusy) {
                expect(await screen.cells()).toEqual(cellsOf(frame));
              }
            }
            await settle();
            expect(await screen.cells()).toEqual(cellsOf(frame));
          }
          checkSequences(Buffer.concat(output.taken));
          expect(writer.dropped).toBe(0);
          screen.dispose();
        },
      ),
      { numRuns: 150 },
    );
  });
});
