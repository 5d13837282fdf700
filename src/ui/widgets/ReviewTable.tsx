import { Text } from 'ink';
import Table from 'ink-table';
import { useMemo, type PropsWithChildren } from 'react';

import { columnsOf, cutMiddle } from '../../lib/cell-text.ts';
import { isSuspiciousIdentifier, safeString } from '../../lib/safe-text.ts';
import type { Style, Theme } from '../theme.ts';
import { alreadySafe, paintLine } from './line.ts';

/** One change of the policy, before and after. */
export interface ReviewRow {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  readonly effect: string;
}

const EFFECT_COLUMNS = 8;
/** What a column takes beside its text, and the frame once more. */
const COLUMN_FRAME = 3;
const CURSOR_COLUMNS = 2;
const LEAST_FIELD = 10;
const MOST_FIELD = 26;
const LEAST_SIDE = 6;

/** The columns of each part of such a table, as wide as what is in it wants them and the screen allows. */
interface ReviewColumns {
  /** Undefined when it is left out. */
  readonly field: number | undefined;
  readonly before: number;
  readonly after: number;
}

/** Shares out the width: what tells changes apart goes before the name of the field, and what one side leaves to the other. */
function reviewColumns(
  rows: readonly ReviewRow[],
  { withField, columns, ascii }: { withField: boolean; columns: number; ascii: boolean },
): ReviewColumns {
  const longest = (texts: readonly string[]) =>
    Math.max(LEAST_SIDE, ...texts.map((text) => columnsOf(shownText(text, ascii))));
  const frame = COLUMN_FRAME * (withField ? 4 : 3) + 1 + CURSOR_COLUMNS;
  const room = columns - frame - EFFECT_COLUMNS;
  const wantField = longest(rows.map(({ field }) => field));
  const [wantBefore, wantAfter] = [
    longest(rows.map((row) => row.before)),
    longest(rows.map((row) => row.after)),
  ];
  const leftToField = Math.max(LEAST_FIELD, Math.floor(room / 4), room - wantBefore - wantAfter);
  const field = withField ? Math.min(MOST_FIELD, wantField, leftToField) : undefined;
  const sides = Math.max(2 * LEAST_SIDE, room - (field ?? 0));
  const half = Math.floor(sides / 2);
  const before = Math.max(Math.min(wantBefore, half), Math.min(wantBefore, sides - wantAfter));
  return { field, before, after: Math.min(wantAfter, sides - before) };
}

/** A value as it stands in the table, with the flag of one in which something had to be escaped. */
function shownText(text: string, ascii: boolean): string {
  return flagOf(text, ascii) + (safeString(text, 'ident', ascii) || '""');
}

function flagOf(text: string, ascii: boolean): string {
  return isSuspiciousIdentifier(text) ? `${ascii ? '!' : '⚑'} ` : '';
}

/** Changes of a policy as a small table; long values are cut to the width, in the middle: they differ at both ends. */
export function ReviewTable({
  rows,
  selected,
  withField,
  columns,
  theme,
}: {
  readonly rows: readonly ReviewRow[];
  /** The place of the row under the cursor. */
  readonly selected: number;
  /** Whether the name of the field is a column of its own. */
  readonly withField: boolean;
  readonly columns: number;
  readonly theme: Theme;
}) {
  const { ascii } = theme;
  const widths = reviewColumns(rows, { withField, columns, ascii });
  const shown = (text: string, width: number) =>
    cutMiddle(shownText(text, ascii), width, theme.glyph('ellipsis'));
  const parts = useMemo(() => {
    const painting =
      (style: Style) =>
      ({ children }: PropsWithChildren) => (
        <Text>{paintLine(alreadySafe(String(children as string), style, ascii), theme)}</Text>
      );
    const cursor = ` ${theme.glyph('gutter')}`;
    const Cell = ({ children, column }: PropsWithChildren<{ readonly column?: number }>) => {
      const text = String(children as string);
      const start = column === 0 && text.startsWith(cursor) ? cursor.length : 0;
      const line = [
        ...alreadySafe(text.slice(0, start), 'accent', ascii),
        ...alreadySafe(text.slice(start), start > 0 ? 'bold' : 'plain', ascii),
      ];
      return <Text>{paintLine(line, theme)}</Text>;
    };
    return { header: painting('bold'), cell: Cell, skeleton: painting('dim') };
  }, [theme, ascii]);
  const first = (index: number, text: string) =>
    `${(index === selected ? theme.glyph('gutter') : '').padEnd(CURSOR_COLUMNS)}${text}`;
  return (
    <Table
      {...parts}
      data={rows.map((row, index) => {
        const before = shown(row.before, widths.before);
        const after = shown(row.after, widths.after);
        const { effect } = row;
        return widths.field === undefined
          ? { '  before': first(index, before), after, effect }
          : { '  field': first(index, shown(row.field, widths.field)), before, after, effect };
      })}
    />
  );
}
