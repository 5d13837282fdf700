import { blankRow, type CellRow, type Frame } from './cell-row.ts';
import { findScrolls, type Scroll } from './find-scrolls.ts';
import type { Pen } from './pen.ts';
import { writeRow } from './write-row.ts';

/** What changes less than that is never worth a scroll: setting and resetting its region takes as much. */
const WORTH_A_SCROLL = 48;
const SCROLLS_TRIED = 2;

/** Turns the frame that the terminal shows into the next one with few bytes: none when they are the same. */
export function writeFrame(pen: Pen, shown: Frame, next: Frame): void {
  const start = pen.bytes.length;
  const before = pen.state;
  writeRows(pen, shown, next);
  if (pen.bytes.length - start < WORTH_A_SCROLL) {
    return;
  }
  let best = pen.bytes.copy(start);
  let after = pen.state;
  for (const scroll of findScrolls(shown, next, SCROLLS_TRIED)) {
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
