import { setScreenSize } from '../../commands/screen.ts';
import type { CellRow } from '../../terminal/screen/cell-row.ts';
import type { Dropped } from '../../terminal/screen/dropped.ts';
import { createLineEncoder } from '../widgets/line-cells.ts';
import type { Console } from './console-context.ts';
import type { ConsoleScreen, Subscribable } from './console-screen.ts';
import { createShellPainter } from './shell-painter.ts';

/** The most often that anything is said, in milliseconds. */
const INTERVAL = 1000;

/** Status, tabs and what is listed; how good the data is, and hints or a message. */
const HEAD_ROWS = 3;
const FOOT_ROWS = 2;

/** What frames and charts are made of, and the mark of the row under the cursor, say nothing when they are read aloud. */
const DECORATION = /[\u2500-\u259f|]|^-+|-{3,}/g;

/**
 * The console as text that is only ever added to, for people who have it read to them: the whole pane or dialog when it
 * opens, and from then on the lines that are new, the row under the cursor among them. It speaks at most once a second,
 * and never because time has passed.
 */
export function createLinearScreen(
  console: Console,
  say: (text: string) => void,
  dropped: Dropped,
): ConsoleScreen {
  const { commands, theme } = console;
  const { stores, clock } = commands;
  const paintShell = createShellPainter(console);
  const encode = createLineEncoder(theme, dropped);
  const stops: (() => void)[] = [];
  let inkRows: readonly CellRow[] = [];
  let saidAt = Number.NEGATIVE_INFINITY;
  let place = '';
  let known: ReadonlySet<string> = new Set();
  let cancelNext: (() => void) | undefined;

  function paint(): void {
    cancelNext?.();
    cancelNext = undefined;
    saidAt = clock.monotonic();
    const { columns, rows, tab, dialogs, pager } = stores.view.getState();
    // Around the list, and all over the overview, stand ages and counts.
    const counts = (row: number) => tab === 'overview' || row < HEAD_ROWS || row >= rows - FOOT_ROWS;
    const now = `${tab} ${pager?.sessionId ?? ''} ${dialogs.length} ${dialogs.at(-1)?.openedAt ?? ''}`;
    const lines = paintShell()
      .map((row, index) => (row === undefined ? inkRows[index] : encode(row, columns)))
      .map((row, index) => readable(row?.glyphs.join('') ?? '', theme.glyph('gutter'), counts(index)))
      .filter(({ text }) => text !== '');
    const fresh = now === place ? lines.filter(({ key }) => !known.has(key)) : lines;
    place = now;
    known = new Set(lines.map(({ key }) => key));
    if (fresh.length > 0) {
      say(fresh.map(({ text }) => `${text}\r\n`).join(''));
    }
  }

  function paintLater(): void {
    cancelNext ??= clock.schedule(Math.max(0, saidAt + INTERVAL - clock.monotonic()), paint);
  }

  return {
    start() {
      for (const store of Object.values(stores) as readonly Subscribable[]) {
        stops.push(store.subscribe(paintLater));
      }
      paint();
    },
    paint,
    stop() {
      cancelNext?.();
      for (const stop of stops.splice(0)) {
        stop();
      }
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

/** A row as it is read, and what tells it from others: in one that counts, another number is no news. */
function readable(
  row: string,
  gutter: string,
  counts: boolean,
): { readonly text: string; readonly key: string } {
  const words = row.replaceAll(DECORATION, ' ').replaceAll(/ {2,}/g, '  ').trim();
  const text = row.startsWith(gutter) ? `selected: ${words}` : words;
  return { text, key: counts ? text.replaceAll(/\d+/g, '0') : text };
}
