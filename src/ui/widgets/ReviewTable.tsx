import { Text } from 'ink';
import Table from 'ink-table';
import { useMemo, type PropsWithChildren } from 'react';

import { columnsOf, cutMiddle } from '../../lib/cell-text.ts';
import { safeString } from '../../lib/safe-text.ts';
import type { Style, Theme } from '../theme.ts';
import { alreadySafe, paintLine } from './line.ts';

/** One change of the policy, before and after. */
export interface ReviewRow {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  readonly effect: string;
}

const MOST_FIELD_COLUMNS = 26;
const EFFECT_COLUMNS = 10;
const FRAME_COLUMNS = 13;

/** The changes of a policy as a small table; long values are cut to the width, in the middle: they differ at both ends. */
export function ReviewTable({
  rows,
  columns,
  theme,
}: {
  readonly rows: readonly ReviewRow[];
  readonly columns: number;
  readonly theme: Theme;
}) {
  const longest = (texts: readonly string[]) =>
    Math.max(6, ...texts.map((text) => columnsOf(safeString(text, 'ident', theme.ascii))));
  const fieldColumns = Math.min(MOST_FIELD_COLUMNS, longest(rows.map(({ field }) => field)));
  const room = Math.max(12, columns - fieldColumns - EFFECT_COLUMNS - FRAME_COLUMNS);
  const [wantBefore, wantAfter] = [
    longest(rows.map(({ before }) => before)),
    longest(rows.map(({ after }) => after)),
  ];
  // What one side does not need goes to the other.
  const half = Math.floor(room / 2);
  const beforeColumns = Math.max(Math.min(wantBefore, half), Math.min(wantBefore, room - wantAfter));
  const afterColumns = Math.min(wantAfter, room - beforeColumns);
  const shown = (text: string, width: number) =>
    cutMiddle(safeString(text, 'ident', theme.ascii), width, theme.glyph('ellipsis')) || '""';
  const parts = useMemo(() => {
    const painting =
      (style: Style) =>
      ({ children }: PropsWithChildren) => (
        <Text>{paintLine(alreadySafe(String(children as string), style, theme.ascii), theme)}</Text>
      );
    return { header: painting('bold'), cell: painting('plain'), skeleton: painting('dim') };
  }, [theme]);
  return (
    <Table
      {...parts}
      data={rows.map((row) => ({
        field: shown(row.field, fieldColumns),
        before: shown(row.before, beforeColumns),
        after: shown(row.after, afterColumns),
        effect: row.effect,
      }))}
    />
  );
}
