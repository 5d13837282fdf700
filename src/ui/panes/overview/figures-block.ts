import { formatCount } from '../../../lib/format-number.ts';
import type { Theme } from '../../theme.ts';
import {
  LARGE_FIGURE_ROWS,
  largeFigureColumns,
  largeFigureLines,
} from '../../widgets/charts/large-figure.ts';
import { dimmed, fit, lineColumns, own, type Line } from '../../widgets/line.ts';
import { cursorMark, type BlockRoom, type BlockRow } from './block.ts';
import { shortCount, type Figure } from './figures.ts';

/** The figures in large digits beside each other, to be read from across a room: six rows. */
export function figureRows(figures: readonly Figure[], room: BlockRoom): readonly BlockRow[] {
  const { columns, theme, cursor } = room;
  const width = Math.floor(columns / Math.max(1, figures.length));
  const drawn = figures.map((figure) => figureLines(figure, width, figure.stop.id === cursor, theme));
  const stops = figures.map(({ stop }) => stop.id);
  return Array.from({ length: LARGE_FIGURE_ROWS + 1 }, (_, row) => ({
    line: drawn.flatMap((lines) => fit(lines[row] ?? [], width, theme)),
    stops,
  }));
}

function figureLines(
  { count, caption, sign, style, age }: Figure,
  columns: number,
  hasCursor: boolean,
  theme: Theme,
): readonly Line[] {
  const mark = cursorMark(hasCursor, theme);
  const look = count === undefined ? 'dim' : count === 0 ? 'good' : style;
  const digits = count === undefined ? '-' : shortCount(count);
  const fits = largeFigureColumns(digits) <= columns - 3;
  const large = fits
    ? largeFigureLines(digits, { theme, style: look })
    : [[], [], [own(formatCount(count ?? 0), look)], [], []];
  const isAlarming = count !== undefined && count > 0;
  const told: readonly Line[] = [
    ...large,
    [
      own(isAlarming ? `${theme.glyph(sign)} ` : ' ', look),
      own(caption, isAlarming ? 'bold' : 'dim'),
      ...(age === undefined ? [] : [own(` ${theme.glyph('separator')} ${age}`)]),
    ],
  ];
  return told.map((line, row) => [
    mark,
    ...(row < large.length ? [own(' ')] : []),
    ...(age === undefined ? line : dimmed(line)),
  ]);
}

/** The same in one line: what is alarming is loud, what is calm has few words. */
export function figuresLine(figures: readonly Figure[], columns: number, theme: Theme): Line {
  const known = figures.filter(({ count }) => count !== undefined);
  if (known.length === 0) {
    return [own(' The organization at a glance', 'bold')];
  }
  const lineOf = (form: 'caption' | 'brief'): Line =>
    known.flatMap(({ count = 0, sign, style, age, [form]: words }, index) => {
      const gap = own(index === 0 ? ' ' : '  ');
      const old = age === undefined ? '' : `, ${age}`;
      return count === 0
        ? [gap, own(`no ${words}${old}`, 'dim')]
        : [gap, own(`${theme.glyph(sign)} ${formatCount(count)}`, style), own(` ${words}${old}`)];
    });
  const whole = lineOf('caption');
  return lineColumns(whole) <= columns ? whole : lineOf('brief');
}
