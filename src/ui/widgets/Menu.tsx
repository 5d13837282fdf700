import { Box, Text } from 'ink';
import SelectInput from 'ink-select-input';
import { useMemo, useRef } from 'react';

import { cutEnd, cutMiddle } from '../../lib/cell-text.ts';
import { safeSegments } from '../../lib/safe-text.ts';
import type { Theme } from '../theme.ts';
import { alreadySafe, paintLine } from './line.ts';

/** Columns before a choice, where the mark of the cursor stands. */
const GUTTER = 3;

/**
 * A menu of choices, as many as there are rows for, in one column or in several beside each other; every label is made safe. It
 * only draws: its cursor is kept elsewhere.
 */
export function Menu({
  choices,
  cursor,
  rows,
  beside,
  columns,
  theme,
}: {
  readonly choices: readonly {
    readonly label: string;
    readonly value: string;
    /** Where it has no room, its middle is left out, and else its end. */
    readonly keepsEnd?: true;
  }[];
  readonly cursor: number;
  readonly rows: number;
  /** So many columns of choices stand beside each other. */
  readonly beside: number;
  readonly columns: number;
  readonly theme: Theme;
}) {
  const top = useRef(0);
  // One column goes on by a choice, several by a whole column: otherwise each would be another one.
  const step = beside === 1 ? 1 : rows;
  const shown = beside === 1 ? rows : beside;
  top.current = Math.max(
    Math.floor(cursor / step) - shown + 1,
    Math.min(top.current, Math.floor(cursor / step), Math.max(0, Math.ceil(choices.length / step) - shown)),
  );
  const first = top.current * step;
  const width = Math.floor(columns / beside);
  const parts = useMemo(() => partsOf(theme), [theme]);
  return (
    <Box>
      {Array.from({ length: beside }, (_, column) => {
        const start = first + column * rows;
        const items = choices.slice(start, start + rows).map(({ label, value, keepsEnd }) => ({
          key: value,
          value,
          label: (keepsEnd === true ? cutMiddle : cutEnd)(
            safeLabel(label, theme),
            width - GUTTER - 1,
            theme.glyph('ellipsis'),
          ),
        }));
        const place = cursor - start;
        const hasCursor = place >= 0 && place < items.length;
        return (
          <Box key={column} width={width} flexDirection="column">
            <SelectInput
              // It takes its place from us when it is made, and never again.
              key={`${start} ${cursor}`}
              items={items}
              initialIndex={hasCursor ? place : 0}
              isFocused={false}
              indicatorComponent={hasCursor ? parts.Indicator : parts.NoIndicator}
              itemComponent={hasCursor ? parts.Item : parts.OtherItem}
            />
          </Box>
        );
      })}
    </Box>
  );
}

/** Names in it have their tokens already, which `safeString` would escape once more. */
function safeLabel(label: string, { ascii }: Theme): string {
  return safeSegments(label, 'cell', ascii)
    .map(({ text }) => text)
    .join('');
}

interface Drawn {
  readonly isSelected?: boolean;
}

interface DrawnItem extends Drawn {
  readonly label: string;
}

/** What a choice is drawn with, in the column of the cursor and in the others, none of whose choices is selected. */
function partsOf(theme: Theme) {
  const indicator = (isSelected: boolean) => (
    <Box width={GUTTER}>
      <Text>{isSelected ? theme.paint(` ${theme.glyph('gutter')} `, 'accent') : ' '.repeat(GUTTER)}</Text>
    </Box>
  );
  const item = (label: string, isSelected: boolean) => (
    <Text>{paintLine(alreadySafe(label, isSelected ? 'accent' : 'plain', theme.ascii), theme)}</Text>
  );
  return {
    Indicator: ({ isSelected = false }: Drawn) => indicator(isSelected),
    NoIndicator: () => indicator(false),
    Item: ({ label, isSelected = false }: DrawnItem) => item(label, isSelected),
    OtherItem: ({ label }: DrawnItem) => item(label, false),
  };
}
