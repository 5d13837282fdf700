import { withoutBlanks } from '../../../lib/text-cleaning.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { PolicyComparisonDialog, PolicyReviewDialog } from '../../../stores/view/dialog-states.ts';
import {
  countEffects,
  differenceParts,
  type PolicyDifference,
} from '../../../stores/policy/policy-differences.ts';
import {
  cursorOfReview,
  differencesOf,
  rowsOfReview,
  type ReviewRow,
} from '../../../stores/policy/review-rows.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import type { Style, Theme } from '../../theme.ts';
import { leftOut, part, shorter, type Part } from '../../widgets/fitted-parts.ts';
import {
  fit,
  fitLines,
  untrusted,
  identifier,
  lineColumns,
  trusted,
  ruleLine,
  type Line,
  type Size,
} from '../../widgets/line.ts';
import { mixed } from '../../widgets/mixed-line.ts';
import type { DialogContext, DialogPicture, PaintedView } from '../base/dialog-view.ts';
import { key, keysLine, writeKey } from './difference-keys.ts';
import { factsOf } from './review-facts.ts';
import { EFFECT_LOOKS, mayBeWritten, numberLine, spelledOut } from './review-parts.ts';
import { paintWholeChange } from './whole-change.ts';

type ReviewDialog = PolicyReviewDialog | PolicyComparisonDialog;

const EFFECT_COLUMNS = 12;
const CURSOR_COLUMNS = 2;
const MOST_FIELD = 26;

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
  const usual = columns >= 120 ? 5 : columns >= 80 ? 8 : 11;
  const facts = dialog.kind === 'policy-comparison' ? 1 : usual + 2 * Object.keys(dialog.changes).length;
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
  const around = LINES_AROUND + asked.length;
  const least = Math.min(LEAST_LISTED, Math.max(1, listed.length));
  const facts = cutFacts(factsOf(dialog, context, columns), Math.max(1, rows - around - least), theme);
  const free = rows - around - facts.length;
  // Another change under the cursor must not move the list.
  const spelledRows = Math.max(0, Math.min(SPELLED_ROWS, free - Math.max(least, Math.ceil(free / 2))));
  const room = Math.max(1, free - spelledRows);
  const first = Math.max(0, Math.min(cursor - Math.floor(room / 2), listed.length - room));
  const layout = layoutOf(differencesOf(dialog));
  const lines = listed
    .slice(first, first + room)
    .map((row, index) => rowLine(row, { isSelected: first + index === cursor, layout, columns, theme }));
  const selected = listed[cursor];
  return {
    lines: [
      titleLine(dialog, { listed: listed.length, cursor, room, field: layout.common }, columns, theme),
      ...facts,
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

interface ReviewLayout {
  /** The field that all changes are of; undefined when there is one change alone, or there are several fields. */
  readonly common: string | undefined;
  /** What the longest name of a field takes, so that scrolling moves no column. */
  readonly fieldColumns: number;
}

const layoutOf = memoizeLast((differences: readonly PolicyDifference[]): ReviewLayout => {
  const fields = [...new Set(differences.map(({ field }) => field))];
  const common = differences.length > 1 && fields.length === 1 ? fields[0] : undefined;
  const longest = fields.reduce(
    (most, field) => Math.max(most, lineColumns(identifier(field, MOST_FIELD))),
    0,
  );
  return { common, fieldColumns: common === undefined ? longest + 2 : 0 };
});

function rowLine(
  row: ReviewRow,
  {
    isSelected,
    layout,
    columns,
    theme,
  }: {
    readonly isSelected: boolean;
    readonly layout: ReviewLayout;
    readonly columns: number;
    readonly theme: Theme;
  },
): Line {
  const { ascii } = theme;
  const { field, effect } = row.kind === 'run' ? row.first : row.difference;
  const { shape, style } = EFFECT_LOOKS[effect];
  const wanted = Math.min(layout.fieldColumns, Math.floor((columns - EFFECT_COLUMNS) / 2));
  const fieldColumns = Math.max(0, wanted);
  const room = columns - CURSOR_COLUMNS - EFFECT_COLUMNS - fieldColumns;
  const textStyle: Style = isSelected ? 'bold' : 'plain';
  return [
    isSelected ? trusted(theme.glyph('gutter').padEnd(CURSOR_COLUMNS), 'accent') : trusted('  '),
    ...fit([trusted(`${theme.glyph(shape)} ${effect}`, style)], EFFECT_COLUMNS, theme),
    ...(fieldColumns === 0
      ? []
      : fit(identifier(field, fieldColumns - 2, { style: textStyle, ascii }), fieldColumns, theme)),
    ...(row.kind === 'run'
      ? runText(row, theme, textStyle)
      : changeText(row.difference, room, textStyle, theme)),
  ];
}

/** What many changes of one kind come to, each in few words. */
const RUN_WORDS: ReadonlyMap<string, string> = new Map([
  ['blocked_packages added', 'packages blocked'],
  ['blocked_maintainers added', 'maintainers blocked'],
  ['allowed_licenses removed', 'licences no longer allowed'],
]);

function runText(
  { first: { field, how }, count, isOpen }: Extract<ReviewRow, { kind: 'run' }>,
  theme: Theme,
  style: Style,
): Line {
  const words = RUN_WORDS.get(`${field} ${how}`) ?? `elements ${how}`;
  return [
    trusted(`${how === 'removed' ? '-' : '+'} ${formatCount(count)} ${words} `, style),
    trusted(
      `${theme.glyph(isOpen ? 'unfolded' : 'folded')} ${theme.keyOf('policy-review.whole')} ${isOpen ? 'folds' : 'shows each'}`,
      'accent',
    ),
  ];
}

/** What changes, in a line: `8 → 4`, `+ worm`, `- evil`; long values are cut in the middle, as they differ at both ends. */
function changeText(difference: PolicyDifference, room: number, style: Style, theme: Theme): Line {
  const { ascii } = theme;
  const { how } = difference;
  if (how === 'added' || how === 'removed') {
    const element = differenceParts(difference, how === 'added' ? 'after' : 'before');
    return [trusted(how === 'added' ? '+ ' : '- ', style), ...mixed(element, room - 2, { style, ascii })];
  }
  const arrow = ` ${theme.glyph('arrow')} `;
  const [before, after] = [differenceParts(difference, 'before'), differenceParts(difference, 'after')];
  const [wantBefore, wantAfter] = [before, after].map((parts) =>
    lineColumns(mixed(parts, room, { ascii })),
  ) as [number, number];
  const sides = room - arrow.length;
  const half = Math.floor(sides / 2);
  const beforeColumns = Math.max(Math.min(wantBefore, half), Math.min(wantBefore, sides - wantAfter));
  return [
    ...mixed(before, beforeColumns, { style, ascii }),
    trusted(arrow, 'dim'),
    ...mixed(after, sides - beforeColumns, { style, ascii }),
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
  const { loosens, unclear, tightens } = countEffects(differencesOf(dialog));
  const enter = selected?.kind === 'run' ? (selected.isOpen ? 'folds' : 'shows each') : 'shows it whole';
  return [
    ...(dialog.kind === 'policy-review'
      ? [
          writeKey(mayBeWritten(dialog, commands), theme),
          part(key('Esc', 'goes back, the draft stays'), shorter(1, key('Esc', 'back'))),
        ]
      : [part(key('Esc', 'goes back'))]),
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
