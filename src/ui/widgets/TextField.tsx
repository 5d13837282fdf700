import { Box, Text, Transform } from 'ink';
import TextInput from 'ink-text-input';

import type { Theme } from '../theme.ts';
import { visibleParts, type EditedText } from '../../lib/text-editing.ts';

const INVERSE = '\u001b[7m';
const NOT_INVERSE = '\u001b[27m';

/**
 * A field of one line, at most `columns` wide with its label. Ink's field draws the text; keys change it where it is kept, and
 * the cursor is marked in what was drawn. Ink's field would insert the letters of Ctrl keys, cut characters of more than one
 * UTF-16 unit in halves and lose all but one of the keys of a turn; and nothing lets it know where its cursor stands, of which
 * it draws none behind such characters, and where it believes that there are no colours.
 */
export function TextField({
  label,
  edited,
  columns,
  theme,
  isName = false,
}: {
  readonly label: string;
  readonly edited: EditedText;
  readonly columns: number;
  readonly theme: Theme;
  /** What stands in it names something, so that no letter passes for another. */
  readonly isName?: boolean;
}) {
  const [before, under, behind] = visibleParts(edited, Math.max(2, columns - label.length - 3), isName);
  return (
    <Box height={1} overflow="hidden">
      <Box flexShrink={0}>
        <Text>{theme.paint(` ${label} `, 'accent')}</Text>
      </Box>
      <Transform transform={(drawn) => withCursor(drawn, before.length, before.length + under.length)}>
        <TextInput value={`${before}${under}${behind}`} focus={false} onChange={() => undefined} />
      </Transform>
    </Box>
  );
}

function withCursor(drawn: string, from: number, to: number): string {
  return `${drawn.slice(0, from)}${INVERSE}${drawn.slice(from, to)}${NOT_INVERSE}${drawn.slice(to)}`;
}
