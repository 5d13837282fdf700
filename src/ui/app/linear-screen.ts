import { setScreenSize } from '../../commands/screen.ts';
import { wrapLine } from '../../lib/cell-text.ts';
import {
  isDetailAlone,
  openPageOf,
  shownNotice,
  type Notice,
  type ViewState,
} from '../../stores/view-store.ts';
import type { CellRow } from '../../terminal/screen/cell-row.ts';
import type { Dropped } from '../../terminal/screen/dropped.ts';
import { lineColumns } from '../widgets/line.ts';
import { createLineEncoder } from '../widgets/line-cells.ts';
import type { Console } from './console-context.ts';
import type { ConsoleScreen } from './console-screen.ts';
import { sayNews, type Heard } from './linear-news.ts';
import { noticeRows } from './notice-rows.ts';
import { readRow, type ReadableRow } from './readable-rows.ts';
import { layOutShell } from './shell-layout.ts';
import { createShellPainter } from './shell-painter.ts';
import { statusFacts } from './status-facts.ts';
import { storesWithout, watchStores } from './watch-stores.ts';

/** The most often that anything is said, in milliseconds. */
const INTERVAL = 1000;

/** The status row and the tabs. */
const HEAD_ROWS = 2;

/** More columns than any message takes. */
const ANY_LENGTH = 4096;

export interface LinearScreen extends ConsoleScreen {
  /** Says all that is shown once more. */
  sayAgain(): void;
}

/**
 * The console as text that is only ever added to, for people who have it read to them: the whole pane or dialog when it
 * opens, and from then on what is new, the row under the cursor whenever it is another one. What was said is not said
 * again, neither under a dialog nor when that closes. It speaks at most once a second, and never because time has passed.
 */
export function createLinearScreen(
  console: Console,
  say: (text: string, onSaid?: () => void) => void,
  dropped: Dropped,
): LinearScreen {
  const { commands, theme, shownDialog } = console;
  const { stores, clock } = commands;
  const paintShell = createShellPainter(console);
  const encode = createLineEncoder(theme, dropped);
  let stopWatching: () => void = () => undefined;
  let inkRows: readonly CellRow[] = [];
  let saidAt = Number.NEGATIVE_INFINITY;
  let heard: Heard | undefined;
  /** The number of the dialog that Ink drew last. */
  let drawnByInk: number | undefined;
  let cancelNext: (() => void) | undefined;

  /** What is on the screen; undefined while Ink has yet to draw a part of it. */
  function look(): Heard | undefined {
    const painted = paintShell();
    const view = stores.view.getState();
    const { columns, tab, pager, pages } = view;
    const { paneRows, dialogTop, dialogRows, dialog, stopped } = layOutShell(commands, view, theme);
    if (painted.includes(undefined) && drawnByInk !== dialog?.number) {
      return undefined;
    }
    const isTranscript = tab === 'sessions' && pager !== undefined;
    const isText = isTranscript ? pager.outline === undefined : isDetailAlone(view) && view[tab].detail;
    const signs = {
      cursor: theme.glyph('gutter'),
      mark: tab === 'overview' || isText || pages[tab].length > 0 ? undefined : theme.glyph('mark'),
    };
    const rows = painted
      .map((row, index) =>
        row === undefined ? inkRows[index] : encode(row, Math.max(columns, lineColumns(row))),
      )
      .map((row) => readRow(row?.glyphs.join('') ?? '', signs));
    const told = shownNotice(view);
    const paneEnd = HEAD_ROWS + paneRows;
    const dialogEnd = dialogTop + dialogRows;
    return {
      tab,
      place: `${tab} ${pages[tab].length} ${pager?.sessionId ?? ''} ${pager?.outline === undefined}`,
      dialog,
      isText,
      isList: !isText && !isTranscript && tab !== 'overview' && pages[tab].length === 0,
      timeStyle: view.timeStyle,
      position: positionOf(view),
      focus: view.focus,
      facts: statusFacts(stores, clock.now()),
      notice: told,
      status: rows[0] ?? SILENCE,
      tabs: rows[1] ?? SILENCE,
      pane: rows.slice(HEAD_ROWS, paneEnd),
      dialogRows: rows.slice(dialogTop, dialogEnd),
      stopped: rows.slice(dialogEnd, dialogEnd + stopped.length),
      hints: told === undefined ? (rows.at(-1) ?? SILENCE) : wholeNotice(told, view.waiting.length),
    };
  }

  /** What is told is said whole: a verdict must not end before its cause. */
  function wholeNotice(notice: Notice, waiting: number): ReadableRow {
    const [line = []] = noticeRows(notice, { columns: ANY_LENGTH, rows: 1, waiting, now: notice.at, theme });
    return readRow(encode(line, ANY_LENGTH).glyphs.join(''), {
      cursor: theme.glyph('gutter'),
      mark: undefined,
    });
  }

  function paint(): void {
    cancelNext?.();
    cancelNext = undefined;
    saidAt = clock.monotonic();
    let onSaid: (() => void) | undefined;
    // What cannot be told is passed over: the fault itself is told as a message, which is looked at next.
    const said = stores.faults.guard(
      'telling what is new',
      () => {
        const now = look();
        if (now === undefined) {
          return [];
        }
        const news = sayNews(heard, now);
        heard = news.next;
        onSaid = shownDialog.notingOnce(now.dialog, clock);
        return news.said;
      },
      () => [],
    );
    if (said.length > 0) {
      const { columns } = stores.view.getState();
      const text = said
        .flatMap((each) => wrapLine(each, columns))
        .map((line) => `${line}\r\n`)
        .join('');
      say(text, onSaid);
    } else {
      onSaid?.();
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
      heard = undefined;
      paintLater();
    },
    resize({ columns, rows }) {
      setScreenSize(commands, columns, rows);
    },
    takeInkRows(rows) {
      inkRows = rows;
      drawnByInk = stores.view.getState().dialogs.at(-1)?.number;
      paintLater();
    },
  };
}

const SILENCE: ReadableRow = { words: '', isSelected: false, isMarked: false, isHeading: false };

function positionOf(view: ViewState): string {
  const { tab, detailTop, zoomed } = view;
  const { cursor, detail } = view[tab];
  return `${openPageOf(view)?.cursor ?? cursor} ${detail} ${zoomed} ${detailTop}`;
}
