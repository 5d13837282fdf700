import { blankRow, type CellRow, type Frame } from './cell-row.ts';
import { Pen } from './pen.ts';
import { bytesOf, isSameRow, type Written } from './write-frame.ts';
import { writeRow } from './write-row.ts';

/** What a frame that does not come at once comes as. */
export interface FrameRanks {
  /** The same frame with what matters most of each row alone, and that the rest follows. */
  readonly first: Frame;
  /** Its rows, those first that matter most. */
  readonly byRank: readonly number[];
  /**
   * The rows that are blank until they come, from one up to another; undefined where none is. In the last of them the first
   * frame says that the rest follows, until all else is as in the whole one.
   */
  readonly pane: { readonly top: number; readonly end: number } | undefined;
}

/** A frame as it was handed over, and what became of it. */
interface Both {
  readonly given: Frame;
  readonly cells: Frame;
}

interface Part extends Written {
  readonly shown: Both;
  readonly whole: Both;
  readonly first: Both;
  readonly ranks: Omit<FrameRanks, 'first'>;
  /** So many bytes may go out. */
  readonly most: number;
  /** All of it soon stands there: what does not belong there any more may stand until then. */
  readonly mayKeep: boolean;
}

/** What stands where while a frame comes. */
interface Standing {
  readonly given: CellRow[];
  readonly cells: CellRow[];
}

/** What the next bytes make of the screen, as it was handed over: at least one row of what is to come, over what stands there. */
export function framePart(options: Part): Frame {
  const { shown, whole, first, ranks, most, mayKeep, ...how } = options;
  const footer = (ranks.pane?.end ?? 0) - 1;
  const isLate = (index: number) => index === footer && !mayKeep;
  const order = ranks.byRank.filter((index) => index !== footer);
  const scrolled = standing(options, isLate, true);
  const isScrolled = bytesOf(shown.cells, scrolled.cells, how) <= most;
  const { given, cells } = isScrolled ? scrolled : standing(options, isLate, false);
  const left = most - bytesOf(shown.cells, cells, how);
  const blank = blankRow(how.columns);
  const isNearlyThere = (index: number) =>
    !isLate(index) &&
    cells[index] !== first.cells[index] &&
    isNear(cells[index] ?? blank, whole.cells[index]);
  const isNothing = (index: number) => isSameRow(cells[index] ?? blank, blank);
  const rounds = [
    {
      order: mayKeep ? order.filter((index) => isNothing(index) || isNearlyThere(index)) : ranks.byRank,
      toward: (index: number) => (isNearlyThere(index) ? whole : first),
    },
    { order, toward: () => whole },
  ];
  const pen = new Pen(how.columns);
  let isAny = false;
  for (const round of rounds) {
    for (const index of round.order) {
      const to = round.toward(index);
      const next = to.cells[index] ?? blank;
      if (cells[index] === next) {
        continue;
      }
      writeRow(pen, index, cells[index] ?? blank, next);
      if (pen.bytes.length > left && isAny) {
        return given;
      }
      isAny = true;
      given[index] = to.given[index] ?? blank;
      cells[index] = next;
    }
    if (isAny) {
      // A part is written from its top: what can wait would come before what cannot.
      return given;
    }
  }
  return whole.given;
}

/**
 * What stands there and is to stay: rows of what is to come, or such as they were a moment ago; of those where they may
 * scroll, also what stands in other rows. What does not belong there any more is blank, or may stay, too.
 */
function standing(
  { shown, whole, first, mayKeep, isOther, ranks: { pane }, columns }: Part,
  isLate: (index: number) => boolean,
  mayScroll: boolean,
): Standing {
  const held = new Set(mayScroll ? shown.cells : []);
  const blank = blankRow(columns);
  const isInPane = (index: number) => pane !== undefined && index >= pane.top && index < pane.end;
  const given = [...shown.cells];
  const cells = [...shown.cells];
  shown.cells.forEach((row, index) => {
    const levels = isLate(index) ? [first] : [whole, first];
    const known = shown.given[index];
    const to =
      levels.find((level) => isSameRow(level.cells[index] ?? blank, row)) ??
      levels.find((level) => held.has(level.cells[index] ?? blank));
    const stays =
      known !== undefined &&
      (mayKeep ||
        !(isOther || isInPane(index)) ||
        (!isOther && levels.some((level) => isNear(row, level.cells[index]))));
    given[index] = to?.given[index] ?? (stays ? known : blank);
    cells[index] = to?.cells[index] ?? (stays ? row : blank);
  });
  return { given, cells };
}

/** Whether a row is what another one was a moment ago: little of it is to be written. */
function isNear(row: CellRow, next: CellRow | undefined): boolean {
  if (next === undefined) {
    return false;
  }
  const columns = next.glyphs.length;
  return 2 * bytesOfRow(row, next, columns) <= bytesOfRow(blankRow(columns), next, columns);
}

function bytesOfRow(row: CellRow, next: CellRow, columns: number): number {
  const pen = new Pen(columns);
  writeRow(pen, 0, row, next);
  return pen.bytes.length;
}
