import type { Stop } from '../../../stores/overview/overview-stops.ts';
import type { Theme } from '../../theme.ts';
import { dimmed, fit, lineColumns, trusted, restyled, ruleLine, type Line } from '../../widgets/line.ts';
import type { SourceState } from './source-state.ts';

/** One row of the overview, and the places in it where the cursor can stand. */
export interface BlockRow {
  readonly line: Line;
  readonly stops: readonly string[];
}

/** What a block is drawn with. */
export interface BlockRoom {
  readonly columns: number;
  /** Rows below the title, for what takes as many as there are. */
  readonly rows: number;
  readonly theme: Theme;
  readonly now: number;
  readonly cursor: string | undefined;
}

/** A titled part of the overview; its title begins with its name. Each row begins with a blank column, where the mark of the cursor has its place. */
export interface Block {
  readonly title: Line;
  /** Its figures are made of a part, as its title says. */
  readonly isPart?: boolean;
  readonly rows: readonly BlockRow[];
}

/** A row where the cursor cannot stand. */
export function plainRow(line: Line): BlockRow {
  return { line: [trusted(' '), ...line], stops: [] };
}

/** A row that leads somewhere, marked while the cursor is on it. */
export function stopRow(
  { id }: Stop,
  line: Line,
  { cursor, theme }: Pick<BlockRoom, 'cursor' | 'theme'>,
): BlockRow {
  return { line: [cursorMark(id === cursor, theme), ...line], stops: [id] };
}

/** What stands before a place: a mark for the one that has the cursor. */
export function cursorMark(isThere: boolean, theme: Theme) {
  return isThere ? trusted(theme.glyph('gutter'), 'accent') : trusted(' ');
}

/** A block under its title. One that is stale says how old it is and why, and is dimmed. */
export function drawBlock(
  { title, rows, isPart = false }: Block,
  { age: wholeAge, shortAge, note }: SourceState,
  { columns, theme, cursor }: Pick<BlockRoom, 'columns' | 'theme' | 'cursor'>,
): readonly BlockRow[] {
  const hasCursor = cursor !== undefined && rows.some(({ stops }) => stops.includes(cursor));
  const roomBeside = (words: string | undefined) =>
    Math.max(0, columns - (words === undefined ? 4 : words.length + 7));
  // Why it is old makes room for how much of all is counted; the line at the bottom says more.
  const age = isPart && lineColumns(title) > roomBeside(wholeAge) ? shortAge : wholeAge;
  const room = roomBeside(age);
  // Numbers in a title would be made up where nothing was read, and give way to how old they are.
  const form = note === undefined && lineColumns(title) <= room ? title : title.slice(0, 1);
  const shown = fit(form, Math.min(lineColumns(form), room), theme);
  const heading = hasCursor ? restyled(shown, 'accent') : shown;
  const top = {
    line: ruleLine(
      columns,
      theme,
      age === undefined ? heading : [...heading, trusted(` ${theme.glyph('separator')} ${age}`, 'warn')],
    ),
    stops: [],
  };
  if (note !== undefined) {
    return [top, ...note.map((line) => plainRow(line))];
  }
  return [
    top,
    ...rows.map(({ line, stops }) => ({
      line: fit(age === undefined ? line : dimmed(line), columns, theme),
      stops,
    })),
  ];
}
