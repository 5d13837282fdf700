import { readOnlyReason } from '../../../commands/base/read-only.ts';
import { withoutBlanks } from '../../../lib/text-cleaning.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { PolicyComparisonDialog, PolicyReviewDialog } from '../../../stores/view/dialog-states.ts';
import { countEffects } from '../../../stores/policy/policy-differences.ts';
import {
  changesIn,
  cursorOfReview,
  differencesOf,
  rowsOfReview,
  type ReviewRow,
} from '../../../stores/policy/review-rows.ts';
import type { Theme } from '../../theme.ts';
import { leftOut, part, shorter, type Part } from '../../widgets/fitted-parts.ts';
import {
  fitLines,
  untrusted,
  identifier,
  trusted,
  ruleLine,
  type Line,
  type Size,
} from '../../widgets/line.ts';
import { closeKeys } from '../base/shown-keys.ts';
import type { DialogContext, DialogPicture, PaintedView } from '../base/dialog-view.ts';
import { key, keysLine, writeKey } from './difference-keys.ts';
import { factsOf } from './review-facts.ts';
import { mayBeWritten, numberLine, spelledOut } from './review-parts.ts';
import { layoutOf, rowLine } from './review-row-lines.ts';
import { paintWholeChange } from './whole-change.ts';

type ReviewDialog = PolicyReviewDialog | PolicyComparisonDialog;

/** The title, and the keys below. */
const LINES_AROUND = 2;
/** The list keeps so many rows, whatever there is to be known. */
const LEAST_LISTED = 3;
/** What the change under the cursor is spelled out in, where there is room. */
const SPELLED_ROWS = 4;

/** Two versions side by side. */
export const comparisonView: PaintedView<ReviewDialog> = {
  drawnAs: 'lines',
  speech: { as: 'lines' },
  height: (dialog, _context, { columns, rows }) =>
    dialog.wholeTop === undefined ? reviewRows(dialog, columns) : rows,
  paint: paintReview,
};

/** What writing the draft would change, which `y` answers. */
export const reviewView: PaintedView<ReviewDialog> = {
  ...comparisonView,
  speech: { as: 'lines', movesOn: 'times' },
};

/** Rows that a review or a comparison wants. What is estimated comes later, and must not move what is read by then. */
function reviewRows(dialog: ReviewDialog, columns: number): number {
  const [usual, each] = columns >= 120 ? [6, 1] : columns >= 80 ? [9, 2] : [12, 3];
  const facts = dialog.kind === 'policy-comparison' ? 1 : usual + each * Object.keys(dialog.changes).length;
  return LINES_AROUND + facts + rowsOfReview(dialog).length + SPELLED_ROWS;
}

/**
 * A title, what is to be known, the changes with a cursor, what loosens first, the one under it spelled out, and the keys.
 * The list keeps some rows; what does not fit above it is said to be elsewhere. Only what is on the screen is drawn.
 */
function paintReview(dialog: ReviewDialog, context: DialogContext, size: Size): DialogPicture {
  if (dialog.wholeTop !== undefined) {
    return paintWholeChange(dialog, context, size);
  }
  const { theme } = context;
  const { columns, rows } = size;
  const listed = rowsOfReview(dialog);
  const cursor = cursorOfReview(listed, dialog);
  const asked = numberLine(dialog, context);
  const hidden = hiddenLine(dialog, listed, context);
  const around = LINES_AROUND + asked.length + hidden.length;
  const least = Math.min(LEAST_LISTED, Math.max(1, listed.length));
  const facts = cutFacts(factsOf(dialog, context, columns), Math.max(1, rows - around - least), theme);
  const free = rows - around - facts.length;
  // Another change under the cursor must not move the list.
  const spelledRows = Math.max(0, Math.min(SPELLED_ROWS, free - Math.max(least, Math.ceil(free / 2))));
  const room = Math.max(1, free - spelledRows);
  const first = Math.max(0, Math.min(cursor - Math.floor(room / 2), listed.length - room));
  const layout = layoutOf(differencesOf(dialog));
  const lines = listed.slice(first, first + room).map((row, index) =>
    rowLine(row, {
      isSelected: first + index === cursor,
      layout,
      all: differencesOf(dialog),
      columns,
      theme,
    }),
  );
  const selected = listed[cursor];
  return {
    lines: [
      titleLine(dialog, { listed: listed.length, cursor, room, field: layout.common }, columns, theme),
      ...facts,
      ...hidden,
      ...fitLines(listed.length === 0 ? [nothingListed(dialog, theme)] : lines, room),
      ...fitLines(spelledIn(selected, spelledRows, columns, theme), spelledRows),
      ...asked,
      keysLine(keysOf(dialog, selected, context), columns),
    ],
  };
}

function titleLine(
  dialog: ReviewDialog,
  {
    listed,
    cursor,
    room,
    field,
  }: {
    readonly listed: number;
    readonly cursor: number;
    readonly room: number;
    readonly field: string | undefined;
  },
  columns: number,
  theme: Theme,
): Line {
  const { ascii } = theme;
  return ruleLine(columns, theme, [
    ...(dialog.kind === 'policy-review' ? questionOf(dialog) : versionsOf(dialog, columns, ascii)),
    ...(field === undefined
      ? []
      : [trusted('  '), ...untrusted(field, { profile: 'ident', style: 'accent', ascii })]),
    ...(dialog.onlyLoosening ? [trusted('  only what loosens', 'accent')] : []),
    ...(withoutBlanks(dialog.search) === ''
      ? []
      : [trusted('  with '), ...untrusted(withoutBlanks(dialog.search), { style: 'accent', ascii })]),
    ...(listed > room ? [trusted(`  ${formatCount(cursor + 1)} of ${formatCount(listed)} rows`, 'dim')] : []),
  ]);
}

/** How many changes are not listed, where only some are, and that they are written all the same. */
function hiddenLine(
  dialog: ReviewDialog,
  listed: readonly ReviewRow[],
  { commands, theme }: DialogContext,
): readonly Line[] {
  const all = differencesOf(dialog).length;
  const hidden = all - changesIn(listed);
  if (hidden === 0) {
    return [];
  }
  const isAre = `${formatCount(hidden)} of ${formatCount(all)} changes ${hidden === 1 ? 'is' : 'are'} hidden`;
  const written =
    dialog.kind === 'policy-comparison'
      ? ''
      : readOnlyReason(commands) === undefined
        ? `: ${theme.keyOf('policy-review.write')} writes all of them`
        : ': all of them would be written';
  return [[trusted(` ${isAre}${written}`, 'accent')]];
}

function questionOf(dialog: PolicyReviewDialog): Line {
  const { length } = differencesOf(dialog);
  const fields = Object.keys(dialog.changes).length;
  const what =
    length === 1
      ? 'this change'
      : fields === 1
        ? 'these changes'
        : `these changes of ${fields} rules and lists`;
  return [trusted(`Write ${what}?`, 'bad')];
}

/** Columns of a title that are neither version's. */
const AROUND_TITLES = 16;

/** Both versions are to be distinguishable, whatever the width. */
function versionsOf({ from, to }: PolicyComparisonDialog, columns: number, ascii: boolean): Line {
  const room = Math.floor((columns - AROUND_TITLES) / 2);
  return [
    trusted('From ', 'heading'),
    ...identifier(from.title, room, { style: 'heading', ascii }),
    trusted(' to ', 'heading'),
    ...identifier(to.title, room, { style: 'heading', ascii }),
  ];
}

/** The facts in so many lines; where some are left out, the last line says how they can be read. */
function cutFacts(facts: readonly Line[], rows: number, theme: Theme): readonly Line[] {
  return facts.length <= rows
    ? facts
    : [
        ...facts.slice(0, rows - 1),
        [
          trusted(
            ` ${formatCount(facts.length - rows + 1)} more lines to be known: ${theme.keyOf('policy-review.whole')} shows all`,
            'accent',
          ),
        ],
      ];
}

function nothingListed({ kind, onlyLoosening, search }: ReviewDialog, theme: Theme): Line {
  return [
    trusted(
      withoutBlanks(search) !== ''
        ? `  No change holds that: ${theme.keyOf(`${kind}.search`)} changes it, Esc shows all.`
        : onlyLoosening
          ? `  Nothing loosens: ${theme.keyOf(`${kind}.toggle-loosening`)} shows all.`
          : '  Nothing differs.',
      'dim',
    ),
  ];
}

/** The change under the cursor in so many lines, both sides of it; where more would be needed, it says so. */
function spelledIn(row: ReviewRow | undefined, rows: number, columns: number, theme: Theme): readonly Line[] {
  if (row?.kind !== 'change' || rows < 2) {
    return [];
  }
  const { field, effect } = row.difference;
  const lines: readonly Line[] = [
    // Where lines are read one after the other, the row under the cursor is not seen beside them.
    ...(theme.sideBySide
      ? []
      : [
          [
            trusted(' '),
            ...untrusted(field, { profile: 'ident', ascii: theme.ascii }),
            trusted(` ${effect}`),
          ],
        ]),
    ...spelledOut(row.difference, columns, theme),
  ];
  return lines.length <= rows
    ? lines
    : [
        ...lines.slice(0, rows - 1),
        [trusted(` it is longer: ${theme.keyOf('policy-review.whole')} shows it whole`, 'accent')],
      ];
}

function keysOf(
  dialog: ReviewDialog,
  selected: ReviewRow | undefined,
  { commands, theme }: DialogContext,
): readonly Part[] {
  const keyOf = (name: string) => theme.keyOf(`${dialog.kind}.${name}`);
  const back = closeKeys(`${dialog.kind}.close`, theme);
  const { loosens, unclear, tightens } = countEffects(differencesOf(dialog));
  const enter = selected?.kind === 'run' ? (selected.isOpen ? 'folds' : 'shows each') : 'shows it whole';
  return [
    ...(dialog.kind === 'policy-review'
      ? [
          writeKey(mayBeWritten(dialog, commands), theme),
          part(key(back, 'goes back, the draft stays'), shorter(1, key(back, 'back'))),
        ]
      : [part(key(back, 'goes back'))]),
    part(selected === undefined ? [] : key(keyOf('whole'), enter)),
    part(
      loosens + unclear > 0 && tightens > 0
        ? key(keyOf('toggle-loosening'), dialog.onlyLoosening ? 'all' : 'only what loosens')
        : [],
      leftOut(2),
    ),
    part(key(keyOf('search'), 'filters'), leftOut(3)),
    part(key(`${keyOf('down')} ${keyOf('up')}`, 'moves'), leftOut(4)),
  ];
}
