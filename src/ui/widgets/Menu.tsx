import { Box, Text } from 'ink';
import SelectInput from 'ink-select-input';
import { useMemo } from 'react';

import { safeString } from '../../lib/safe-text.ts';
import { cutEnd } from '../../lib/cell-text.ts';
import type { Theme } from '../theme.ts';
import { alreadySafe, paintLine } from './line.ts';

/** A menu of choices; every label is made safe. */
export function Menu({
  choices,
  initial,
  limit,
  columns,
  theme,
  onChoose,
}: {
  readonly choices: readonly { readonly label: string; readonly value: string }[];
  readonly initial: string | undefined;
  readonly limit: number;
  readonly columns: number;
  readonly theme: Theme;
  readonly onChoose: (value: string) => void;
}) {
  const items = useMemo(
    () =>
      choices.map((choice) => ({
        key: choice.value,
        value: choice.value,
        label: cutEnd(safeString(choice.label, 'cell', theme.ascii), columns - 4, theme.glyph('ellipsis')),
      })),
    [choices, columns, theme],
  );
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
      items={items}
      initialIndex={Math.max(
        0,
        choices.findIndex(({ value }) => value === initial),
      )}
      limit={limit}
      indicatorComponent={parts.Indicator}
      itemComponent={parts.Item}
      onSelect={({ value }) => onChoose(value)}
    />
  );
}
