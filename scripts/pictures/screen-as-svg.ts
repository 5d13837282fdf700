import type { IBufferCell, Terminal } from '@xterm/headless';

import type { Paper } from '../../test/helpers/terminal.ts';

/** Draws the screen of a terminal emulator as an SVG: one text for each run of cells that look alike. */

const CELL = { width: 8.4, height: 18 } as const;
const MARGIN = 12;

/** What the terminals of the pictures look like. */
export const PAPERS: Readonly<Record<'dark' | 'light', Paper>> = {
  dark: {
    background: '#14181d',
    foreground: '#d5dae0',
    palette: [
      ...['#14181d', '#f0716c', '#8cc265', '#e0b25a', '#5fa8e8', '#c586d8', '#56b8c2', '#d5dae0'],
      ...['#6b7480', '#ff8f8a', '#a9dc84', '#f2cc7a', '#84c1f5', '#dba6ea', '#7ad3dc', '#ffffff'],
    ],
  },
  light: {
    background: '#fbfaf7',
    foreground: '#2b3036',
    palette: [
      ...['#2b3036', '#c0392f', '#3d7a1f', '#8a6100', '#1f63a8', '#8a3fa0', '#12727c', '#d0d4d8'],
      ...['#68707a', '#d9534a', '#559a33', '#a97900', '#3a7fc4', '#a35bb8', '#2b8f9a', '#fbfaf7'],
    ],
  },
};

interface Look {
  readonly colour: string;
  readonly background: string | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
}

interface Run {
  readonly column: number;
  text: string;
  columns: number;
  readonly look: Look;
}

/** The whole screen as the text of an SVG file. */
export function screenAsSvg(terminal: Terminal, on: 'dark' | 'light' = 'dark'): string {
  const paper = PAPERS[on];
  const width = terminal.cols * CELL.width + 2 * MARGIN;
  const height = terminal.rows * CELL.height + 2 * MARGIN;
  const rows = Array.from({ length: terminal.rows }, (_, row) =>
    rowAsSvg(runsOf(terminal, row, paper), row),
  ).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<rect width="100%" height="100%" rx="8" fill="${paper.background}"/>
${rows}</svg>
`;
}

function runsOf(terminal: Terminal, row: number, paper: Paper): readonly Run[] {
  const buffer = terminal.buffer.active;
  const line = buffer.getLine(buffer.viewportY + row);
  const runs: Run[] = [];
  for (let column = 0; column < terminal.cols; column++) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) {
      continue;
    }
    const look = lookOf(cell, paper);
    const text = cell.getChars() || ' ';
    const last = runs.at(-1);
    const isSameKind = last !== undefined && kindOf(last.text.slice(-1)) === kindOf(text);
    if (isSameKind && JSON.stringify(last.look) === JSON.stringify(look)) {
      last.text += text;
      last.columns += cell.getWidth();
    } else {
      runs.push({ column, text, columns: cell.getWidth(), look });
    }
  }
  return runs;
}

function lookOf(cell: IBufferCell, { background, foreground, palette }: Paper): Look {
  const colour = cell.isFgPalette() ? (palette[cell.getFgColor()] ?? foreground) : foreground;
  const isInverse = cell.isInverse() !== 0;
  return {
    colour: isInverse ? background : colour,
    background: isInverse ? colour : undefined,
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
  };
}

function rowAsSvg(runs: readonly Run[], row: number): string {
  const top = MARGIN + row * CELL.height;
  return runs
    .map(({ column, text, columns, look }) => {
      const x = round(MARGIN + column * CELL.width);
      const width = round(columns * CELL.width);
      const box =
        look.background === undefined
          ? ''
          : `<rect x="${x}" y="${round(top)}" width="${width}" height="${CELL.height}" fill="${look.background}"/>\n`;
      if (text.trim() === '') {
        return box;
      }
      const opacity = look.dim ? ' opacity="0.6"' : '';
      if (kindOf(text) === 'drawn') {
        return box + drawnCells(text, column, top, `fill="${look.colour}"${opacity}`);
      }
      const weight = look.bold ? ' font-weight="700"' : '';
      return `${box}<text x="${x}" y="${round(top + 13.5)}" fill="${look.colour}"${weight}${opacity} textLength="${width}" xml:space="preserve">${escaped(text)}</text>\n`;
    })
    .join('');
}

/** Bars, shades and rules are drawn as shapes: as letters they would leave gaps between the rows. */
function kindOf(glyph: string): 'drawn' | 'text' {
  return /^[▀-▟─━│]/.test(glyph) ? 'drawn' : 'text';
}

/** The part of a cell that a glyph fills, as shares of its width and height, and how densely. */
function shapeOf(
  glyph: string,
): readonly [x: number, y: number, width: number, height: number, density: number] {
  const rising = ' ▁▂▃▄▅▆▇█'.indexOf(glyph) / 8;
  const filling = ' ▏▎▍▌▋▊▉'.indexOf(glyph) / 8;
  switch (glyph) {
    case '─':
      return [0, 0.5, 1, 0.06, 1];
    case '━':
      return [0, 0.46, 1, 0.14, 1];
    case '│':
      return [0.45, 0, 0.1, 1, 1];
    case '░':
      return [0, 0, 1, 1, 0.25];
    case '▒':
      return [0, 0, 1, 1, 0.5];
    case '▓':
      return [0, 0, 1, 1, 0.75];
    default:
      return rising > 0 ? [0, 1 - rising, 1, rising, 1] : [0, 0, Math.max(0, filling), 1, 1];
  }
}

/** The glyphs from a column on, those that are the same and fill their cells put together. */
function drawnCells(text: string, column: number, top: number, look: string): string {
  return [...text.matchAll(/([─━█░▒▓▁-▇])\1*|./g)]
    .map((match) => {
      const [x, y, width, height, density] = shapeOf(match[0].slice(0, 1));
      const left = MARGIN + (column + match.index + x) * CELL.width;
      const across = (width + match[0].length - 1) * CELL.width;
      const faint = density < 1 ? ` fill-opacity="${density}"` : '';
      return `<rect x="${round(left)}" y="${round(top + y * CELL.height)}" width="${round(across)}" height="${round(height * CELL.height)}" ${look}${faint}/>\n`;
    })
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
