import { editedIn } from '../../../commands/app/open-field.ts';
import { chordNames } from '../../../commands/keys/chord-names.ts';
import { keymapOf } from '../../../commands/app/keymap-in-force.ts';
import { commandById } from '../../../commands/app/registry.ts';
import { tabTitle } from '../../../commands/lists/list-sources.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { Dialog } from '../../../stores/view/dialog-states.ts';
import { measureForms } from '../../../stores/base/completeness.ts';
import { selectMarked } from '../../../stores/view/count-marks.ts';
import { selectPager, type OpenPager } from '../../../stores/transcript/select-pager.ts';
import type { ViewState } from '../../../stores/view/view-store.ts';
import { openPageOf } from '../../../stores/entity/page-subject.ts';
import type { RejectedCells } from '../../../terminal/screen/rejected-cells.ts';
import type { SpokenList } from '../../panes/spoken-list.ts';
import { untrusted, lineColumns, trusted, type Line } from '../../widgets/line.ts';
import { createLineEncoder } from '../../widgets/line-cells.ts';
import type { Console } from '../../dialogs/base/console-context.ts';
import { createShellFrame } from '../shell-frame.ts';
import type { SurfaceBoard } from '../surface-board.ts';
import { viewOf } from '../../dialogs/dialog-views.ts';
import type { Heard, HeardList, HeardMenu } from './heard.ts';
import { readRow, saidRow, type ReadableRow, type RowSigns } from './readable-rows.ts';
import { messageRows } from './say.ts';
import { settingsOf } from './settings.ts';

/** The status row and the tabs. */
const HEAD_ROWS = 2;

/** What is on the screen, and what is said of it on request. */
export interface Looked extends Heard {
  readonly all: readonly ReadableRow[];
  /** Where the user is, how good the data are, and what is not set as usual. */
  readonly status: readonly string[];
  /** All of the dialog, or of what is under the cursor. */
  detail(): readonly string[];
}

/** Makes what looks at the screen; of lines that are said and not drawn, `textOf` gives the words. */
export function createLook(console: Console, board: SurfaceBoard, dropped: RejectedCells) {
  const { commands, theme } = console;
  const { stores } = commands;
  const paintShell = createShellFrame(console, board);
  const encode = createLineEncoder(theme, dropped);
  const cursor = theme.glyph('gutter');

  function readLine(line: Line, columns: number, signs: RowSigns): ReadableRow {
    return readRow(encode(line, Math.max(columns, lineColumns(line))).glyphs.join(''), signs);
  }

  const textOf = (line: Line) => readLine(line, 1, { cursor, mark: undefined, isText: true }).words;

  /** Undefined while Ink has yet to draw a part of it. */
  function look(): Looked | undefined {
    const { rows: painted, surfaces, layout } = paintShell();
    const shown = Array.from(surfaces.values(), ({ pane }) => pane ?? []).flat()[0];
    const view = stores.view.getState();
    const { columns, tab, pager, pages } = view;
    const { paneRows, dialogTop, dialogRows, dialog, stopped } = layout;
    const menu = menuOf(dialog);
    if (painted.includes(undefined) && !board.hasDrawn(dialog?.number) && menu === undefined) {
      return undefined;
    }
    const isTranscript = tab === 'sessions' && pager !== undefined;
    const isText = isTranscript && pager.outline === undefined;
    const hasMarks = tab !== 'overview' && !isTranscript && pages[tab].length === 0;
    const mark = hasMarks ? theme.glyph('mark') : undefined;
    const all = painted.map((row, index) =>
      row === undefined
        ? readRow(board.inkRows[index]?.glyphs.join('') ?? '', { cursor, mark, isText: false })
        : readLine(isText && index > HEAD_ROWS ? withoutEventSign(row) : row, columns, {
            cursor,
            mark,
            isText: isText && dialog === undefined,
          }),
    );
    const paneEnd = HEAD_ROWS + paneRows;
    const dialogEnd = dialogTop + dialogRows;
    const pane = all.slice(HEAD_ROWS, paneEnd);
    const rows = all.slice(dialogTop, dialogEnd);
    const open = isText ? selectPager(stores, Math.max(1, paneRows - 2)) : undefined;
    const spoken = shown?.spoken;
    const list = spoken === undefined ? undefined : heardList(spoken, view, pane);
    const settings = settingsOf(stores);
    const title = titleOf(view, pane);
    const remarks = isText ? (shown?.remarks?.() ?? []).map(textOf) : [];
    const messages = open?.page.map(({ place }) => place.message) ?? [];
    return {
      all,
      tab,
      place: `${tab} ${pages[tab].length} ${pager?.sessionId ?? ''} ${pager?.outline === undefined}`,
      title,
      dialog,
      edited: editedIn(dialog),
      question: console.shownDialog.question,
      menu,
      isText,
      message: open?.cursor,
      list,
      settings,
      detailKey: chordNames(keymapOf(stores).chordsOf(commandById('speech.detail')), theme.ascii),
      position: positionOf(view),
      detailTop: view.detailTop,
      pane,
      remarks,
      messages,
      dialogRows: rows,
      stopped: all.slice(dialogEnd, dialogEnd + stopped.length),
      status: [
        ...all.slice(0, 1).map(saidRow),
        title,
        ...[...pane.slice(0, 1), ...pane.slice(-1)]
          .map(({ words }) => words)
          .filter((words) => words !== title),
        ...Object.values(settings)
          .filter(({ isUsual }) => !isUsual)
          .map(({ words }) => textOf(words)),
        ...rows.slice(0, 1).map(saidRow),
      ],
      detail: () =>
        dialog !== undefined
          ? rows.map(saidRow)
          : list?.length === 0
            ? [list.empty]
            : open === undefined
              ? (list?.detail() ?? (isText ? pane.slice(1, -1) : selectedOf(pane)).map(saidRow))
              : [...messageOnPage(open, { pane, messages }), ...remarks],
    };
  }

  /** All of a message that is on the page, and whether it goes on. */
  function messageOnPage(
    { cursor: marked, page, text }: OpenPager,
    shown: Pick<Heard, 'pane' | 'messages'>,
  ): readonly string[] {
    const last = page.at(-1)?.place;
    const isMeant = last !== undefined && last.message === (marked ?? shown.messages[0]);
    return [
      ...messageRows(shown, marked).map(saidRow),
      ...(isMeant && last.line + 1 < text.height(last.message)
        ? [`${theme.keyOf('pager.page-down')} goes on.`]
        : []),
    ];
  }

  function heardList(spoken: SpokenList, view: ViewState, pane: readonly ReadableRow[]): HeardList {
    const { count, place, isMarked, isCounting, empty } = spoken;
    const counted = spoken.counted();
    const { tab } = view;
    const rows = `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;
    const measure = counted === 'all' && isCounting ? { read: count, of: undefined } : counted;
    const isReading = measure !== 'all' && measure.isOver !== true && measure.isUnverified !== true;
    // A list that holds what was read says that once.
    const isAllThatWasRead = isReading && measure.read === count && measure.of === undefined;
    return {
      length: count,
      count: `${rows}${isAllThatWasRead ? ' so far' : measureForms(measure)[0]}`,
      isCounting: isReading,
      place,
      row: spoken
        .row()
        .map((line) => readLine(line, 1, { cursor, mark: undefined, isText: tab !== 'policy' }).words)
        .filter((words) => words !== '')
        .join(', '),
      isMarked,
      marked: selectMarked(stores, tab),
      empty: [empty.text, ...(empty.quoted === undefined ? [] : [textOf(untrusted(empty.quoted))])].join(' '),
      stale: spoken.stale ? (pane.at(-1)?.words ?? '') : '',
      isAtLiveEdge:
        tab === 'events'
          ? view.events.follow || view.events.held
          : (tab === 'llm' || tab === 'sessions') && view[tab].cursor === undefined,
      detail: () =>
        spoken
          .detail()
          .map((line, index) => readLine(line, 1, { cursor, mark: undefined, isText: index > 0 }).words),
    };
  }

  function menuOf(dialog: Dialog | undefined): HeardMenu | undefined {
    const speech = dialog && viewOf(dialog).speech;
    if (dialog === undefined || speech?.as !== 'menu') {
      return undefined;
    }
    const { title, entry, ...place } = speech.menu(dialog, { commands, theme, now: commands.clock.now() });
    return { title: textOf(title), entry: textOf(entry), ...place };
  }

  return { look, textOf };
}

/** Of a page and a transcript what its first row says, of the overview its figures, too; else the name of the tab. */
function titleOf(view: ViewState, pane: readonly ReadableRow[]): string {
  const { tab, pager } = view;
  const summary = pane[0]?.words ?? '';
  if (openPageOf(view) !== undefined || (tab === 'sessions' && pager !== undefined)) {
    return summary;
  }
  return tab === 'overview' ? `${tabTitle(tab)}. ${summary}` : `${tabTitle(tab)}.`;
}

/** What stands beside a message for an event is said of the message, and not of its line. */
function withoutEventSign(line: Line): Line {
  const [cursor, sign, ...rest] = line;
  return cursor === undefined || sign === undefined ? line : [cursor, trusted(' '), ...rest];
}

function selectedOf(pane: readonly ReadableRow[]): readonly ReadableRow[] {
  return pane.filter(({ isSelected }) => isSelected);
}

function positionOf(view: ViewState): string {
  const { tab } = view;
  return `${openPageOf(view)?.cursor ?? view[tab].cursor}`;
}
