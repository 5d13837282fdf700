import type { IBufferCell, Terminal } from '@xterm/headless';

/** Draws the screen of a terminal emulator as an SVG: one text for each run of cells that look alike. */

const CELL = { width: 8.4, height: 18 } as const;
const MARGIN = 12;
const BACKGROUND = '#14181d';
const FOREGROUND = '#d5dae0';
const PALETTE = [
  '#14181d',
  '#f0716c',
  '#8cc265',
  '#e0b25a',
  '#5fa8e8',
  '#c586d8',
  '#56b8c2',
  '#d5dae0',
  '#6b7480',
  '#ff8f8a',
  '#a9dc84',
  '#f2cc7a',
  '#84c1f5',
  '#dba6ea',
  '#7ad3dc',
  '#ffffff',
] as const;

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
export function screenAsSvg(terminal: Terminal): string {
  const width = terminal.cols * CELL.width + 2 * MARGIN;
  const height = terminal.rows * CELL.height + 2 * MARGIN;
  const rows = Array.from({ length: terminal.rows }, (_, row) => rowAsSvg(runsOf(terminal, row), row)).join(
    '',
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>
${rows}</svg>
`;
}

function runsOf(terminal: Terminal, row: number): readonly Run[] {
  const buffer = terminal.buffer.active;
  const line = buffer.getLine(buffer.viewportY + row);
  const runs: Run[] = [];
  for (let column = 0; column < terminal.cols; column++) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) {
      continue;
    }
    const look = lookOf(cell);
    const text = cell.getChars() || ' ';
    const last = runs.at(-1);
    if (last !== undefined && JSON.stringify(last.look) === JSON.stringify(look)) {
      last.text += text;
      last.columns += cell.getWidth();
    } else {
      runs.push({ column, text, columns: cell.getWidth(), look });
    }
  }
  return runs;
}

function lookOf(cell: IBufferCell): Look {
  const colour = cell.isFgPalette() ? (PALETTE[cell.getFgColor()] ?? FOREGROUND) : FOREGROUND;
  const isInverse = cell.isInverse() !== 0;
  return {
    colour: isInverse ? BACKGROUND : colour,
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
      const weight = look.bold ? ' font-weight="700"' : '';
      const opacity = look.dim ? ' opacity="0.6"' : '';
      return `${box}<text x="${x}" y="${round(top + 13.5)}" fill="${look.colour}"${weight}${opacity} textLength="${width}" xml:space="preserve">${escaped(text)}</text>\n`;
    })
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
