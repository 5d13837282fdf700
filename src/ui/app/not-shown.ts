import { wrapLine } from '../../lib/cell-text.ts';
import { faultText } from '../../stores/connection/faults.ts';
import { untrustedWrapped, trusted, type Line, type Size } from '../widgets/line.ts';
import type { Theme } from '../theme.ts';

/** What stands in the place of something that cannot be drawn: what it is, why, and what a person can do. */
export function notShownLines(
  { what, error, remedy }: { readonly what: string; readonly error: unknown; readonly remedy: string },
  { columns, rows }: Size,
  theme: Theme,
): readonly Line[] {
  const room = columns - 2;
  const lines = [
    ...wrapLine(`${what} cannot be shown: this is a fault in vigil. ${remedy}`, room).map((line): Line => [
      trusted(` ${line}`, 'bad'),
    ]),
    ...untrustedWrapped(faultText(error).slice(0, MOST_SAID), room, { ascii: theme.ascii }).map((line) => [
      trusted(' '),
      ...line,
    ]),
  ];
  return Array.from({ length: rows }, (_, row) => lines[row] ?? []);
}

/** So much of what a fault says is shown where something should be: the message at the bottom names where all of it is. */
const MOST_SAID = 300;
