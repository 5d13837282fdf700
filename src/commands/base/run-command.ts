import { selectedIndex } from '../../stores/base/cursor.ts';
import {
  acceptSelected,
  isSelectedGone,
  overtakenFirst,
  selectedOnPage,
} from '../../stores/view/active-cursor.ts';
import { openPageOf } from '../../stores/entity/page-subject.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { hasRow } from '../../stores/base/visible-rows.ts';
import { cursorRows } from './active-list.ts';
import { notify, type Command, type CommandContext } from './command.ts';
import { standing } from './feed-position.ts';
import { updatePage } from './entity-stack.ts';

/** What is said of a row that went away under the cursor. */
export const ROW_GONE =
  'The selected row is gone: nothing was done. The cursor is on its neighbour now; press again to mean that one.';
export const ALL_GONE = 'The selected row is gone, and so is every other: nothing was done.';

/**
 * Runs a command, but none that would do something with a row that only stands in for the selected one, which went away
 * without a key: it says so once instead, and the cursor is on the other row from then on ("Two admins' worth of refreshes
 * between key and confirmation cannot redirect an action").
 */
export function runOnSeenRow(context: CommandContext, command: Command): void | Promise<void> {
  const { stores, clock } = context;
  if (command.onRow !== true || isTranscriptOpen(context)) {
    return command.run(context);
  }
  const rows = cursorRows(stores, clock);
  const first = isWithoutCursor(context) ? undefined : overtakenFirst(stores, rows);
  if (isSelectedGone(stores, rows) || (first !== undefined && !hasRow(rows, first))) {
    standOnNeighbour(context);
    return;
  }
  const depth = stores.view.getState().dialogs.length;
  const wasFollowing = first !== undefined && standOn(context, first);
  const running = command.run(context);
  if (wasFollowing && stores.view.getState().dialogs.length > depth) {
    updatePane(stores.view, 'events', { held: true });
  }
  // What a key does to its own row is seen by whoever pressed it.
  acceptSelected(stores, cursorRows(stores, clock));
  return running;
}

/** The overview begins without a cursor: nothing stands for it there. */
function isWithoutCursor({ stores }: CommandContext): boolean {
  const view = stores.view.getState();
  return view.tab === 'overview' && openPageOf(view) === undefined;
}

/** Puts the cursor on a row of the list that has the keys; gives whether that stopped the feed at the live edge. */
function standOn(context: CommandContext, id: string | undefined): boolean {
  const { view } = context.stores;
  const state = view.getState();
  if (openPageOf(state) !== undefined) {
    updatePage(context, { cursor: id });
    return false;
  }
  const isFollowing = state.tab === 'events' && state.events.follow;
  if (isFollowing) {
    updatePane(view, 'events', standing(context.stores));
  }
  updatePane(view, state.tab, { cursor: id });
  return isFollowing;
}

function isTranscriptOpen({ stores }: CommandContext): boolean {
  const { tab, pager } = stores.view.getState();
  return tab === 'sessions' && pager !== undefined;
}

function standOnNeighbour(context: CommandContext): void {
  const { stores, clock } = context;
  const rows = cursorRows(stores, clock);
  const view = stores.view.getState();
  if (rows.length === 0) {
    notify(context, ALL_GONE);
    return;
  }
  const isOnPage = openPageOf(view) !== undefined;
  standOn(
    context,
    rows.idAt(isOnPage ? selectedOnPage(stores, rows) : selectedIndex(stores, view.tab, rows)),
  );
  notify(context, ROW_GONE);
}

/**
 * Runs a command, or says why it cannot be run now. One that fails is reported and ends nothing: it does not throw. Gives what
 * resolves once it is done, where that is later; it is never rejected.
 */
export function runCommand(context: CommandContext, command: Command): Promise<void> | undefined {
  return context.stores.faults.begin(`doing "${command.title}"`, () => {
    const reason = command.disabledReason?.(context);
    if (reason === undefined) {
      return runOnSeenRow(context, command);
    }
    return notify(context, reason);
  });
}
