import { Box, Text } from 'ink';
import SelectInput from 'ink-select-input';
import { useMemo, useRef } from 'react';

import { safeSegments } from '../../lib/safe-text.ts';
import { cutEnd } from '../../lib/cell-text.ts';
import type { Theme } from '../theme.ts';
import { alreadySafe, paintLine } from './line.ts';

/** A menu of choices, as many as there are rows for; every label is made safe. It only draws: its cursor is kept elsewhere. */
export function Menu({
  choices,
  cursor,
  rows,
  columns,
  theme,
}: {
  readonly choices: readonly { readonly label: string; readonly value: string }[];
  readonly cursor: number;
  readonly rows: number;
  readonly columns: number;
  readonly theme: Theme;
}) {
  const top = useRef(0);
  top.current = Math.max(
    cursor - rows + 1,
    Math.min(top.current, cursor, Math.max(0, choices.length - rows)),
  );
  const items = choices.slice(top.current, top.current + rows).map((choice) => ({
    key: choice.value,
    value: choice.value,
    label: cutEnd(safeLabel(choice.label, theme), columns - 4, theme.glyph('ellipsis')),
  }));
  const parts = useMemo(() => {
    const Indicator = ({ isSelected = false }: { readonly isSelected?: boolean }) => (
      <Box width={3}>
        <Text>{isSelected ? theme.paint(` ${theme.glyph('gutter')} `, 'accent') : '   '}</Text>
      </Box>
    );
    const Item = ({
      isSelected = false,
      label,
    }: {
      readonly isSelected?: boolean;
      readonly label: string;
    }) => <Text>{paintLine(alreadySafe(label, isSelected ? 'accent' : 'plain', theme.ascii), theme)}</Text>;
    return { Indicator, Item };
  }, [theme]);
  return (
    <SelectInput
      // It takes its place from us when it is made, and never again.
      key={`${top.current} ${cursor}`}
      items={items}
      initialIndex={cursor - top.current}
      isFocused={false}
      indicatorComponent={parts.Indicator}
      itemComponent={parts.Item}
    />
  );
}

/** Names in it have their tokens already, which `safeString` would escape once more. */
function safeLabel(label: string, { ascii }: Theme): string {
  return safeSegments(label, 'cell', ascii)
    .map(({ text }) => text)
    .join('');
}
