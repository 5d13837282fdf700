import { formatCount } from '../../../lib/format-number.ts';
import type { ProgressDialog } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import { ruleLine, trusted, untrusted, wrapped, type Line } from '../../widgets/line.ts';
import type { PaintedView } from '../base/dialog-view.ts';
import { cancelKeys } from '../base/shown-keys.ts';

const BAR = 40;

/** How far something has come that takes long, or what is being done, and how to end it. */
export const progressView: PaintedView<ProgressDialog> = {
  drawnAs: 'lines',
  speech: { as: 'lines', movesOn: 'figures' },
  paint: ({ title, done, of, remark = '' }, { theme }, { columns, rows }) => ({
    lines: [
      ruleLine(columns, theme, untrusted(title, { style: 'heading', ascii: theme.ascii })),
      ...(of === undefined
        ? wrapped(untrusted(remark, { profile: 'cell', ascii: theme.ascii }), columns - 2).map((line) => [
            trusted(' '),
            ...line,
          ])
        : [barLine(done, of, columns, theme)]),
      [trusted(' '), ...cancelKeys('progress.close', theme)],
    ].slice(0, rows),
  }),
};

function barLine(done: number, of: number, columns: number, theme: Theme): Line {
  const room = Math.max(4, Math.min(BAR, columns - 40));
  const full = Math.round(room * Math.min(1, of === 0 ? 1 : done / of));
  return [
    trusted(' '),
    ...(theme.sideBySide
      ? [
          trusted(theme.glyph('full').repeat(full), 'accent'),
          trusted(theme.glyph('separator').repeat(room - full), 'dim'),
          trusted('  '),
        ]
      : []),
    trusted(`${formatCount(Math.min(done, of))} of ${formatCount(of)}`),
  ];
}
