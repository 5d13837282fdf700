import { Box } from 'ink';

import { formatCount } from '../../../../lib/format-number.ts';
import type { PolicyDifference } from '../../../../stores/policy/policy-differences.ts';
import { rememberLast } from '../../../../stores/remember-last.ts';
import type { Theme } from '../../../theme.ts';
import { leftOut, part, type Part } from '../../../widgets/fitted-parts.ts';
import { foreign, own, ruleLine, type Line } from '../../../widgets/line.ts';
import { Lines } from '../../../widgets/Lines.tsx';
import { ReviewTable } from '../../../widgets/ReviewTable.tsx';
import { key, keysLine } from './difference-keys.ts';
import { LINES_AROUND, ROW_ROWS, SPELLED_ROWS, TABLE_ROWS } from './differences-rows.ts';
import { spelledOut } from './whole-change.ts';

/** The field that all changes are of; undefined when there is one change alone, or there are several fields. */
const commonField = rememberLast((differences: readonly PolicyDifference[]): string | undefined => {
  const [first] = differences;
  return differences.length > 1 && differences.every(({ field }) => field === first?.field)
    ? first?.field
    : undefined;
});

/**
 * A title, what is to be known, a table of changes with a cursor, the change under it spelled out, and the keys. The table
 * keeps two rows; what does not fit beside them is said to be elsewhere.
 */
export function DifferencesView({
  title,
  facts,
  differences,
  cursor,
  keys,
  columns,
  rows,
  theme,
}: {
  readonly title: Line;
  readonly facts: readonly Line[];
  readonly differences: readonly PolicyDifference[];
  readonly cursor: number;
  /** Those that stand before the ones that every such table has. */
  readonly keys: readonly Part[];
  readonly columns: number;
  readonly rows: number;
  readonly theme: Theme;
}) {
  const least = differences.length === 0 ? 0 : TABLE_ROWS + ROW_ROWS * Math.min(2, differences.length);
  const toldFacts = cutFacts(facts, Math.max(1, rows - LINES_AROUND - least));
  const free = rows - LINES_AROUND - toldFacts.length - least;
  // Another change under the cursor must not move the table.
  const spelledRows = free >= 2 ? Math.min(SPELLED_ROWS, free) : 0;
  const tableRows = rows - LINES_AROUND - toldFacts.length - TABLE_ROWS - spelledRows;
  const room = Math.max(1, Math.floor(tableRows / ROW_ROWS));
  const first = Math.max(0, Math.min(cursor - Math.floor(room / 2), differences.length - room));
  const shown = differences.slice(first, first + room);
  const selected = differences[cursor];
  const field = commonField(differences);
  const place: Line =
    differences.length > shown.length
      ? [own(`  ${formatCount(cursor + 1)} of ${formatCount(differences.length)}`, 'dim')]
      : [];
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Lines
        lines={[
          ruleLine(columns, theme, [
            ...title,
            ...(field === undefined
              ? []
              : [own('  '), ...foreign(field, { profile: 'ident', style: 'accent', ascii: theme.ascii })]),
            ...place,
          ]),
          ...toldFacts,
        ]}
        columns={columns}
        theme={theme}
      />
      {shown.length > 0 && (
        <ReviewTable
          rows={shown}
          selected={cursor - first}
          withField={field === undefined}
          columns={columns}
          theme={theme}
        />
      )}
      <Lines
        lines={[
          ...(selected === undefined ? [] : spelledIn(spelledRows, selected, columns, theme)),
          keysLine(
            [
              ...keys,
              part(selected === undefined ? [] : key('Enter', 'shows it whole')),
              part(differences.length > 1 ? key('j k', 'moves') : [], leftOut(3)),
            ],
            columns,
          ),
        ]}
        columns={columns}
        theme={theme}
      />
    </Box>
  );
}

/** The facts in so many lines; where some are left out, the last line says how they can be read. */
function cutFacts(facts: readonly Line[], rows: number): readonly Line[] {
  return facts.length <= rows
    ? facts
    : [
        ...facts.slice(0, rows - 1),
        [own(` ${formatCount(facts.length - rows + 1)} more lines to be known: Enter shows all`, 'accent')],
      ];
}

/** The change in so many lines, both sides of it; where more would be needed, it says so. */
function spelledIn(
  rows: number,
  difference: PolicyDifference,
  columns: number,
  theme: Theme,
): readonly Line[] {
  const { field, effect } = difference;
  const lines: readonly Line[] = [
    // Where lines are read one after the other, the row under the cursor is not seen beside them.
    ...(theme.sideBySide
      ? []
      : [[own(' '), ...foreign(field, { profile: 'ident', ascii: theme.ascii }), own(` ${effect}`)]]),
    ...spelledOut(difference, columns, theme),
  ];
  if (rows === 0 || lines.length <= rows) {
    return lines.slice(0, rows);
  }
  return [...lines.slice(0, rows - 1), [own(' it is longer: Enter shows it whole', 'accent')]];
}
