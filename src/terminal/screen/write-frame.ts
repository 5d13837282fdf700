import { blankRow, type CellRow, type Frame } from './cell-row.ts';
import { findPlainScroll, findScrolls, type Scroll } from './find-scrolls.ts';
import { Pen } from './pen.ts';
import { writeRow } from './write-row.ts';

/** An update of fewer bytes is never worth a scroll: setting and resetting its region takes about as many. */
const WORTH_A_SCROLL = 48;
/** What has scrolled changes more rows than these; a cursor that moves changes two. */
const MOST_ROWS_WITHOUT_SCROLL = 3;
/** A scroll is tried when it spares at least one cell for so many bytes of the update. */
const BYTES_FOR_A_CELL = 12;

/** Fewer rows that become blank are erased one by one. */
const FEW_ROWS = 3;

/** Turns the frame that the terminal shows into the next one with few bytes: none when they are the same. */
export function writeFrame(pen: Pen, before: Frame, next: Frame): void {
  writeChanges(pen, withBlankEnd(pen, before, next), next);
}

function writeChanges(pen: Pen, shown: Frame, next: Frame): void {
  const start = pen.bytes.length;
  const before = pen.state;
  // Rows that are all the same, as those of an empty screen are, can be moved about for nothing.
  const mayScroll =
    countChanged(shown, next) > MOST_ROWS_WITHOUT_SCROLL && shown.some((row) => row !== shown[0]);
  const plain = mayScroll ? findPlainScroll(shown, next) : undefined;
  if (plain !== undefined) {
    pen.scroll(plain, next.length);
    writeRows(pen, scrolled(shown, plain), next);
    return;
  }
  writeRows(pen, shown, next);
  const written = pen.bytes.length - start;
  if (written < WORTH_A_SCROLL || !mayScroll) {
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

/** The same for a frame of something else: every row that changes is erased first, and none of its old letters is used. */
export function writeOtherFrame(pen: Pen, before: Frame, next: Frame): void {
  const shown = withBlankEnd(pen, before, next, isSameRow);
  next.forEach((row, index) => {
    if (row !== shown[index] && !isSameRow(row, shown[index] as CellRow)) {
      pen.moveTo(index, 0);
      pen.eraseToEnd();
      writeRow(pen, index, blankRow(row.glyphs.length), row);
    }
  });
}

/** How a frame is written. */
export interface Written {
  readonly columns: number;
  readonly isOther: boolean;
}

/** How many bytes turn the frame that the terminal shows into the next one. */
export function bytesOf(shown: Frame, next: Frame, { columns, isOther }: Written): number {
  const pen = new Pen(columns);
  (isOther ? writeOtherFrame : writeFrame)(pen, shown, next);
  return pen.bytes.length;
}

/**
 * Erases the end of the screen at once, behind the last row that stays, where many rows of it become blank; what the
 * terminal shows then.
 */
function withBlankEnd(
  pen: Pen,
  shown: Frame,
  next: Frame,
  stays: (row: CellRow, shown: CellRow) => boolean = () => true,
): Frame {
  const blank = blankRow(next[0]?.glyphs.length ?? 0);
  const end = next.findLastIndex((row, index) => row !== blank && stays(row, shown[index] as CellRow)) + 1;
  if (
    shown.slice(end).filter((row, index) => row !== blank && next[end + index] === blank).length <= FEW_ROWS
  ) {
    return shown;
  }
  pen.moveTo(end, 0);
  pen.eraseBelow();
  return shown.map((row, index) => (index < end ? row : blank));
}

/** Whether two rows look the same. */
export function isSameRow(one: CellRow, other: CellRow): boolean {
  return one.glyphs.every(
    (glyph, column) => glyph === other.glyphs[column] && one.attributes[column] === other.attributes[column],
  );
}

function countChanged(shown: Frame, next: Frame): number {
  return next.reduce((count, row, index) => (row === shown[index] ? count : count + 1), 0);
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
