import { updatePane } from '../../stores/view/view-store.ts';
import { activeList } from './active-list.ts';
import type { CommandContext } from './command.ts';
import { freezeFeed } from './feed-position.ts';

/** Keeps the cursor on the row that it is on, whatever arrives: whoever reads a detail is not to find another in its place. */
export function holdCursor({ stores, clock }: CommandContext): void {
  const { tab, ...panes } = stores.view.getState();
  if (tab === 'events') {
    freezeFeed(stores);
  } else if (panes[tab].cursor === undefined) {
    updatePane(stores.view, tab, { cursor: activeList(stores, clock).idAt(0) });
  }
}
