import { ownValue } from '../../../lib/own-value.ts';
import type { Style, Theme } from '../../theme.ts';
import { trusted, type Line } from '../line.ts';

/** Each sign as five rows of dots, three dots wide but for the comma and the point. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '0': ['###', '# #', '# #', '# #', '###'],
  '1': [' # ', '## ', ' # ', ' # ', '###'],
  '2': ['###', '  #', '###', '#  ', '###'],
  '3': ['###', '  #', '###', '  #', '###'],
  '4': ['# #', '# #', '###', '  #', '  #'],
  '5': ['###', '#  ', '###', '  #', '###'],
  '6': ['###', '#  ', '###', '# #', '###'],
  '7': ['###', '  #', '  #', '  #', '  #'],
  '8': ['###', '# #', '###', '# #', '###'],
  '9': ['###', '# #', '###', '  #', '###'],
  ',': [' ', ' ', ' ', '#', '#'],
  '.': [' ', ' ', ' ', ' ', '#'],
  k: ['#  ', '# #', '## ', '# #', '# #'],
};

/** Dots are two columns wide, since cells are twice as high as wide. */
const DOT_COLUMNS = 2;

export const LARGE_FIGURE_ROWS = 5;

/** The columns that a figure takes in large digits. */
export function largeFigureColumns(figure: string): number {
  return figureRow(figure, 0).length;
}

/** A figure in digits that are five rows high, to be read from afar. Signs other than digits, `,`, `.` and `k` are left out. */
export function largeFigureLines(
  figure: string,
  { theme, style }: { readonly theme: Theme; readonly style: Style },
): readonly Line[] {
  const dot = theme.glyph('full');
  return Array.from({ length: LARGE_FIGURE_ROWS }, (_, row) => [
    trusted(figureRow(figure, row).replaceAll('#', dot), style),
  ]);
}

function figureRow(figure: string, row: number): string {
  return [...figure]
    .flatMap((sign) => ownValue(SIGNS, sign)?.[row] ?? [])
    .map((dots) => [...dots].map((dot) => dot.repeat(DOT_COLUMNS)).join(''))
    .join(' '.repeat(DOT_COLUMNS));
}
