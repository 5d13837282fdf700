import { listOf } from '../../stores/base/tab.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { activeList } from '../base/active-list.ts';
import type { CommandContext } from '../base/command.ts';
import { LIST_SOURCES } from './list-sources.ts';

/** Keeps the cursor on the row that it is on, whatever arrives: whoever reads a detail is not to find another in its place. */
export function pinCursor({ stores, clock }: CommandContext): void {
  const view = stores.view.getState();
  const list = listOf(view.tab);
  const live = list === undefined ? undefined : LIST_SOURCES[list].live;
  if (live !== undefined) {
    live.freeze(stores);
  } else if (view[view.tab].cursor === undefined) {
    updatePane(stores.view, view.tab, { cursor: activeList(stores, clock).idAt(0) });
  }
}

/** Stops rows that move on by themselves, for whoever moves the cursor among them. */
export function freezeRows({ stores }: Pick<CommandContext, 'stores'>): void {
  const list = listOf(stores.view.getState().tab);
  if (list !== undefined) {
    LIST_SOURCES[list].live?.freeze(stores);
  }
}
