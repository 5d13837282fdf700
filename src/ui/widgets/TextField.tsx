import { Box, Text, usePaste } from 'ink';
import TextInput from 'ink-text-input';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import type { Theme } from '../theme.ts';
import type { Keyboard } from './keyboard.ts';
import { cleanInput } from './text-cleaning.ts';
import { pressInto, typeInto, visiblePart, type EditedText } from './text-editing.ts';

/** Keys at which Ink's field moves its cursor by itself, by one UTF-16 unit and past the ends. */
const OWN_MOVES: Readonly<Record<string, number>> = { left: -1, right: 1, backspace: -1 };
/** Keys that Ink's field passes over. */
const IGNORED = ['up', 'down', 'tab', 'shift+tab', 'enter'];

/**
 * A field of one line, at most `columns` wide with its label. A paste is text, never keys; what stood on several lines
 * is joined by `joint`. Ink's field draws the text, its cursor and what is typed at its end; the text itself is kept
 * here, because Ink's field inserts the letters of Ctrl keys, knows neither Home, End nor Delete, and cuts characters
 * of more than one UTF-16 unit in halves. Where its cursor would go astray, a new one is put in its place.
 */
export function TextField({
  label,
  initial,
  joint = ' ',
  columns,
  keyboard,
  theme,
  onChange,
  onSubmit,
}: {
  readonly label: string;
  readonly initial: string;
  readonly joint?: string;
  readonly columns: number;
  readonly keyboard: Keyboard;
  readonly theme: Theme;
  readonly onChange: (text: string) => void;
  readonly onSubmit: (text: string) => void;
}) {
  const room = Math.max(2, columns - label.length - 3);
  const [edited, setEdited] = useState<EditedText>(() => {
    const text = cleanInput(initial, joint);
    return { text, cursor: text.length };
  });
  const [generation, setGeneration] = useState(0);
  const [isPlacing, setIsPlacing] = useState(false);
  /** The text as the last key left it, which may not be drawn yet. */
  const latest = useRef(edited);
  const isDrawn = useRef(true);

  /** Takes the text over; `offset` is where Ink's field puts its cursor by itself, undefined where that is not known. */
  const take = (next: EditedText, offset: number | undefined) => {
    const before = visiblePart(latest.current, room);
    const shown = visiblePart(next, room);
    const isAtEnd = shown.cursor === shown.text.length;
    // It counts code points when it draws its cursor, and comes back to the end when the text changes.
    const isRight =
      offset !== undefined &&
      isDrawn.current &&
      (isAtEnd
        ? offset === shown.cursor || (offset > shown.cursor && shown.text !== before.text)
        : offset === shown.cursor && !/[\ud800-\udfff]/.test(shown.text));
    if (!isRight) {
      setGeneration((count) => count + 1);
      setIsPlacing(!isAtEnd);
    }
    const { text } = latest.current;
    latest.current = next;
    isDrawn.current = false;
    setEdited(next);
    if (next.text !== text) {
      onChange(next.text);
    }
  };
  const press = (chord: string) => {
    if (!IGNORED.includes(chord)) {
      const by = OWN_MOVES[chord];
      const { cursor } = visiblePart(latest.current, room);
      take(pressInto(latest.current, chord), by === undefined ? undefined : cursor + by);
    }
  };
  const type = (typed: string) =>
    take(typeInto(latest.current, typed, joint), visiblePart(latest.current, room).cursor + typed.length);

  useEffect(() => {
    keyboard.field = { press, type };
    return () => {
      keyboard.field = undefined;
    };
  });
  useLayoutEffect(() => {
    isDrawn.current = true;
    setIsPlacing(false);
  }, [edited, generation]);
  usePaste((pasted) => take(typeInto(latest.current, pasted, joint), undefined));

  const shown = visiblePart(edited, room);
  const before = [...shown.text.slice(0, shown.cursor)].length;
  return (
    <Box height={1} overflow="hidden">
      <Box flexShrink={0}>
        <Text>{theme.paint(` ${label} `, 'accent')}</Text>
      </Box>
      {isPlacing && <Text>{shown.text}</Text>}
      <Box display={isPlacing ? 'none' : 'flex'}>
        {/* A new field has its cursor behind its text, so it begins with as much as stands before the cursor. */}
        <TextInput
          key={generation}
          value={isPlacing ? ' '.repeat(before) : shown.text}
          onChange={() => undefined}
          onSubmit={() => keyboard.mayAnswer && onSubmit(latest.current.text)}
        />
      </Box>
    </Box>
  );
}
