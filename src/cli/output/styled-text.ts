import { largest } from '../../lib/long-lists.ts';
import { styleText } from 'node:util';

import { columnsOf } from '../../lib/cell-text.ts';
import { safeSegments, safeString, type TextProfile } from '../../lib/safe-text.ts';
import type { Untrusted } from '../../lib/untrusted.ts';

/** What the place that the text goes to can show. */
export interface TextStyle {
  readonly colour: boolean;
  readonly ascii: boolean;
}

/** A colour or an attribute as `node:util` names it, or several. */
export type Colour = Parameters<typeof styleText>[0];

/** Text that is safe to print, and the columns that it takes. */
export interface Drawn {
  readonly text: string;
  readonly columns: number;
}

/** Text of our own, one column a character. */
export function own(text: string, { colour }: TextStyle, style?: Colour): Drawn {
  return {
    text: colour && style !== undefined ? styleText(style, text, { validateStream: false }) : text,
    columns: text.length,
  };
}

/** Text of others. Tokens are drawn inverse or, without colours, in a form that plain text cannot imitate. */
export function drawn(
  text: Untrusted,
  profile: TextProfile,
  { colour, ascii }: TextStyle,
  style?: Colour,
): Drawn {
  if (!colour) {
    const plain = safeString(text, profile, ascii);
    return { text: plain, columns: columnsOf(plain) };
  }
  const segments = safeSegments(text, profile, ascii);
  const styled = (segment: string, token: boolean) => {
    const format = token ? 'inverse' : style;
    return format === undefined ? segment : styleText(format, segment, { validateStream: false });
  };
  return {
    text: segments.map((segment) => styled(segment.text, segment.token)).join(''),
    columns: segments.reduce((sum, segment) => sum + columnsOf(segment.text), 0),
  };
}

/** The text with spaces behind it up to a width in columns. */
export function padded({ text, columns }: Drawn, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns));
}

/** Rows of cells as lines, each column as wide as its widest cell; the last column is not padded. */
export function aligned(rows: readonly (readonly Drawn[])[], gap = 2): readonly string[] {
  const widths = Array.from(
    {
      length: largest(
        rows.map((row) => row.length),
        0,
      ),
    },
    (_, index) => largest(rows.map((row) => row[index]?.columns ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell.text : padded(cell, (widths[index] ?? 0) + gap)))
      .join('')
      .trimEnd(),
  );
}
