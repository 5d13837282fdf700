import { expect } from 'vitest';

import type { CellRow } from '../../../src/terminal/screen/cell-row.ts';
import { ScreenWriter } from '../../../src/terminal/screen/screen-writer.ts';
import { createHostileContext } from '../../helpers/hostile-context.ts';
import { inTurns } from '../../helpers/hostile-organization.ts';
import { renderConsole } from '../../helpers/rendered-console.tsx';
import { createEmulator, NO_MISDEEDS, watchEmulator } from '../../helpers/watched-emulator.ts';
import { expectAligned } from './expect-aligned.ts';
import { visitAll } from './visit-all.ts';

const SIZE = { columns: 160, rows: 45 } as const;

/** What must never be on a screen, but for the ends of lines. */
const UNSEEN =
  /(?!\n)(?:[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u2422-\u243f]|(?! )\p{Zs})/u;

const HEBREW_OR_ARABIC = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A row as text. Beside text from right to left the console itself puts U+2800, which it shows of nobody else. */
function withoutHold({ glyphs }: CellRow): string {
  const row = glyphs.join('');
  return HEBREW_OR_ARABIC.test(row) ? row.replaceAll('\u2800', ' ') : row;
}

/** Shows texts everywhere, in turns, and expects that they did nothing but show themselves. */
export async function expectHarmless(...texts: readonly string[]): Promise<void> {
  const context = createHostileContext(texts);
  const screen = await renderConsole(context, { ...SIZE, colour: true });
  const emulator = createEmulator(SIZE.columns, SIZE.rows);
  const misdeeds = watchEmulator(emulator);
  const output = {
    write(bytes: Uint8Array): number {
      emulator.write(bytes);
      return bytes.length;
    },
  };
  emulator.write('\u001b[?7l\u001b[?25l\u001b[?2004h');
  const writer = new ScreenWriter({ output, clock: context.clock, ...SIZE });
  writer.start();
  await visitAll(context, screen, inTurns(texts), async (what) => {
    const { frame } = screen;
    const shown = frame.map(withoutHold).join('\n');
    expect(shown, what).not.toMatch(UNSEEN);
    expect(screen.lines[1], what).toContain('2 Events');
    expectAligned(what, frame);
    writer.show(frame);
    await new Promise<void>((resolve) => emulator.write('', resolve));
    for (const [row, { glyphs }] of frame.entries()) {
      const line = emulator.buffer.active.getLine(row);
      if (line?.translateToString() === glyphs.join('')) {
        continue;
      }
      const wrong = glyphs.findIndex(
        (glyph, column) => /^[ -~]$/.test(glyph) && (line?.getCell(column)?.getChars() || ' ') !== glyph,
      );
      expect(wrong, `${what}, row ${row}: ${line?.translateToString()}`).toBe(-1);
    }
  });
  expect(misdeeds).toEqual(NO_MISDEEDS);
  expect(emulator.modes).toMatchObject({
    bracketedPasteMode: true,
    wraparoundMode: false,
    insertMode: false,
  });
  expect(screen.dropped + writer.dropped).toBe(0);
  emulator.dispose();
}

/** Loads what would come too late for the first look when it is loaded once it is needed. */
export async function loadEverything(): Promise<void> {
  await import('../../../src/commands/lists/copy-shown.ts');
  await import('../../../src/commands/lists/export-shown.ts');
  await import('../../../src/commands/pager/choose-copy.ts');
  await import('../../../src/commands/pager/choose-export.ts');
}
