import {
  acceptSelected,
  isSelectedGone,
  selectedIndex,
  selectedOnPage,
} from '../stores/rows/selected-index.ts';
import { openPageOf, updatePane } from '../stores/view-store.ts';
import { cursorRows } from './active-list.ts';
import { notify, type Command, type CommandContext } from './command.ts';
import { updatePage } from './page-stack.ts';

/** The commands that do something with the row under the cursor. */
export const ROW_COMMANDS: ReadonlySet<string> = new Set([
  'agents.open',
  'agents.change-status',
  'agents.delete',
  'events.open',
  'events.acknowledge',
  'events.block-package',
  'items.copy',
  'items.export',
  'list.choose-value',
  'llm.open',
  'marks.toggle',
  'overview.open',
  'page.block-package',
  'overview.copy',
  'page.copy',
  'page.export',
  'page.open',
  'policy.decrease',
  'policy.edit',
  'policy.increase',
  'policy.revert',
  'related.open',
  'sessions.choose-filter',
  'sessions.open',
]);

/**
 * Runs a command, but none that would do something with a row that only stands in for the selected one, which went away
 * without a key: it says so once instead, and the cursor is on the other row from then on ("Two admins' worth of refreshes
 * between key and confirmation cannot redirect an action").
 */
export function runOnSeenRow(context: CommandContext, command: Command): void | Promise<void> {
  const { stores, clock } = context;
  if (!ROW_COMMANDS.has(command.id) || isTranscriptOpen(context)) {
    return command.run(context);
  }
  if (isSelectedGone(stores, cursorRows(stores, clock))) {
    standOnNeighbour(context);
    return;
  }
  const running = command.run(context);
  // What a key does to its own row is seen by whoever pressed it.
  acceptSelected(stores, cursorRows(stores, clock));
  return running;
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
    notify(context, 'The selected row is gone, and so is every other: nothing was done.');
    return;
  }
  if (openPageOf(view) !== undefined) {
    updatePage(context, { cursor: rows.idAt(selectedOnPage(stores, rows)) });
  } else {
    updatePane(stores.view, view.tab, { cursor: rows.idAt(selectedIndex(stores, view.tab, rows)) });
  }
  notify(
    context,
    'The selected row is gone: nothing was done. The cursor is on its neighbour now; press again to mean that one.',
  );
}
