import { Box, Text, usePaste } from 'ink';
import TextInput from 'ink-text-input';
import { useState } from 'react';

import type { Theme } from '../theme.ts';
import { cleanInput } from './text-cleaning.ts';

/** A field of one line. A paste is text, never keys. */
export function TextField({
  label,
  initial,
  theme,
  onChange,
  onSubmit,
}: {
  readonly label: string;
  readonly initial: string;
  readonly theme: Theme;
  readonly onChange: (text: string) => void;
  readonly onSubmit: (text: string) => void;
}) {
  const [value, setValue] = useState(initial);
  const change = (text: string) => {
    const cleaned = cleanInput(text);
    setValue(cleaned);
    onChange(cleaned);
  };
  usePaste((pasted) => change(value + pasted));
  return (
    <Box>
      <Box flexShrink={0}>
        <Text>{theme.paint(` ${label} `, 'accent')}</Text>
      </Box>
      <TextInput value={value} onChange={change} onSubmit={onSubmit} />
    </Box>
  );
}
