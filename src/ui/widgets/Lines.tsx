import { Box, Text } from 'ink';
import { memo } from 'react';

import type { Theme } from '../theme.ts';
import { fit, paintLine, type Line } from './line.ts';

/** One row of the screen as one text: nothing per cell goes through layout. */
const Row = memo(function Row({ text }: { readonly text: string }) {
  return <Text wrap="truncate">{text === '' ? ' ' : text}</Text>;
});

/** Lines one under the other, each cut to the width. The only way by which bodies reach the screen. */
export function Lines({
  lines,
  columns,
  theme,
}: {
  readonly lines: readonly Line[];
  readonly columns: number;
  readonly theme: Theme;
}) {
  return (
    <Box flexDirection="column" width={columns} height={lines.length} flexShrink={0}>
      {lines.map((line, index) => (
        <Row key={index} text={paintLine(fit(line, columns, theme), theme)} />
      ))}
    </Box>
  );
}
