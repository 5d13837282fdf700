import { Box, Text, Transform, usePaste } from 'ink';
import TextInput from 'ink-text-input';
import { useEffect, useRef, useState } from 'react';

import type { Theme } from '../theme.ts';
import type { Keyboard } from './keyboard.ts';
import { cleanInput } from '../../lib/text-cleaning.ts';
import { pressInto, splitAtCursor, typeInto, visiblePart, type EditedText } from '../../lib/text-editing.ts';

const INVERSE = '\u001b[7m';
const NOT_INVERSE = '\u001b[27m';

/** What goes up and down in a field that holds a number. */
const STEPS: ReadonlyMap<string, 1 | -1> = new Map([
  ['up', 1],
  ['+', 1],
  ['down', -1],
  ['-', -1],
]);

/**
 * A field of one line, at most `columns` wide with its label. A paste is text, never keys; what stood on several lines
 * is joined by `joint`. The text and its cursor are kept here: Ink's field inserts the letters of Ctrl keys, knows
 * neither Home, End nor Delete, cuts characters of more than one UTF-16 unit in halves, loses all but one of the keys
 * that it hears in one turn, and draws no cursor where it believes that there are no colours.
 */
export function TextField({
  label,
  initial,
  joint = ' ',
  columns,
  keyboard,
  theme,
  step,
  onChange,
  onSubmit,
}: {
  readonly label: string;
  readonly initial: string;
  readonly joint?: string;
  readonly columns: number;
  readonly keyboard: Keyboard;
  readonly theme: Theme;
  /** Of a number: what the arrows up and down, `+` and `-` make of the text. */
  readonly step?: ((text: string, direction: 1 | -1) => string) | undefined;
  readonly onChange: (text: string) => void;
  readonly onSubmit: (text: string) => void;
}) {
  const [edited, setEdited] = useState<EditedText>(() => {
    const text = cleanInput(initial, joint);
    return { text, cursor: text.length };
  });
  /** The text as the last key left it, which may not be drawn yet. */
  const latest = useRef(edited);
  const take = (next: EditedText) => {
    const { text } = latest.current;
    latest.current = next;
    setEdited(next);
    if (next.text !== text) {
      onChange(next.text);
    }
  };

  const takeStep = (direction: 1 | -1 | undefined): boolean => {
    if (step === undefined || direction === undefined) {
      return false;
    }
    const text = step(latest.current.text, direction);
    take({ text, cursor: text.length });
    return true;
  };

  useEffect(() => {
    keyboard.field = {
      press: (chord) => takeStep(STEPS.get(chord)) || take(pressInto(latest.current, chord)),
      type: (typed) => takeStep(STEPS.get(typed)) || take(typeInto(latest.current, typed, joint)),
    };
    return () => {
      keyboard.field = undefined;
    };
  });
  usePaste((pasted) => take(typeInto(latest.current, pasted, joint)));

  const shown = visiblePart(edited, Math.max(2, columns - label.length - 3));
  const [before, under, behind] = splitAtCursor(shown);
  return (
    <Box height={1} overflow="hidden">
      <Box flexShrink={0}>
        <Text>{theme.paint(` ${label} `, 'accent')}</Text>
      </Box>
      <Transform transform={() => before + INVERSE + (under || ' ') + NOT_INVERSE + behind}>
        <TextInput
          value={shown.text}
          onChange={() => undefined}
          onSubmit={() => keyboard.mayAnswer && onSubmit(latest.current.text)}
        />
      </Transform>
    </Box>
  );
}
