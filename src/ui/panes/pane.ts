import type { Clock } from '../../lib/clock.ts';
import type { TimeStyle } from '../../lib/format-time.ts';
import type { ViewLimits } from '../../commands/base/screen.ts';
import type { VisibleRows } from '../../stores/base/visible-rows.ts';
import type { ListColumns } from '../../stores/view/view-store.ts';
import type { Stores } from '../../stores/stores.ts';
import type { Theme } from '../theme.ts';
import type { Line, Size } from '../widgets/line.ts';
import type { SpokenList } from './spoken-list.ts';

/** What a pane is drawn from. */
export interface PaneContext {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly theme: Theme;
}

/** A pane as it is to be shown now. */
export interface PanePicture {
  /** As many as the size has rows. */
  readonly lines: readonly Line[];
  /**
   * The same lines with what matters most alone, each at its place, as a slow terminal is shown them first; undefined where
   * nothing of them can wait.
   */
  readonly firstLines?: () => readonly Line[];
  /** The line above the rows of its list, and that of the row that is selected; undefined where there is none. */
  readonly listAt?: { readonly heading: number; readonly selected: number };
  /** Rows of the list, or lines of the text, that are on the screen at once; undefined where nothing can be paged. */
  readonly pageSize: number | undefined;
  /** Which rows of the list are on the screen; undefined where there is none. */
  readonly shown?: { readonly top: number; readonly end: number };
  /** The rows that the cursor can stand on; undefined where it has no such place. */
  readonly list?: { readonly rows: VisibleRows; readonly isFiltering: boolean };
  /** The columns of its list, where they can be chosen. */
  readonly columns?: ListColumns;
  /** How far its parts can be scrolled; undefined where nothing can. */
  readonly limits?: ViewLimits;
  /** Its list as it is said; undefined where there is none. */
  readonly spoken?: SpokenList;
  /** What is said of the place in a text that the user is at. */
  remarks?(): readonly Line[];
}

/**
 * Draws a pane as lines: nothing but what the stores hold, the size and the time decides what they are. What it draws
 * costs as much as there is to be seen, however much is held.
 */
export type PaintPane = (size: Size, now: number) => PanePicture;

/** One line that says what is listed, the body, and one line on how good the data is: exactly as many as there are rows. */
export function frameLines(
  summary: Line,
  body: readonly Line[],
  footer: Line,
  rows: number,
): readonly Line[] {
  // A dialog may leave less room than both lines need.
  return rows < 2
    ? [summary].slice(0, rows)
    : [summary, ...Array.from({ length: rows - 2 }, (_, row) => body[row] ?? []), footer];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The time by which ages are shown, the same for as long as they read the same, so that rows are not drawn anew without need. */
export function steadyNow(now: number, timeStyle: TimeStyle): number {
  const step = timeStyle === 'age' ? SECOND : MINUTE;
  return Math.floor(now / step) * step;
}
