import { Box } from 'ink';

import type { PolicyDifference } from '../../../../stores/policy/policy-differences.ts';
import type { Theme } from '../../../theme.ts';
import { own, ruleLine, type Line } from '../../../widgets/line.ts';
import { Lines } from '../../../widgets/Lines.tsx';
import { LINES_AROUND, ROW_ROWS, TABLE_ROWS } from './differences-rows.ts';
import { ReviewTable } from '../../../widgets/ReviewTable.tsx';

/** A title, what is to be known, a table of changes that is scrolled, and the keys. Facts give way to the table. */
export function DifferencesView({
  title,
  facts,
  differences,
  top,
  keys,
  columns,
  rows,
  theme,
}: {
  readonly title: Line;
  readonly facts: readonly Line[];
  readonly differences: readonly PolicyDifference[];
  readonly top: number;
  readonly keys: Line;
  readonly columns: number;
  readonly rows: number;
  readonly theme: Theme;
}) {
  const least = TABLE_ROWS + ROW_ROWS * Math.min(2, differences.length);
  const toldFacts = facts.slice(0, Math.max(0, rows - LINES_AROUND - least));
  const room = Math.max(1, Math.floor((rows - LINES_AROUND - toldFacts.length - TABLE_ROWS) / ROW_ROWS));
  const first = Math.max(0, Math.min(top, differences.length - room));
  const shown = differences.slice(first, first + room);
  const place: Line =
    differences.length > shown.length
      ? [own(`  ${first + 1}-${first + shown.length} of ${differences.length}, j and k scroll`, 'dim')]
      : [];
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Lines
        lines={[ruleLine(columns, theme, [...title, ...place]), ...toldFacts]}
        columns={columns}
        theme={theme}
      />
      {shown.length > 0 && <ReviewTable rows={shown} columns={columns} theme={theme} />}
      <Lines lines={[keys]} columns={columns} theme={theme} />
    </Box>
  );
}
