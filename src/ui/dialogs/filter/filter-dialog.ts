import { zoneOf } from '../../../lib/format-time.ts';
import { splitAtCursor } from '../../../lib/text-editing.ts';
import { earlierQueries } from '../../../commands/base/filter-field.ts';
import type { FilterDialog } from '../../../stores/view/dialog-states.ts';
import { fieldNames } from '../../../stores/query/suggest.ts';
import { queryZone } from '../../panes/query-parts.ts';
import { queryLine } from '../../panes/query-line.ts';
import type { Theme } from '../../theme.ts';
import {
  fit,
  untrusted,
  untrustedWrapped,
  lineColumns,
  trusted,
  restyled,
  ruleLine,
  withoutStart,
  type Line,
} from '../../widgets/line.ts';
import type { PaintedView } from '../base/dialog-view.ts';

const LABEL = ' / ';

/** A problem quotes what was typed, which may be long. */
const MOST_PROBLEM_ROWS = 4;

/** So much around the cursor is looked at, in UTF-16 units a column: a long text must not cost more than a short one. */
const FAR = 8;

/** The query of a list while it is typed, and what is wrong with it or could be typed. */
export const filterView: PaintedView<FilterDialog> = {
  drawnAs: 'lines',
  speech: { as: 'lines' },
  paint(dialog, { commands, theme }, { columns, rows }) {
    const { stores } = commands;
    const hasHistory = earlierQueries(stores, dialog).length > 0;
    return {
      lines: [
        ruleLine(columns, theme, [
          trusted(`Filter ${dialog.of.rows}`, 'heading'),
          ...queryZone(dialog.query, zoneOf(stores.view.getState().timeStyle), theme.ascii),
        ]),
        fieldLine(dialog, columns, theme),
        ...problemLines(dialog, columns, theme.ascii),
        ...(hasSuggestionLine(dialog) ? [suggestionLine(dialog, hasHistory, columns, theme)] : []),
      ].slice(0, rows),
    };
  },
};

/** What is wrong is shown whole: what to type instead stands at its end. */
function problemLines({ query }: FilterDialog, columns: number, ascii: boolean): readonly Line[] {
  const [problem] = query.problems;
  return problem === undefined
    ? []
    : untrustedWrapped(problem.sentence, Math.max(1, columns - 2), { style: 'bad', ascii })
        .slice(0, MOST_PROBLEM_ROWS)
        .map((line) => fit([trusted(' '), ...line], columns, { ascii }));
}

function hasSuggestionLine({ query, suggestions }: FilterDialog): boolean {
  return query.problems.length === 0 || (suggestions.of === 'values' && suggestions.options.length > 0);
}

/** The part of the text around the cursor, which is the one inverse cell. */
function fieldLine({ edited, of, query }: FilterDialog, columns: number, theme: Theme): Line {
  const { ascii } = theme;
  const { cursor, text } = edited;
  const far = columns * FAR;
  const room = columns - LABEL.length - 1;
  const [, under] = splitAtCursor(edited);
  const next = cursor + under.length;
  const before = queryLine(query, of.query, ascii, { start: Math.max(0, cursor - far), end: cursor });
  const cell =
    under === ''
      ? [trusted(' ', 'inverse')]
      : restyled(queryLine(query, of.query, ascii, { start: cursor, end: next }), 'inverse');
  const behind = queryLine(query, of.query, ascii, { start: next, end: Math.min(text.length, next + far) });
  const behindRoom = Math.min(lineColumns(behind), Math.floor(room / 4));
  const hidden = Math.max(0, lineColumns(before) + lineColumns(cell) + behindRoom - room);
  return fit([trusted(LABEL, 'accent'), ...withoutStart(before, hidden), ...cell, ...behind], columns, theme);
}

/** Fewer letters of a name narrow nothing, so that the line stays as it is while words are typed. */
const LEAST_LETTERS = 2;

function suggestionLine(
  { of: { query }, suggestions, suggested, edited }: FilterDialog,
  hasHistory: boolean,
  columns: number,
  theme: Theme,
): Line {
  const { ascii } = theme;
  const { of, start, end, options } = suggestions;
  const isOpen =
    of === 'names' && suggested === undefined && (options.length === 0 || end - start < LEAST_LETTERS);
  const earlier: Line =
    edited.text === '' && hasHistory
      ? [trusted(` ${theme.keyOf('filter.older')}`, 'key'), trusted(' earlier ', 'dim')]
      : [];
  const shown = (isOpen ? fieldNames(query) : options).flatMap((option, index): Line => [
    trusted(' '),
    ...untrusted(option, {
      profile: of === 'names' ? 'cell' : 'ident',
      style: index === suggested ? 'inverse' : 'dim',
      ascii,
    }),
  ]);
  return fit([...earlier, ...shown], columns, theme);
}
