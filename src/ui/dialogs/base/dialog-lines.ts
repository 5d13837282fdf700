import type { MixedText } from '../../../lib/mixed-text.ts';
import type { DialogLine } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import { trusted, type Line } from '../../widgets/line.ts';
import { mixed } from '../../widgets/mixed-line.ts';

/** What a dialog decides on, label by label, each as a whole. */
export function dialogLines(lines: readonly DialogLine[], theme: Theme): readonly Line[] {
  return lines.map((line) => [
    trusted(` ${line.label.padEnd(10)} `, 'dim'),
    ...mixed(partsOfValue(line), Number.POSITIVE_INFINITY, { style: 'bold', ascii: theme.ascii }),
  ]);
}

/** The value of a line of a dialog in its parts. */
export function partsOfValue({ value }: DialogLine): MixedText {
  return typeof value === 'string' ? [{ text: value, profile: 'ident' }] : value;
}
