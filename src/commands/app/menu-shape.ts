import { columnsOf } from '../../lib/cell-text.ts';
import { largest } from '../../lib/long-lists.ts';
import { safeSegments } from '../../lib/safe-text.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import type { Choice } from '../../stores/view/dialog-states.ts';
import type { ViewState } from '../../stores/view/view-store.ts';
import { entryShape, type EntryShape } from '../base/side-by-side.ts';

/** Menus show at most so many choices under each other. */
const MENU_ROWS = 10;

/** Columns before a choice, where the mark of the cursor stands, and behind it. */
const GUTTER = 3;
const GAP = 2;

/** How many columns the words of the longest choice take, made safe as they are. */
const widestOf = memoizeLast((choices: readonly Choice[]) =>
  largest(
    choices.map(({ label }) =>
      safeSegments(label, 'cell').reduce((sum, { text }) => sum + columnsOf(text), 0),
    ),
    0,
  ),
);

/** How the choices of a menu stand: where not all have room under each other, in columns on a screen that is wide enough. */
export function menuShape(
  choices: readonly Choice[],
  { columns, sideBySide }: Pick<ViewState, 'columns' | 'sideBySide'>,
): EntryShape {
  return choices.length <= MENU_ROWS || !sideBySide
    ? { beside: 1, rows: Math.min(MENU_ROWS, choices.length) }
    : entryShape({
        length: choices.length,
        widest: GUTTER + widestOf(choices) + GAP,
        columns,
        mostRows: MENU_ROWS,
      });
}
