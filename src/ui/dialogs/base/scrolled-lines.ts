import type { DialogKind } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import { fitLines, trusted, ruleLine, type Line, type Size } from '../../widgets/line.ts';
import type { DialogPicture } from './dialog-view.ts';

/** Text over the whole body that is longer than the screen: of its lines, only those that are shown are made. */
export function paintScrolled(
  kind: DialogKind,
  {
    title,
    lines,
    top: wanted,
  }: { readonly title: Line; readonly lines: readonly (() => Line)[]; readonly top: number },
  theme: Theme,
  { columns, rows }: Size,
): DialogPicture {
  const room = rows - 1;
  const lastTop = Math.max(0, lines.length - room);
  const top = Math.min(wanted, lastTop);
  const below = lastTop - top;
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
      ...fitLines(
        lines.slice(top, top + room).map((line) => line()),
        room,
      ),
    ],
    lastTop,
  };
}
