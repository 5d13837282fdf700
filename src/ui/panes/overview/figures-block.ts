import { largest } from '../../../lib/long-lists.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { Theme } from '../../theme.ts';
import {
  LARGE_FIGURE_ROWS,
  largeFigureColumns,
  largeFigureLines,
} from '../../widgets/charts/large-figure.ts';
import { dimmed, fit, joined, lineColumns, trusted, type Line } from '../../widgets/line.ts';
import { cursorMark, plainRow, type BlockRoom, type BlockRow } from './block.ts';
import type { Figure } from './figures.ts';
import { shortCount } from '../../../lib/format-number.ts';

/** The figures in large digits beside each other, to be read from across a room: seven rows, the first of them blank. */
export function figureRows(figures: readonly Figure[], room: BlockRoom): readonly BlockRow[] {
  const { columns, theme, cursor } = room;
  const width = Math.floor(columns / Math.max(1, figures.length));
  const drawn = figures.map((figure) => figureLines(figure, width, figure.stop.id === cursor, theme));
  const stops = figures.map(({ stop }) => stop.id);
  return [
    plainRow([]),
    ...Array.from({ length: LARGE_FIGURE_ROWS + 1 }, (_, row) => ({
      line: drawn.flatMap((lines) => fit(lines[row] ?? [], width, theme)),
      stops,
    })),
  ];
}

function figureLines(
  { count, captions, sign, style, age }: Figure,
  columns: number,
  hasCursor: boolean,
  theme: Theme,
): readonly Line[] {
  const mark = cursorMark(hasCursor, theme);
  const look = count === undefined ? 'dim' : count === 0 ? 'good' : style;
  const digits = count === undefined ? '' : shortCount(count);
  const fits = count !== undefined && largeFigureColumns(digits) <= columns - 2;
  // What is not known must not look like a figure from afar.
  const small = count === undefined ? theme.glyph('separator') : formatCount(count);
  const large = fits
    ? largeFigureLines(digits, { theme, style: look })
    : [[], [], [trusted(small, look)], [], []];
  const isAlarming = count !== undefined && count > 0;
  const caption = captions.find(({ length }) => length <= columns - 4) ?? captions.at(-1) ?? '';
  const words: Line = [
    trusted(isAlarming ? `${theme.glyph(sign)} ` : ' ', look),
    trusted(caption, isAlarming ? 'bold' : 'dim'),
    ...(digits.endsWith('k') && caption.length + 10 <= columns - 4
      ? [trusted(` (${formatCount(count ?? 0)})`, 'dim')]
      : []),
  ];
  const old: Line = age === undefined ? [] : [trusted(` ${theme.glyph('separator')} ${age}`)];
  // Where there is no room for it, the figures are dimmed all the same, and the last row says their age.
  const hasRoom = lineColumns(words) + lineColumns(old) < columns - 1;
  const lines: readonly Line[] = [...large, hasRoom ? [...words, ...old] : words];
  return lines.map((line, row) => [
    mark,
    ...(row < large.length ? [trusted(' ')] : []),
    ...(age === undefined ? line : dimmed(line)),
  ]);
}

/** The same in one line: what is alarming is loud, what is calm has few words. What has no room is left out, from the end. */
export function figuresLine(figures: readonly Figure[], columns: number, theme: Theme): Line {
  const known = figures.filter(({ count }) => count !== undefined);
  if (known.length === 0) {
    return [trusted(' The organization at a glance', 'bold')];
  }
  // The forms of all figures give way together, step by step; none is cut, so that none loses what it counts.
  const partsOf = (step: number) =>
    known.map(({ count = 0, captions, sign, style, age }): Line => {
      const words = captions[Math.min(step, captions.length - 1)] ?? captions[0];
      const old = age === undefined ? '' : `, ${age}`;
      return count === 0
        ? [trusted(`no ${words}${old}`, 'dim')]
        : [trusted(`${theme.glyph(sign)} ${formatCount(count)}`, style), trusted(` ${words}${old}`)];
    });
  const line = (parts: readonly Line[]) => [trusted(' '), ...joined(parts, trusted('  '))];
  const steps = largest(
    known.map(({ captions }) => captions.length),
    0,
  );
  for (let step = 0; step < steps; step++) {
    const whole = line(partsOf(step));
    if (lineColumns(whole) <= columns) {
      return whole;
    }
  }
  const brief = partsOf(steps - 1);
  const fitting = brief.findLastIndex((_, last) => lineColumns(line(brief.slice(0, last + 1))) <= columns);
  return line(brief.slice(0, Math.max(1, fitting + 1)));
}
