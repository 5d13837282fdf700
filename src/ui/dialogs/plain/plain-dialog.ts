import { wrapLine } from '../../../lib/cell-text.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import type { PlainDialog } from '../../../stores/view/dialog-states.ts';
import { alreadySafe, untrusted } from '../../widgets/line.ts';
import { wholeBody, type PaintedView } from '../base/dialog-view.ts';
import { paintScrolled } from '../base/scrolled-lines.ts';

const wrapText = memoizeLast((text: string, columns: number): readonly string[] =>
  text.split('\n').flatMap((line) => wrapLine(line, columns)),
);

/** Text from the first column to the last, so that nothing else is selected with it. */
export const plainView: PaintedView<PlainDialog> = {
  drawnAs: 'lines',
  speech: { as: 'text' },
  height: wholeBody,
  paint: ({ kind, title, text, top }, { theme }, size) =>
    paintScrolled(
      kind,
      {
        title: untrusted(title, { style: 'heading', ascii: theme.ascii }),
        lines: wrapText(text, size.columns).map((piece) => () => alreadySafe(piece, 'plain', theme.ascii)),
        top,
      },
      theme,
      size,
    ),
};
