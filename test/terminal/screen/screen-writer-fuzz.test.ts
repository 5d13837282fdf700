import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Frame } from '../../../src/terminal/screen/cell-row.ts';
import { checkSequences } from './allowed-sequences.ts';
import { EmulatedScreen, cellsOf, isBlankCell, isTrusted, trustedCellsOf } from './emulated-screen.ts';
import { historiesOf, paces, play } from './play.ts';

/** Narrow ones and wide ones that the emulator measures as we do, and marks that join their base. */
const WORDS = ['漢', '字字', 'ｗ', '한', 'e\u0301', 'o\u0308\u0323', 'x漢', 'Ж', 'é'];
/** What the emulator is told to measure otherwise. */
const STRANGE_WORDS = ['漢', '字a字', 'ก', 'ש', 'กกก', '⌘', 'e\u0301', '👍', '🇩🇪', 'का'];

describe('a terminal that is given the updates of the writer', () => {
  it('shows the newest frame, whatever came before and however slowly it takes them', async () => {
    let scrolls = 0;
    await fc.assert(
      fc.asyncProperty(historiesOf(WORDS), paces, async (history, pace) => {
        const screen = new EmulatedScreen();
        const bytes = await play(history, pace, screen, async (frame) => {
          expect(await screen.cells()).toEqual(cellsOf(frame));
        });
        checkSequences(bytes);
        scrolls += Number(/\u001b\[\d*;\d*r/.test(Buffer.from(bytes).toString()));
        screen.dispose();
      }),
      { numRuns: 150 },
    );
    // Scroll regions were among what was tried.
    expect(scrolls).toBeGreaterThan(10);
  });

  it('shows all text of certain width where it belongs, whatever width it gives to the rest', async () => {
    await fc.assert(
      fc.asyncProperty(historiesOf(STRANGE_WORDS), paces, async (history, pace) => {
        const screen = new EmulatedScreen({ hasStrangeWidths: true });
        const bytes = await play(history, pace, screen, async (frame: Frame) => {
          const cells = await screen.cells();
          const trusted = trustedCellsOf(frame);
          const compared = cells.map((row, index) =>
            row.map((cell, column) => {
              const isCertain = trusted[index]?.[column] !== undefined;
              // In the right half of a wide grapheme, nothing is left of what was there before.
              const isRightHalf = frame[index]?.glyphs[column] === '';
              return isCertain || (isRightHalf && isTrusted(cell) && !isBlankCell(cell)) ? cell : undefined;
            }),
          );
          expect(compared).toEqual(trusted);
        });
        checkSequences(bytes);
        screen.dispose();
      }),
      { numRuns: 80 },
    );
  });
});
