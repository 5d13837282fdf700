import { wrapLine } from '../../../lib/cell-text.ts';
import { rememberLast } from '../../../stores/base/memoize-last.ts';
import type { PlainDialog } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import { alreadySafe, fitLines, foreign, own, ruleLine, type Size } from '../../widgets/line.ts';
import type { DialogPicture } from '../base/dialog-context.ts';

const wrapText = rememberLast((text: string, columns: number): readonly string[] =>
  text.split('\n').flatMap((line) => wrapLine(line, columns)),
);

/** Text from the first column to the last, so that nothing else is selected with it. */
export function paintPlainDialog(
  { title, text, top }: PlainDialog,
  theme: Theme,
  { columns, rows }: Size,
): DialogPicture {
  const pieces = wrapText(text, columns);
  const room = rows - 1;
  const lastTop = Math.max(0, pieces.length - room);
  const first = Math.min(top, lastTop);
  const below = lastTop - first;
  return {
    lines: [
      ruleLine(columns, theme, [
        ...foreign(title, { style: 'heading', ascii: theme.ascii }),
        own(
          below > 0
            ? ` · ${below} more lines below, ${theme.keyOf('plain.down')} or ${theme.keyOf('plain.page-down')}`
            : '',
          'dim',
        ),
      ]),
      ...fitLines(
        pieces.slice(first, first + room).map((piece) => alreadySafe(piece, 'plain', theme.ascii)),
        room,
      ),
    ],
    lastTop,
  };
}
