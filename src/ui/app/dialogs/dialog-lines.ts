import type { DialogLine } from '../../../stores/dialog.ts';
import type { Theme } from '../../theme.ts';
import { foreign, own, type Line } from '../../widgets/line.ts';

/** What a dialog decides on, label by label; identifiers are shown whole. */
export function dialogLines(lines: readonly DialogLine[], theme: Theme): readonly Line[] {
  return lines.map(({ label, value }) => [
    own(` ${label.padEnd(10)} `, 'dim'),
    ...foreign(value, { profile: 'ident', style: 'bold', ascii: theme.ascii }),
  ]);
}
