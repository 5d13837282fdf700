import { Box, Text, usePaste } from 'ink';
import TextInput from 'ink-text-input';
import { useState } from 'react';

import type { Theme } from '../theme.ts';
import { cleanInput } from './text-cleaning.ts';

/** What the key dispatcher saw last. It hears a key before any field does. */
export interface Keyboard {
  /** The letter that was pressed together with Ctrl; undefined for any other key. */
  control: string | undefined;
}

/** What a Ctrl key makes of the text. Ink's text field would insert its letter. */
function edit(text: string, control: string): string {
  switch (control) {
    case 'u':
      return '';
    case 'w':
      return text.replace(/\S+\s*$/, '');
    case 'h':
      return text.slice(0, -1);
    default:
      return text;
  }
}

/** A field of one line. A paste is text, never keys; what stood on several lines is joined by `joint`. */
export function TextField({
  label,
  initial,
  joint = ' ',
  keyboard,
  theme,
  onChange,
  onSubmit,
}: {
  readonly label: string;
  readonly initial: string;
  readonly joint?: string;
  readonly keyboard: Keyboard;
  readonly theme: Theme;
  readonly onChange: (text: string) => void;
  readonly onSubmit: (text: string) => void;
}) {
  const [value, setValue] = useState(initial);
  // A new field is the only way to put its cursor behind text that did not come from its own keys.
  const [generation, setGeneration] = useState(0);
  const replace = (text: string) => {
    setValue(text);
    setGeneration((count) => count + 1);
    onChange(text);
  };
  const change = (text: string) => {
    if (keyboard.control !== undefined) {
      replace(edit(value, keyboard.control));
      return;
    }
    const cleaned = cleanInput(text, joint);
    setValue(cleaned);
    onChange(cleaned);
  };
  usePaste((pasted) => replace(cleanInput(value + pasted, joint)));
  return (
    <Box>
      <Box flexShrink={0}>
        <Text>{theme.paint(` ${label} `, 'accent')}</Text>
      </Box>
      <TextInput key={generation} value={value} onChange={change} onSubmit={onSubmit} />
    </Box>
  );
}
