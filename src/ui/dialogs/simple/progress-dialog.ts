import { formatCount } from '../../../lib/format-number.ts';
import type { ProgressDialog } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import { fitLines, foreign, own, ruleLine, type Line, type Size } from '../../widgets/line.ts';

const BAR = 40;

/** How far something has come that takes long, and how to end it. */
export function progressDialogLines(
  { title, done, of }: ProgressDialog,
  theme: Theme,
  { columns, rows }: Size,
): readonly Line[] {
  const room = Math.max(4, Math.min(BAR, columns - 40));
  const full = Math.round(room * Math.min(1, of === 0 ? 1 : done / of));
  return fitLines(
    [
      ruleLine(columns, theme, foreign(title, { style: 'heading', ascii: theme.ascii })),
      [
        own(' '),
        ...(theme.sideBySide
          ? [
              own(theme.glyph('full').repeat(full), 'accent'),
              own(theme.glyph('separator').repeat(room - full), 'dim'),
              own('  '),
            ]
          : []),
        own(`${formatCount(Math.min(done, of))} of ${formatCount(of)}`),
      ],
      [own(' Esc', 'key'), own(' cancels')],
    ],
    rows,
  );
}
