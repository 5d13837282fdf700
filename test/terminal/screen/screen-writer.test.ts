import { describe, expect, it } from 'vitest';

import { TerminalGoneError } from '../../../src/terminal/output/terminal-output.ts';
import { BOLD, INVERSE, PLAIN } from '../../../src/terminal/screen/attributes.ts';
import type { CellRow, Frame } from '../../../src/terminal/screen/cell-row.ts';
import { cellRowOf } from '../../../src/terminal/screen/row-builder.ts';
import { ScreenWriter, type ScreenWriterOptions } from '../../../src/terminal/screen/screen-writer.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { checkSequences } from './allowed-sequences.ts';
import { EmulatedScreen, cellsOf } from './emulated-screen.ts';

const COLUMNS = 20;
const ROWS = 3;

function frameOf(...lines: readonly string[]): Frame {
  return Array.from({ length: ROWS }, (_, row) =>
    cellRowOf([{ text: lines[row] ?? '', attributes: PLAIN }], COLUMNS),
  );
}

/** A terminal that takes what `room` says, and a writer that has started on it. */
async function started(options: Partial<ScreenWriterOptions> = {}, screen = new EmulatedScreen()) {
  await screen.resize(COLUMNS, ROWS);
  const clock = new VirtualClock();
  const written: string[] = [];
  const terminal = { room: Infinity, isGone: false, attempts: [] as number[] };
  const output = {
    write(bytes: Uint8Array): number {
      terminal.attempts.push(clock.monotonic());
      if (terminal.isGone) {
        throw new TerminalGoneError();
      }
      const taken = bytes.slice(0, terminal.room);
      terminal.room -= taken.length;
      screen.write(taken);
      if (taken.length > 0) {
        written.push(Buffer.from(taken).toString('latin1'));
      }
      return taken.length;
    },
  };
  const writer = new ScreenWriter({ output, clock, columns: COLUMNS, rows: ROWS, ...options });
  writer.start();
  return { screen, clock, written, terminal, writer };
}

describe('the writer', () => {
  it('writes nothing before it starts, and then the newest frame', async () => {
    const written: Uint8Array[] = [];
    const output = { write: (bytes: Uint8Array) => written.push(bytes) && bytes.length };
    const writer = new ScreenWriter({ output, clock: new VirtualClock(), columns: COLUMNS, rows: ROWS });
    writer.show(frameOf('old'));
    writer.show(frameOf('newest'));
    expect(written).toEqual([]);
    writer.start();
    expect(Buffer.concat(written).toString()).toContain('newest');
    expect(Buffer.concat(written).toString()).not.toContain('old');
    await Promise.resolve();
  });

  it('writes each change as one synchronized update, and nothing when nothing changed', async () => {
    const { writer, written } = await started();
    writer.show(frameOf('one', 'two'));
    writer.show(frameOf('one', 'two'));
    writer.show(frameOf('one', 'twice'));
    expect(written).toHaveLength(2);
    for (const update of written) {
      expect(update).toMatch(/^\u001b\[\?2026h[^]+\u001b\[\?2026l$/);
      checkSequences(Buffer.from(update, 'latin1'));
    }
    expect(written[1]).not.toContain('one');
  });

  it('goes on where the terminal stopped, waiting ever longer up to 100 ms while it takes nothing', async () => {
    const { writer, clock, terminal, screen } = await started();
    terminal.room = 10;
    const frame = frameOf('one', 'two');
    writer.show(frame);
    await clock.advance(500);
    expect(terminal.attempts).toEqual([0, 2, 6, 14, 30, 62, 126, 226, 326, 426]);
    expect(writer.isBusy).toBe(true);
    terminal.room = Infinity;
    await clock.advance(100);
    expect(writer.isBusy).toBe(false);
    expect(await screen.cells()).toEqual(cellsOf(frame));
  });

  it('shows only the newest of the frames that came while the terminal was full', async () => {
    const { writer, clock, terminal, screen, written } = await started();
    writer.show(frameOf('first'));
    terminal.room = 5;
    writer.show(frameOf('second'));
    writer.show(frameOf('third'));
    writer.show(frameOf('fourth'));
    terminal.room = Infinity;
    await clock.advance(100);
    expect(await screen.cells()).toEqual(cellsOf(frameOf('fourth')));
    expect(written.join('')).not.toContain('th\u001b[?2026l\u001b[?2026h\u001b[H');
    expect(written.join('')).not.toContain('ird');
  });

  it('writes every row again to redraw, without clearing the screen', async () => {
    const { writer, screen, written } = await started();
    const frame = frameOf('one', 'two', 'last');
    writer.show(frame);
    screen.write(Buffer.from('\u001b[2;1Hsome\u001b[7m stray \u001b[1;2r output'));
    writer.redraw();
    expect(await screen.cells()).toEqual(cellsOf(frame));
    expect(written).toHaveLength(2);
    expect(written[1]).not.toContain('J');
  });

  it('erases the rows that change before it writes something else, and leaves the others', async () => {
    const { writer, written, screen } = await started();
    writer.show(frameOf('one  same', 'two', 'three'));
    written.length = 0;
    const other = frameOf('one  other', 'two', '');
    writer.show(other, undefined, true);
    expect(written).toEqual(['\u001b[?2026h\u001b[H\u001b[Kone  other\r\n\n\u001b[K\u001b[?2026l']);
    expect(await screen.cells()).toEqual(cellsOf(other));
    written.length = 0;
    writer.show(frameOf('one  same', 'two', ''));
    expect(written.join('')).not.toContain('\u001b[K');
  });

  it('erases them, too, when the frame that showed something else first never went out', async () => {
    const { writer, written, terminal, clock } = await started();
    writer.show(frameOf('one  same', 'two', 'three'));
    terminal.room = 0;
    writer.show(frameOf('one  sane', 'two', 'three'));
    writer.show(frameOf('other', 'two', 'three'), undefined, true);
    writer.show(frameOf('one  some', 'two', 'three'));
    written.length = 0;
    terminal.room = Infinity;
    await clock.advance(100);
    expect(written.join('')).toContain('\u001b[Kone  some');
  });

  it('writes the next frame whole in a new size', async () => {
    const { writer, screen } = await started();
    writer.show(frameOf('one', 'two', 'three'));
    await screen.resize(30, 2);
    writer.resize(30, 2);
    const frame = ['uno', 'dos'].map((text) => cellRowOf([{ text, attributes: BOLD }], 30));
    writer.show(frame);
    expect(await screen.cells()).toEqual(cellsOf(frame));
  });

  it('cuts and pads a frame of another size', async () => {
    const { writer, screen } = await started();
    writer.show([cellRowOf([{ text: 'short', attributes: PLAIN }], 8)]);
    expect(await screen.cells()).toEqual(cellsOf(frameOf('short')));
    const wide = cellRowOf([{ text: `${'x'.repeat(COLUMNS - 1)}漢`, attributes: PLAIN }], 30);
    writer.show([wide, wide, wide, wide]);
    const cut = 'x'.repeat(COLUMNS - 1);
    expect(await screen.cells()).toEqual(cellsOf(frameOf(cut, cut, cut)));
  });

  it('stops at once, tells how to end what it cut, and shows all again when it starts', async () => {
    const { writer, clock, terminal, screen, written } = await started();
    expect(writer.stop()).toHaveLength(0);
    writer.start();
    terminal.room = 25;
    writer.show(frameOf('one', 'two', 'three'));
    const end = writer.stop();
    terminal.room = Infinity;
    await clock.advance(1000);
    expect(written.join('')).toHaveLength(25);
    screen.write(end);
    screen.write(Buffer.from('\u001b[H\u001b[JShell $'));
    expect(await screen.cells()).toEqual(cellsOf(frameOf('Shell $')));
    writer.show(frameOf('again'));
    expect(await screen.cells()).toEqual(cellsOf(frameOf('Shell $')));
    writer.start();
    expect(await screen.cells()).toEqual(cellsOf(frameOf('again')));
  });

  it('tells once that the terminal is gone, and is silent from then on', async () => {
    let gone = 0;
    const { writer, clock, terminal } = await started({ onGone: () => gone++ });
    terminal.isGone = true;
    writer.show(frameOf('one'));
    writer.show(frameOf('two'));
    writer.redraw();
    writer.stop();
    writer.start();
    await clock.advance(1000);
    expect(gone).toBe(1);
    expect(terminal.attempts).toHaveLength(1);
    expect(writer.isBusy).toBe(false);
  });

  it('puts a question mark for what is not ASCII where only that can be shown', async () => {
    const { writer, screen } = await started({ asciiOnly: true });
    writer.show(frameOf('a│漢…b', 'plain'));
    expect(await screen.cells()).toEqual(cellsOf(frameOf('a????b', 'plain')));
    expect(writer.dropped).toBe(3);
    writer.show(frameOf('new', 'plain'));
    expect(writer.dropped).toBe(3);
  });

  it('lets nothing through that is no cell, even in a row that was made by hand', async () => {
    const { writer, screen, written } = await started();
    const glyphs = ['a', '\u001b[2J', '\u0007', '', '漢', 'b', 'cd', '\ud800', 'e'];
    const attributes = [0, 0, 0, 0, 0, 0x8000, 0, 0, INVERSE];
    const row: CellRow = {
      glyphs: [...glyphs, ...Array<string>(COLUMNS - glyphs.length).fill(' ')],
      attributes: [...attributes, ...Array<number>(COLUMNS - attributes.length).fill(0)],
    };
    writer.show([row]);
    const [shown] = await screen.cells();
    expect(shown?.slice(0, 10)).toEqual([
      '0 a',
      '0  ',
      '0  ',
      '0  ',
      '0  ',
      '0 b',
      '0  ',
      '0  ',
      '8 e',
      '0  ',
    ]);
    expect(writer.dropped).toBe(5);
    checkSequences(Buffer.from(written.join(''), 'latin1'));
  });

  it('finds the next row even when a terminal has wrapped at the end of one', async () => {
    const screen = new EmulatedScreen({ hasStrangeWidths: true });
    await screen.resize(COLUMNS, ROWS);
    screen.write(Buffer.from('\u001b[?7h'));
    const { writer } = await started({}, screen);
    const start = 'x'.repeat(COLUMNS - 1);
    writer.show(frameOf(`${start}ก`, 'second', 'third'));
    expect(await screen.cells()).toEqual(cellsOf(frameOf(start, 'second', 'third')));
  });

  it('draws nothing in the last row that could scroll the screen', async () => {
    const { writer, screen } = await started();
    screen.write(Buffer.from('\u001b[?7h'));
    const full = `${'x'.repeat(COLUMNS - 1)}e\u0301`;
    writer.show(frameOf('top', 'x'.repeat(COLUMNS), full));
    writer.show(frameOf('top', 'y'.repeat(COLUMNS), `y${full.slice(1)}`));
    expect(await screen.cells()).toEqual(
      cellsOf(frameOf('top', 'y'.repeat(COLUMNS), `y${'x'.repeat(COLUMNS - 2)}`)),
    );
  });
});

describe('the bell', () => {
  it('rings without changing the screen, but not while the terminal takes nothing', async () => {
    const { writer, written, terminal, clock } = await started();
    writer.show(frameOf('one'));
    const before = written.length;
    writer.ring();
    expect(written.slice(before)).toEqual(['\u0007']);
    terminal.room = 4;
    writer.show(frameOf('two'));
    expect(writer.isBusy).toBe(true);
    writer.ring();
    writer.ring();
    terminal.room = Infinity;
    await clock.advance(1000);
    expect(written.slice(before + 1).join('')).not.toContain('\u0007');
    expect(written.join('')).toContain('two');
  });

  it('is silent while the screen is not ours', async () => {
    const { writer, written } = await started();
    writer.stop();
    const before = written.length;
    writer.ring();
    writer.start();
    expect(written.slice(before).join('')).not.toContain('\u0007');
  });
});
