import { formatCount } from '../../../lib/format-number.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import { differenceParts, type PolicyDifference } from '../../../stores/policy/policy-differences.ts';
import type { ReviewRow } from '../../../stores/policy/review-rows.ts';
import type { Style, Theme } from '../../theme.ts';
import { cutWithMark, fit, identifier, lineColumns, trusted, type Line } from '../../widgets/line.ts';
import { mixed } from '../../widgets/mixed-line.ts';
import { EFFECT_LOOKS } from './review-parts.ts';

const EFFECT_COLUMNS = 12;
const CURSOR_COLUMNS = 2;
const MOST_FIELD = 26;

/** How the rows of a review share the columns. */
export interface ReviewLayout {
  /** The field that all changes are of; undefined when there is one change alone, or there are several fields. */
  readonly common: string | undefined;
  /** What the longest name of a field takes, so that scrolling moves no column. */
  readonly fieldColumns: number;
}

export const layoutOf = memoizeLast((differences: readonly PolicyDifference[]): ReviewLayout => {
  const fields = [...new Set(differences.map(({ field }) => field))];
  const common = differences.length > 1 && fields.length === 1 ? fields[0] : undefined;
  const longest = fields.reduce(
    (most, field) => Math.max(most, lineColumns(identifier(field, MOST_FIELD))),
    0,
  );
  return { common, fieldColumns: common === undefined ? longest + 2 : 0 };
});

/** A row of the list: which way it goes, the field where there are several, and what changes. */
export function rowLine(
  row: ReviewRow,
  {
    isSelected,
    layout,
    all,
    columns,
    theme,
  }: {
    readonly isSelected: boolean;
    readonly layout: ReviewLayout;
    readonly all: readonly PolicyDifference[];
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
      ? runText(row, all, room, textStyle, theme)
      : changeText(row.difference, room, textStyle, theme)),
  ];
}

/** What many changes of one kind come to, each in few words. */
const RUN_WORDS: ReadonlyMap<string, string> = new Map([
  ['blocked_packages added', 'packages blocked'],
  ['blocked_packages removed', 'packages no longer blocked'],
  ['blocked_maintainers added', 'maintainers blocked'],
  ['blocked_maintainers removed', 'maintainers no longer blocked'],
  ['allowed_licenses added', 'licences allowed'],
  ['allowed_licenses removed', 'licences no longer allowed'],
]);

const RUN_SIGNS = { added: '+', removed: '-', edited: '~', set: ' ' } as const;

/** So many elements of a run are named in its row, where there is room. */
const MOST_NAMED = 5;

function runText(
  { first: { field, how }, place, count, isOpen }: Extract<ReviewRow, { kind: 'run' }>,
  all: readonly PolicyDifference[],
  room: number,
  style: Style,
  theme: Theme,
): Line {
  const { ascii } = theme;
  const words = RUN_WORDS.get(`${field} ${how}`) ?? `elements ${how}`;
  const side = how === 'removed' ? 'before' : 'after';
  const names = all
    .slice(place, place + Math.min(count, MOST_NAMED))
    .flatMap((difference, index) => [
      trusted(index === 0 ? '   ' : ', ', 'dim'),
      ...mixed(differenceParts(difference, side), 30, { style: 'dim', ascii }),
    ]);
  const line = [
    trusted(`${RUN_SIGNS[how]} ${formatCount(count)} ${words} `, style),
    trusted(
      `${theme.glyph(isOpen ? 'unfolded' : 'folded')} ${theme.keyOf('policy-review.whole')} ${isOpen ? 'folds' : 'shows each'}`,
      'accent',
    ),
    ...(isOpen ? [] : [...names, trusted(count > MOST_NAMED ? `, ${theme.glyph('ellipsis')}` : '', 'dim')]),
  ];
  return cutWithMark(line, room, { ascii });
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
