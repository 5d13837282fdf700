import { isQuestion } from '../../commands/app/registry.ts';
import { noteDelay, setScreenSize } from '../../commands/base/screen.ts';
import { blankRow, type CellRow, type Frame } from '../../terminal/screen/cell-row.ts';
import type { FrameRanks } from '../../terminal/screen/frame-part.ts';
import { isOverviewRead } from '../../stores/overview/overview-read.ts';
import type { Tab } from '../../stores/base/tab.ts';
import type { RejectedCells } from '../../terminal/screen/rejected-cells.ts';
import { createLineEncoder } from '../widgets/line-cells.ts';
import { trusted, type Line, type Size } from '../widgets/line.ts';
import { isQuiet } from './quiet-fields.ts';
import type { Console } from '../dialogs/base/console-context.ts';
import type { KeyListener } from './key-dispatcher.ts';
import { createShellFrame } from './shell-frame.ts';
import type { ShellRow } from './shell-painter.ts';
import { HEAD_ROWS, type ShellLayout } from './shell-layout.ts';
import { SurfaceBoard } from './surface-board.ts';
import { storesWithout, watchStores, watchUrgentData } from './watch-stores.ts';

/** What puts frames on the screen. */
export interface FrameSink {
  /**
   * Shows it as soon as it can, unless a newer one takes its place; `onShown` is called once the terminal shows all of it, or
   * where it does not answer, once all of it was written. One of another pane than the last takes nothing over of its rows.
   */
  show(frame: Frame, onShown?: () => void, isOther?: boolean): void;
  /** Whether it still writes the last one, or the terminal is yet to show it. */
  readonly isBusy: boolean;
  /**
   * What of a frame is to be shown next, so that a key never waits long behind it: all of it, the same frame, unless the
   * terminal is slow.
   */
  nextPart(frame: Frame, ranks: () => FrameRanks, isOther: boolean): Frame;
  /** Milliseconds until all of a frame is seen, if it goes out now; 0 where the terminal is not known to be slow. */
  timeFor(frame: Frame, isOther: boolean): number;
  /** Milliseconds by which a frame is seen after it was drawn; undefined while the terminal is yet to answer. */
  readonly delay: number | undefined;
  /** Whether it is known to take long for what it shows. */
  readonly isSlow: boolean;
  /** Whether nothing is known of it yet: it may still answer for the first time. */
  readonly isUnheard: boolean;
}

/** The console on a screen: it knows when to draw, and puts together what is painted and what Ink draws. */
export interface ConsoleScreen extends KeyListener {
  /** What the Ink tree and this screen know of each other. */
  readonly board: SurfaceBoard;
  /** Draws now, and from then on whenever anything that is shown changes. */
  start(): void;
  /** Draws now; what waits until nothing is typed goes on waiting. */
  paint(): void;
  stop(): void;
  resize(size: Size): void;
  /** Takes what Ink drew last, a row each; it is seen where the console leaves room for it. */
  takeInkRows(rows: readonly CellRow[]): void;
}

/** What arrives is drawn at most so often; what a key does is drawn at once, with whatever arrived until then. */
const DATA_INTERVAL = 125;

/** The title of a table and its headings: they stay as they are when its rows come. */
const TABLE_HEAD = 2;

/** What lies above a field is drawn anew on a slow terminal once nothing was typed for so long, in milliseconds. */
const TYPING_PAUSE = 1000;

/** What takes longer to come, in milliseconds, does not call itself live: it stands half drawn until then. */
const LONGEST_LIVE = 10_000;

/** For so long, in milliseconds, a slow terminal waits for the first data, and then for what is read beside it. */
const FIRST_DATA = 5000;
const FIRST_READS = 2000;

/** Stands for a line that cannot be drawn. */
const UNSHOWN: Line = [trusted(' This line cannot be shown: a fault in vigil.', 'bad')];

/** Draws the console into a sink; what is no cell is left out and counted. */
export function createConsoleScreen(
  console: Console,
  sink: FrameSink,
  dropped: RejectedCells,
): ConsoleScreen {
  const { commands, theme, shownDialog } = console;
  const { stores, clock } = commands;
  const board = new SurfaceBoard();
  const paintShell = createShellFrame(console, board);
  const encode = createLineEncoder(theme, dropped);
  let stopWatching: () => void = () => undefined;
  let paintedTab: Tab | undefined;
  let paintedAt = Number.NEGATIVE_INFINITY;
  /** The frame that was handed over last, and the row in it from which on a dialog stood. */
  let painted: { readonly frame: Frame; readonly dialogTop: number } = { frame: [], dialogTop: 0 };
  /** That frame had its field alone drawn anew: what lies above it waits until nothing is typed. */
  let isTyping = false;
  let isPainting = false;
  let isDueInPart = false;
  let isStopped = false;
  let hasDrawnPane = false;
  let startedAt: number | undefined;
  /** When it was first drawn that a request had been answered, or would not be. */
  let answeredAt: number | undefined;
  let isDueSoon = false;
  let cancelLater: (() => void) | undefined;
  let cancelTick: (() => void) | undefined;

  /** Draws now; on a slow terminal with a field on it, what lies above that stays as it is until the `rest` is due. */
  function paint(part: 'first' | 'rest' = 'first'): void {
    isDueSoon = false;
    cancelLater?.();
    cancelLater = undefined;
    if (isStopped) {
      return;
    }
    isPainting = true;
    try {
      noteDelay(commands, sink);
      const { columns, tab } = stores.view.getState();
      const isOther = paintedTab !== undefined && tab !== paintedTab;
      let { whole, ranks, dialog, dialogTop, isDrawn } = draw();
      const mayComeInParts = sink.isSlow && dialog !== undefined && !isQuestion(dialog.kind);
      isTyping = mayComeInParts && part === 'first';
      // A question is asked whole, however long that takes.
      const isInParts = dialog === undefined || mayComeInParts;
      const time = isInParts ? 0 : sink.timeFor(whole, isOther);
      if (time > LONGEST_LIVE) {
        noteDelay(commands, { delay: time, isSlow: sink.isSlow });
        ({ whole, ranks, dialog, dialogTop, isDrawn } = draw());
      }
      const frame = isTyping
        ? keptAbove(whole, dialogTop, columns)
        : isInParts
          ? sink.nextPart(whole, ranks, isOther)
          : whole;
      sink.show(frame, isDrawn ? shownDialog.notingOnce(dialog, clock) : undefined, isOther);
      paintedTab = tab;
      painted = { frame, dialogTop };
      isDueInPart = isTyping || frame !== whole;
    } finally {
      isPainting = false;
      paintedAt = clock.monotonic();
    }
    if (isDueInPart) {
      paintLater();
    }
  }

  /** The whole frame, the dialog on it, and whether that stands there as it is now. */
  function draw() {
    const { columns, rows: height } = stores.view.getState();
    const picture = stores.faults.guard('drawing the screen', paintShell, () => undefined);
    const rows = picture?.rows ?? [
      [trusted(` vigil cannot draw its screen: a fault in it. ${theme.keyOf('app.quit')} quits.`, 'bad')],
    ];
    const dialog = stores.view.getState().dialogs.at(-1);
    let lastUnshown = -1;
    const encoded = (row: ShellRow, index: number) =>
      row === undefined
        ? (board.inkRows[index] ?? blankRow(columns))
        : stores.faults.guard(
            'drawing a line',
            () => encode(row, columns),
            () => {
              lastUnshown = index;
              return encode(UNSHOWN, columns);
            },
          );
    const shown = rows.map(encoded);
    const isUnshown = lastUnshown >= 0 && lastUnshown >= (picture?.layout.dialogTop ?? 0);
    if (dialog !== undefined && (picture === undefined || isUnshown)) {
      shownDialog.noteUndrawn(dialog);
    }
    const missing = Math.max(0, height - shown.length);
    const all = [...shown, ...Array.from({ length: missing }, () => blankRow(columns))];
    const spared = hasDrawnPane || picture === undefined ? 0 : sparedUntil(picture.layout);
    hasDrawnPane = spared === 0;
    const kept = HEAD_ROWS + (picture?.layout.pane === 'overview' ? 0 : TABLE_HEAD);
    const spare = (frame: Frame) =>
      frame.map((row, index) => (index >= kept && index < spared ? blankRow(columns) : row));
    const whole = spare(all);
    return {
      dialog,
      dialogTop: picture?.layout.dialogTop ?? 0,
      whole,
      ranks: (): FrameRanks =>
        picture === undefined
          ? { first: whole, byRank: Array.from(whole.keys()), pane: undefined }
          : { ...picture.ranks, first: spare(picture.firstRows().map(encoded)) },
      isDrawn: picture !== undefined && (board.hasDrawn(dialog?.number) || !rows.includes(undefined)),
    };
  }

  /**
   * Up to which row a terminal is spared what says only that nothing is known yet: where it is slow, each byte of that comes
   * before the first data. One that has not answered yet may be, and gets the top alone, behind which it soon answers.
   */
  function sparedUntil({ dialog, isTooSmall, dialogTop, rows }: ShellLayout): number {
    const { state, stopped } = stores.connection.getState();
    const isWaiting = state === 'waiting' && stopped === undefined;
    if (!isWaiting) {
      answeredAt ??= clock.monotonic();
    }
    if (dialog !== undefined || isTooSmall) {
      return 0;
    }
    if (sink.isUnheard) {
      return isWaiting ? rows : 0;
    }
    const isDue = isWaiting ? !isWithin(FIRST_DATA, startedAt) : !isRestSoonRead();
    return sink.isSlow && !isDue ? dialogTop : 0;
  }

  /** Whether what stands beside the first data is about to be read, too. */
  function isRestSoonRead(): boolean {
    return (
      stores.view.getState().tab === 'overview' &&
      !isOverviewRead(stores) &&
      isWithin(FIRST_READS, answeredAt)
    );
  }

  function isWithin(milliseconds: number, since: number | undefined): boolean {
    return since !== undefined && clock.monotonic() - since < milliseconds;
  }

  /** The frame with what lies above its field as it was handed over last: what is typed is seen before what it changes. */
  function keptAbove(whole: Frame, dialogTop: number, columns: number): Frame {
    const { frame } = painted;
    const end = Math.min(painted.dialogTop, dialogTop);
    return frame.length === whole.length && frame[0]?.glyphs.length === columns
      ? whole.map((row, index) => (index >= HEAD_ROWS && index < end ? (frame[index] ?? row) : row))
      : whole;
  }

  /** Draws in this turn of the event loop, once for all that one key changes, and after React has seen it, too. */
  function paintSoon(): void {
    if (!isDueSoon && !isPainting) {
      isDueSoon = true;
      queueMicrotask(() =>
        queueMicrotask(() => {
          if (isDueSoon) {
            paint();
          }
        }),
      );
    }
  }

  function paintLater(): void {
    if (cancelLater === undefined && !isStopped) {
      const wait = Math.max(0, paintedAt + (isTyping ? TYPING_PAUSE : DATA_INTERVAL) - clock.monotonic());
      cancelLater = clock.schedule(wait, () => {
        cancelLater = undefined;
        // A terminal that takes nothing is not drawn for: the next frame holds all that was missed.
        if (sink.isBusy) {
          paintedAt = clock.monotonic();
          paintLater();
        } else {
          paint('rest');
        }
      });
    }
  }

  /** Times and countdowns move on with every second. */
  function tick(): void {
    cancelTick = clock.schedule(1000 - (clock.now() % 1000), () => {
      paintLater();
      tick();
    });
  }

  return {
    board,
    start() {
      const stopUrgent = watchStores([stores.view, stores.policyDraft], paintSoon);
      const stopUrgentData = watchUrgentData(stores, paintSoon);
      const stopData = watchStores(storesWithout(stores, 'view', 'policyDraft'), (state, before) => {
        // The tick of each second shows that.
        if (state === undefined || before === undefined || !isQuiet(state, before)) {
          paintLater();
        }
      });
      stopWatching = () => {
        stopUrgent();
        stopUrgentData();
        stopData();
      };
      tick();
      startedAt = clock.monotonic();
      paint();
    },
    paint: () => paint(isTyping ? 'first' : 'rest'),
    stop() {
      isStopped = true;
      cancelLater?.();
      cancelTick?.();
      stopWatching();
    },
    resize({ columns, rows }) {
      setScreenSize(commands, columns, rows);
    },
    takeInkRows(rows) {
      if (board.takeInkRows(rows)) {
        paintSoon();
      }
    },
  };
}
