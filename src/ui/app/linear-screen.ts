import { setScreenSize } from '../../commands/screen.ts';
import type { CellRow } from '../../terminal/screen/cell-row.ts';
import type { Dropped } from '../../terminal/screen/dropped.ts';
import { createLineEncoder } from '../widgets/line-cells.ts';
import type { Console } from './console-context.ts';
import type { ConsoleScreen } from './console-screen.ts';
import { createShellPainter } from './shell-painter.ts';
import { storesWithout, watchStores } from './watch-stores.ts';

/** The most often that anything is said, in milliseconds. */
const INTERVAL = 1000;

/** Status, tabs and what is listed; how good the data is, and hints or a message. */
const HEAD_ROWS = 3;
const FOOT_ROWS = 2;

/** What frames and charts are made of, and the mark of the row under the cursor, say nothing when they are read aloud. */
const DECORATION = /[\u2500-\u259f|]|^-+|-{3,}/g;

export interface LinearScreen extends ConsoleScreen {
  /** Says all that is shown once more. */
  sayAgain(): void;
}

/**
 * The console as text that is only ever added to, for people who have it read to them: the whole pane or dialog when it
 * opens, and from then on the lines that are new, the row under the cursor among them. It speaks at most once a second,
 * and never because time has passed.
 */
export function createLinearScreen(
  console: Console,
  say: (text: string) => void,
  dropped: Dropped,
): LinearScreen {
  const { commands, theme } = console;
  const { stores, clock } = commands;
  const paintShell = createShellPainter(console);
  const encode = createLineEncoder(theme, dropped);
  let stopWatching: () => void = () => undefined;
  let inkRows: readonly CellRow[] = [];
  let saidAt = Number.NEGATIVE_INFINITY;
  let place = '';
  let known: ReadonlySet<string> = new Set();
  let selected: string | undefined;
  let cancelNext: (() => void) | undefined;

  function paint(): void {
    cancelNext?.();
    cancelNext = undefined;
    saidAt = clock.monotonic();
    const { columns, rows, tab, dialogs, pager, pages } = stores.view.getState();
    // Around the list, and all over the overview, stand ages and counts.
    const counts = (row: number) => tab === 'overview' || row < HEAD_ROWS || row >= rows - FOOT_ROWS;
    const now = `${tab} ${pages[tab].length} ${pager?.sessionId ?? ''} ${dialogs.length} ${dialogs.at(-1)?.openedAt ?? ''}`;
    const lines = paintShell()
      .map((row, index) => (row === undefined ? inkRows[index] : encode(row, columns)))
      .map((row, index) => readable(row?.glyphs.join('') ?? '', theme.glyph('gutter'), counts(index)))
      .filter(({ text }) => text !== '');
    const isElsewhere = now !== place;
    const fresh = lines.filter(
      ({ key, isSelected }) => isElsewhere || !known.has(key) || (isSelected && key !== selected),
    );
    place = now;
    known = new Set(lines.map(({ key }) => key));
    selected = lines.find(({ isSelected }) => isSelected)?.key;
    if (fresh.length > 0) {
      say(fresh.map(({ text }) => `${text}\r\n`).join(''));
    }
  }

  function paintLater(): void {
    cancelNext ??= clock.schedule(Math.max(0, saidAt + INTERVAL - clock.monotonic()), paint);
  }

  return {
    start() {
      stopWatching = watchStores(storesWithout(stores), paintLater);
      paint();
    },
    paint,
    stop() {
      cancelNext?.();
      stopWatching();
    },
    sayAgain() {
      place = '';
      paintLater();
    },
    resize({ columns, rows }) {
      setScreenSize(commands, columns, rows);
    },
    takeInkRows(rows) {
      inkRows = rows;
      paintLater();
    },
  };
}

interface ReadableRow {
  readonly text: string;
  /** What tells it from others: in a row that counts, another number is no news. */
  readonly key: string;
  readonly isSelected: boolean;
}

/** A row as it is read. */
function readable(row: string, gutter: string, counts: boolean): ReadableRow {
  const words = row.replaceAll(DECORATION, ' ').replaceAll(/ {2,}/g, '  ').trim();
  const isSelected = row.startsWith(gutter);
  return {
    text: isSelected ? `selected: ${words}` : words,
    key: counts ? words.replaceAll(/\d+/g, '0') : words,
    isSelected,
  };
}
