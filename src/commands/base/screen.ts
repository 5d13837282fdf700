import { wholeMinute } from '../../stores/agents/select-agents.ts';
import { seeRows } from '../../stores/view/active-cursor.ts';
import type { VisibleRows } from '../../stores/base/visible-rows.ts';
import { updatePane, type ListColumns } from '../../stores/view/view-store.ts';
import type { CommandContext } from './command.ts';

/** Notes the size of the terminal, in cells. */
export function setScreenSize({ stores }: CommandContext, columns: number, rows: number): void {
  stores.view.setState((view) => (view.columns === columns && view.rows === rows ? view : { columns, rows }));
}

/** Less is not worth a word, in milliseconds. */
const LEAST_DELAY = 2000;

/** Notes by how many milliseconds the terminal is behind, undefined while it is not known; and whether it is a slow one. */
export function noteDelay(
  { stores: { view } }: CommandContext,
  { delay, isSlow }: { readonly delay: number | undefined; readonly isSlow: boolean },
): void {
  const behind = delay === undefined ? undefined : delay < LEAST_DELAY ? 0 : Math.floor(delay / 1000) * 1000;
  const { terminalDelay, isTerminalSlow } = view.getState();
  if (terminalDelay !== behind || isTerminalSlow !== isSlow) {
    view.setState({ terminalDelay: behind, isTerminalSlow: isSlow });
  }
}

/** Notes how many rows of the active list are on the screen. */
export function setPageSize({ stores }: CommandContext, pageSize: number): void {
  stores.view.setState((view) => (view.pageSize === pageSize ? view : { pageSize }));
}

/** Notes which rows of the active list are on the screen, while no dialog takes a part of it. */
export function noteShown({ stores: { view } }: CommandContext, shown: { top: number; end: number }): void {
  const { dialogs, shown: before } = view.getState();
  if (dialogs.length === 0 && (before.top !== shown.top || before.end !== shown.end)) {
    view.setState({ shown });
  }
}

/** Notes which columns the active list has, and for which of them there is room. */
export function noteColumns({ stores: { view } }: CommandContext, columns: ListColumns | undefined): void {
  view.setState((state) =>
    JSON.stringify(state.listColumns) === JSON.stringify(columns) ? state : { listColumns: columns },
  );
}

/** Notes the rows of the list that is on the screen, and which of them is selected. */
export function noteRows(
  { stores }: CommandContext,
  { rows, isFiltering }: { readonly rows: VisibleRows; readonly isFiltering: boolean },
): void {
  seeRows(stores, rows, isFiltering);
}

/** How far a pane can be scrolled: what is in it, as it is drawn now. */
export interface ViewLimits {
  /** The topmost line of the detail at which its end is still shown. */
  readonly detailTop: number;
  readonly detailLeft: number;
  /** Columns of the list that can be left out before its last one is shown. */
  readonly sideways: number;
}

/** Keeps what is scrolled within what there is. */
export function limitView({ stores: { view } }: CommandContext, limits: ViewLimits): void {
  const state = view.getState();
  const { tab, detailTop, detailLeft } = state;
  if (detailTop > limits.detailTop || detailLeft > limits.detailLeft) {
    view.setState({
      detailTop: Math.min(detailTop, limits.detailTop),
      detailLeft: Math.min(detailLeft, limits.detailLeft),
    });
  }
  if (state[tab].sideways > limits.sideways) {
    updatePane(view, tab, { sideways: limits.sideways });
  }
}

/** Lets what filters select by the clock move on with it, once a minute. */
export function noteMinute({ stores, clock }: Pick<CommandContext, 'stores' | 'clock'>): void {
  const minute = wholeMinute(clock.now());
  if (stores.view.getState().minute !== minute) {
    stores.view.setState({ minute });
  }
}
