import { blankRow, type CellRow, type Frame } from './cell-row.ts';
import { findScrolls, type Scroll } from './find-scrolls.ts';
import type { Pen } from './pen.ts';
import { writeRow } from './write-row.ts';

/** An update of fewer bytes is never worth a scroll: setting and resetting its region takes about as many. */
const WORTH_A_SCROLL = 48;
/** A scroll is tried when it spares at least one cell for so many bytes of the update. */
const BYTES_FOR_A_CELL = 12;

/** Turns the frame that the terminal shows into the next one with few bytes: none when they are the same. */
export function writeFrame(pen: Pen, shown: Frame, next: Frame): void {
  const start = pen.bytes.length;
  const before = pen.state;
  writeRows(pen, shown, next);
  const written = pen.bytes.length - start;
  // Rows that are all the same, as those of an empty screen are, can be moved about for nothing.
  if (written < WORTH_A_SCROLL || shown.every((row) => row === shown[0])) {
    return;
  }
  let best = pen.bytes.copy(start);
  let after = pen.state;
  for (const scroll of findScrolls(shown, next, written / BYTES_FOR_A_CELL)) {
    pen.bytes.cut(start);
    pen.state = before;
    pen.scroll(scroll, next.length);
    writeRows(pen, scrolled(shown, scroll), next);
    if (pen.bytes.length - start < best.length) {
      best = pen.bytes.copy(start);
      after = pen.state;
    }
  }
  pen.bytes.cut(start);
  pen.bytes.append(best);
  pen.state = after;
}

function writeRows(pen: Pen, shown: Frame, next: Frame): void {
  next.forEach((row, index) => {
    if (row !== shown[index]) {
      writeRow(pen, index, shown[index] as CellRow, row);
    }
  });
}

function scrolled(frame: Frame, { top, bottom, count }: Scroll): Frame {
  return frame.map((row, index) => {
    if (index < top || index > bottom) {
      return row;
    }
    const from = index + count;
    return from >= top && from <= bottom ? (frame[from] as CellRow) : blankRow(row.glyphs.length);
  });
}
