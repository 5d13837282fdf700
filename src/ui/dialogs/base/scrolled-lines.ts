import type { DialogKind } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import { fit, fitLines, joined, trusted, ruleLine, type Line, type Size } from '../../widgets/line.ts';
import type { DialogPicture } from './dialog-view.ts';

/** Between columns of text that stand side by side. */
const GAP = 2;

/** How many columns each of so many beside each other has. */
export function columnsBeside(columns: number, beside: number): number {
  return Math.floor((columns - GAP * (beside - 1)) / beside);
}

/**
 * Text over the whole body that is longer than the screen: of its lines, only those that are shown are made. Where short lines
 * leave most of a wide screen empty, they stand in several columns, one going on where the one before ends.
 */
export function paintScrolled(
  kind: DialogKind,
  {
    title,
    lines,
    top: wanted,
    beside = 1,
  }: {
    readonly title: Line;
    readonly lines: readonly (() => Line)[];
    readonly top: number;
    readonly beside?: number;
  },
  theme: Theme,
  { columns, rows }: Size,
): DialogPicture {
  const room = rows - 1;
  const lastTop = Math.max(0, lines.length - beside * room);
  const top = Math.min(wanted, lastTop);
  const below = lastTop - top;
  const linesFrom = (first: number) => lines.slice(first, first + room).map((line) => line());
  const keyOf = (name: string) => theme.keyOf(`${kind}.${name}`);
  return {
    lines: [
      ruleLine(columns, theme, [
        ...title,
        trusted(
          below > 0
            ? ` · ${below} more ${below === 1 ? 'line' : 'lines'} below, ${keyOf('down')} or ${keyOf('page-down')}`
            : '',
          'dim',
        ),
      ]),
      ...(beside === 1
        ? fitLines(linesFrom(top), room)
        : poured(
            Array.from({ length: beside }, (_, column) => linesFrom(top + column * room)),
            room,
            columnsBeside(columns, beside),
            theme,
          )),
    ],
    lastTop,
  };
}

/** Columns of lines as lines over all of them. */
function poured(
  parts: readonly (readonly Line[])[],
  rows: number,
  columns: number,
  theme: Theme,
): readonly Line[] {
  return Array.from({ length: rows }, (_, row) =>
    joined(
      parts.map((lines) => fit(lines[row] ?? [], columns, theme)),
      trusted(' '.repeat(GAP)),
    ),
  );
}
