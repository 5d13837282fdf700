import { largest } from '../../lib/long-lists.ts';
import type { Theme } from '../theme.ts';
import { fit, lineColumns, trusted, withoutStart, type Line, type Size } from './line.ts';

/** A detail: what it is of, and its lines. */
export interface Detail {
  readonly title: Line;
  readonly lines: readonly Line[];
}

/** The part of a detail that is on the screen, and how far it can be moved. */
export interface ScrolledDetail extends Detail {
  /** The topmost line at which the end is still shown. */
  readonly lastTop: number;
  /** The most columns that can be left out at the left side, so that the end of the longest line is still shown. */
  readonly lastLeft: number;
}

/** The detail from a line and a column on, in a room of that size; its title shows how much is above and below. */
export function scrollDetail(
  { title, lines }: Detail,
  { columns, rows }: Size,
  {
    top,
    left,
    hasFocus,
    wrap,
    theme,
  }: {
    readonly top: number;
    readonly left: number;
    readonly hasFocus: boolean;
    readonly wrap: boolean;
    readonly theme: Theme;
  },
): ScrolledDetail {
  const lastTop = Math.max(0, lines.length - rows);
  const lastLeft = wrap ? 0 : largest(lines.map(lineColumns), columns) - columns;
  const above = Math.min(top, lastTop);
  const hidden = Math.min(left, lastLeft);
  const shown = lines.slice(above, above + rows);
  const mark = scrollMark(above, lastTop - above, theme);
  const focus: Line = hasFocus ? [trusted(`${theme.glyph('gutter')} `, 'accent')] : [];
  const room = columns - lineColumns(mark) - lineColumns(focus);
  return {
    title: [...focus, ...(lineColumns(title) > room ? fit(title, room, theme) : title), ...mark],
    lines: hidden === 0 ? shown : shown.map((line) => withoutStart(line, hidden)),
    lastTop,
    lastLeft,
  };
}

function scrollMark(above: number, below: number, theme: Theme): Line {
  const parts = [
    above === 0 ? '' : `${theme.glyph('ascending')} ${above}`,
    below === 0 ? '' : `${theme.glyph('descending')} ${below} more`,
  ].filter(Boolean);
  return parts.length === 0 ? [] : [trusted(`  ${parts.join(' ')}`, 'dim')];
}
