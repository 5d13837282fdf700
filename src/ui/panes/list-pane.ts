import { filtersList } from '../../commands/app/open-field.ts';
import type { ConnectionState } from '../../stores/connection/connection-store.ts';
import { wrapLine } from '../../lib/cell-text.ts';
import { formatCount } from '../../lib/format-number.ts';
import { selectMarked } from '../../stores/view/count-marks.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import { cursorOf, selectedIndex } from '../../stores/base/cursor.ts';
import type { Completeness } from '../../stores/base/completeness.ts';
import { isRowMarked } from '../../stores/base/visible-rows.ts';
import { isDetailAlone, type ViewState } from '../../stores/view/view-store.ts';
import type { ListId } from '../../stores/base/tab.ts';
import type { ListView } from '../../stores/base/list-view.ts';
import type { ListModel } from '../../stores/query/list-model.ts';
import { LISTS } from '../../stores/view/lists.ts';
import { asTyped } from '../../lib/untrusted.ts';
import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import type { Stores } from '../../stores/stores.ts';
import type { Theme } from '../theme.ts';
import { composeBody, detailLineRows, detailPlace, detailSize, listSize } from '../widgets/body.ts';
import { fit, untrustedWrapped, lineColumns, trusted, type Line, type Size } from '../widgets/line.ts';
import { moveWindow } from '../widgets/list-window.ts';
import { scrollDetail, type Detail } from '../widgets/scrolled-detail.ts';
import {
  createRowPainter,
  firstOfPlaced,
  headingLine,
  placeSideways,
  type Column,
  type PlacedColumn,
} from '../widgets/table.ts';
import { chosenColumns } from './chosen-columns.ts';
import type { EmptyText } from './freshness.ts';
import { frameLines, type PaintPane, type PaneContext } from './pane.ts';
import type { Settings } from './setting.ts';
import { saidPieces, type SpokenList } from './spoken-list.ts';
import { unshownRow } from './unshown-row.ts';

export type { Detail } from '../widgets/scrolled-detail.ts';

/** What a list is drawn from, besides its own data. */
export interface ListFacts {
  readonly size: Size;
  /** Room for the summary beside what is said of marks. */
  readonly width: number;
  readonly now: number;
  /** Without the words of the filter while they are typed. */
  readonly view: ViewState;
  readonly connection: ConnectionState;
  readonly theme: Theme;
}

/** How a list is drawn, and what is said of it. One for each list (`app/panes.ts`). */
export interface ListPane {
  create(context: PaneContext): PaintPane;
  /** What keys switch or choose in it, beside what they do in every list; `clock` makes words of a time. */
  settings(stores: Stores, clock: (time: number) => string): Settings;
}

/** What a pane lists. */
export interface Shown<Row extends object> {
  readonly list: ListId;
  /** Its model, or that of the one that is shown of several. */
  readonly model: Pick<ListModel<ListView, Row, Stores>, 'listed' | 'isFiltering'>;
  /** The titles of the columns that are said of a row, the most important first; undefined where they are found in the data. */
  readonly said: readonly string[] | undefined;
  /** The record whose fields its columns can be; undefined where the columns cannot be chosen. */
  readonly recordOf?: (row: Row) => SourceRecord;
}

/** What a list shows. */
export interface ListContent<Row extends object> {
  /** The same object for as long as the same row looks the same. */
  readonly columns: readonly Column<Row>[];
  readonly summary: Line;
  readonly footer: Line;
  /** Shows the rows dimmed, since they are old and could not be read anew. */
  readonly stale: boolean;
  /** How much of what there is the rows are. */
  readonly counted: () => Completeness;
  /** What is said when there is no row. */
  readonly empty: EmptyText;
  /** Stands above the list, if there is anything. */
  readonly above?: readonly Line[];
  /** Stands above the list and shows where in it the screen is. */
  readonly strip?: Strip | undefined;
  detailOf(row: Row, columns: number): Detail;
}

/** Lines about the whole list, as many as it says. */
export interface Strip {
  readonly rows: number;
  /** From the first row on the screen up to another one, which is not on it any more. */
  lines(window: { readonly top: number; readonly end: number; readonly cursor: number }): readonly Line[];
}

const NO_DETAIL: Detail = { title: [], lines: [] };

/**
 * What a slow terminal is shown of a list first has about so many cells, of so many columns at the least: all of its rows,
 * within eight seconds at 300 bytes a second.
 */
const FIRST_CELLS = 1750;
const LEAST_FIRST_COLUMNS = 45;

/** The room that a detail is given whose lines are cut and not wrapped: more than most of them need. */
const UNWRAPPED = 2000;

/** A pane that is a list with a detail. Only the rows inside its window are looked at, and each is formatted once. */
export function createListPane<Row extends object>(
  { list: tab, model, said, recordOf }: Shown<Row>,
  { stores, theme }: PaneContext,
  read: (facts: ListFacts) => ListContent<Row>,
): PaintPane {
  let before: { top: number; cursor: number; cursorId: string | undefined } = {
    top: 0,
    cursor: 0,
    cursorId: undefined,
  };
  const tableOf = memoizeLast((columns: readonly Column<Row>[], width: number, sideways: number) => {
    const placement = placeSideways(columns, width, sideways);
    const { placed, most } = placement;
    const paint = (drawn: readonly PlacedColumn<Row>[]) => ({
      heading: headingLine(drawn, theme, placement),
      paintRow: createRowPainter(drawn, theme),
    });
    return {
      whole: paint(placed),
      first: memoizeLast((room: number) => paint(firstOfPlaced(placed, room))),
      lastSideways: most,
      placed: placed.map(({ column }) => asTyped(column.title)),
    };
  });
  const chosenOf = memoizeLast((columns: readonly Column<Row>[], chosen: readonly string[] | undefined) =>
    chosen === undefined || recordOf === undefined
      ? columns
      : chosenColumns(columns, chosen, recordOf, LISTS[tab].query.kind, theme),
  );
  const usualOf = memoizeLast((columns: readonly Column<Row>[]) =>
    columns.map(({ title }) => asTyped(title)),
  );
  return (size, now) => {
    const view = stores.view.getState();
    const connection = stores.connection.getState();
    // Words that are being typed stand in their field, and need not be drawn twice for each key.
    const shownView = filtersList(view.dialogs.at(-1))
      ? { ...view, [tab]: { ...view[tab], text: '' } }
      : view;
    const marked = markedLine(selectMarked(stores, tab), theme);
    const width = size.columns - lineColumns(marked);
    const content = read({ size, width, now, view: shownView, connection, theme });
    const { stale, above = [], strip } = content;
    const { rows, visible } = model.listed(stores, now);
    const isFiltering = model.isFiltering(stores);
    const cursorId = cursorOf(stores, tab);
    const { marks, wrap, sideways } = view[tab];
    const taken = above.length + (strip?.rows ?? 0);
    const body = { columns: size.columns, rows: Math.max(2, size.rows - 2 - taken) };
    const place = detailPlace(view[tab].detail, isDetailAlone(view), view, theme);
    const room = listSize(place, body);
    const listRows = Math.max(1, room.rows - 1);
    const cursor = selectedIndex(stores, tab, visible);
    const window = moveWindow(before, { cursor, cursorId, length: visible.length, rows: listRows });
    before = { ...window, cursorId };
    const { columns: chosen } = view[tab];
    const columns = chosenOf(content.columns, chosen);
    const table = tableOf(columns, room.columns, sideways);
    const { lastSideways } = table;
    const listLines = ({ heading, paintRow }: typeof table.whole): readonly Line[] => [
      heading,
      ...rows.slice(window.top, window.top + Math.max(0, room.rows - 1)).map((row, index) => {
        const place = window.top + index;
        const marked = isRowMarked(visible, place, marks);
        return stores.faults.guard(
          `drawing a row of ${tab}`,
          () => paintRow(row, { selected: place === cursor, marked, stale }),
          () => unshownRow(place === cursor, theme),
        );
      }),
      ...(rows.length === 0 ? [[], ...emptyLines(content.empty, room.columns, theme)] : []),
    ];
    const [selected] = rows.slice(cursor, cursor + 1);
    const detailColumns = detailSize(place, body).columns;
    const detail =
      place === 'none' || selected === undefined
        ? NO_DETAIL
        : stores.faults.guard(
            `drawing a detail of ${tab}`,
            () => content.detailOf(selected, wrap ? detailColumns : UNWRAPPED),
            () => unshownDetail(detailColumns),
          );
    const hasFocus = view.focus === 'detail' && place !== 'none';
    const detailRows = detailLineRows(place, body);
    const scrolled = scrollDetail(
      detail,
      { columns: detailColumns, rows: detailRows },
      { top: view.detailTop, left: view.detailLeft, hasFocus, wrap, theme },
    );
    const bodyLines = (drawn: typeof table.whole) =>
      composeBody(place, body, listLines(drawn), scrolled, theme);
    const isTooWide = lineColumns(content.summary) > width;
    const fitted = isTooWide ? fit(content.summary, width, theme) : content.summary;
    // A line that stays the same is not looked at again by what draws it.
    const summary = marked.length === 0 ? fitted : [...fitted, ...marked];
    const end = Math.min(window.top + listRows, rows.length);
    const spoken: SpokenList = {
      count: rows.length,
      counted: content.counted,
      isCounting: isFiltering,
      stale,
      place: cursor,
      isMarked: isRowMarked(visible, cursor, marks),
      empty: content.empty,
      row: () =>
        selected === undefined
          ? []
          : saidPieces(columns === content.columns ? said : undefined, columns, selected, theme),
      detail: () => (selected === undefined ? [] : wholeDetail(content.detailOf(selected, UNWRAPPED))),
    };
    const stripLines = strip?.lines({ top: window.top, end, cursor }) ?? [];
    const drawnAbove = [...above, ...stripLines];
    const heading = 1 + drawnAbove.length;
    return {
      lines: frameLines(summary, [...drawnAbove, ...bodyLines(table.whole)], content.footer, size.rows),
      firstLines: () =>
        frameLines(
          summary,
          [
            ...drawnAbove.map(() => []),
            ...bodyLines(table.first(Math.max(LEAST_FIRST_COLUMNS, Math.floor(FIRST_CELLS / size.rows)))),
          ],
          content.footer,
          size.rows,
        ),
      ...(place !== 'alone' && { listAt: { heading, selected: heading + 1 + cursor - window.top } }),
      pageSize: hasFocus ? detailRows : listRows,
      shown: { top: window.top, end },
      ...(recordOf !== undefined && {
        columns: { list: tab, usual: usualOf(content.columns), placed: table.placed },
      }),
      list: { rows: visible, isFiltering },
      limits: { detailTop: scrolled.lastTop, detailLeft: scrolled.lastLeft, sideways: lastSideways },
      spoken,
    };
  };
}

function wholeDetail({ title, lines }: Detail): readonly Line[] {
  return [title, ...lines];
}

function unshownDetail(columns: number): Detail {
  const sentence =
    'The detail of this row cannot be shown: a fault in vigil. The row can be copied and exported.';
  return { title: [], lines: wrapLine(sentence, columns).map((line) => [trusted(line, 'bad')]) };
}

function emptyLines({ text, quoted }: EmptyText, columns: number, { ascii }: Theme): readonly Line[] {
  const room = columns - 2;
  return [
    ...wrapLine(text, room).map((line): Line => [trusted(`  ${line}`, 'dim')]),
    ...(quoted === undefined ? [] : untrustedWrapped(quoted, room, { ascii })).map((line) => [
      trusted('  '),
      ...line,
    ]),
  ];
}

/** How many rows are marked, which always has room. */
function markedLine(marked: number, theme: Theme): Line {
  return marked === 0 ? [] : [trusted(`  ${theme.glyph('mark')} ${formatCount(marked)} marked `, 'accent')];
}
