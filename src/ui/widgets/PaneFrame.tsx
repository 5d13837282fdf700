import { Box } from 'ink';

import type { Theme } from '../theme.ts';
import type { Line, Size } from './line.ts';
import { Lines } from './Lines.tsx';

/** What a pane shows: one line that says what is listed, its body, and one line on how good the data is. */
export function PaneFrame({
  summary,
  body,
  footer,
  size,
  theme,
}: {
  readonly summary: Line;
  readonly body: readonly Line[];
  readonly footer: Line;
  readonly size: Size;
  readonly theme: Theme;
}) {
  return (
    <Box flexDirection="column" height={size.rows} width={size.columns}>
      <Lines lines={[summary, ...fillTo(body, size.rows - 2), footer]} columns={size.columns} theme={theme} />
    </Box>
  );
}

function fillTo(lines: readonly Line[], rows: number): readonly Line[] {
  return Array.from({ length: Math.max(0, rows) }, (_, index) => lines[index] ?? []);
}
