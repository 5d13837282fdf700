import type { Theme } from '../theme.ts';
import { trusted, type Line } from '../widgets/line.ts';

/** Stands for a row that cannot be drawn. */
export function unshownRow(selected: boolean, theme: Theme): Line {
  return [
    selected ? trusted(theme.glyph('gutter'), 'accent') : trusted(' '),
    trusted(' This row cannot be shown: a fault in vigil.', 'bad'),
  ];
}
