import type { Theme } from '../theme.ts';
import { own, type Line } from '../widgets/line.ts';

/** Stands for a row that cannot be drawn. */
export function unshownRow(selected: boolean, theme: Theme): Line {
  return [
    selected ? own(theme.glyph('gutter'), 'accent') : own(' '),
    own(' This row cannot be shown: a fault in vigil.', 'bad'),
  ];
}
