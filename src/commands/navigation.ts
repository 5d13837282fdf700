import { updatePane } from '../stores/view-store.ts';
import { cursorIndex } from '../stores/visible-rows.ts';
import { activeList } from './active-list.ts';
import type { Command, CommandContext } from './command.ts';
import { freezeFeed, resumeFeed } from './feed-position.ts';

type Move = (index: number, context: CommandContext, length: number) => number;

function page({ stores }: CommandContext): number {
  return Math.max(1, stores.view.getState().pageSize - 1);
}

function half(context: CommandContext): number {
  return Math.max(1, Math.ceil(page(context) / 2));
}

/** Moves the cursor of the list, or scrolls the detail while that has the focus. */
function moving(id: string, title: string, move: Move): Command {
  return {
    id,
    title,
    scope: 'list',
    moves: true,
    run(context) {
      const { stores, clock } = context;
      const { tab, focus, detailTop } = stores.view.getState();
      if (focus === 'detail' && stores.view.getState()[tab].detail) {
        stores.view.setState({ detailTop: Math.max(0, move(detailTop, context, 10_000)) });
        return;
      }
      if (tab === 'events') {
        freezeFeed(stores);
      }
      const rows = activeList(stores, clock);
      if (rows.length === 0) {
        return;
      }
      const from = cursorIndex(rows, stores.view.getState()[tab].cursor);
      const to = Math.min(rows.length - 1, Math.max(0, move(from, context, rows.length)));
      const { [tab]: pane } = stores.view.getState();
      stores.view.setState({ [tab]: { ...pane, cursor: rows.idAt(to) }, detailTop: 0 });
    },
  };
}

/** Moving in lists. Leaving the live edge of the feed freezes it; going to its top resumes it. */
export const navigationCommands: readonly Command[] = [
  moving('list.down', 'Next row', (index) => index + 1),
  moving('list.up', 'Previous row', (index) => index - 1),
  moving('list.page-down', 'A page down', (index, context) => index + page(context)),
  moving('list.page-up', 'A page up', (index, context) => index - page(context)),
  moving('list.half-down', 'Half a page down', (index, context) => index + half(context)),
  moving('list.half-up', 'Half a page up', (index, context) => index - half(context)),
  moving('list.last', 'Last row', (_index, _context, length) => length - 1),
  {
    id: 'list.first',
    title: 'First row (in the feed: the live edge)',
    scope: 'list',
    moves: true,
    run({ stores }) {
      const { tab, focus, events } = stores.view.getState();
      if (focus === 'detail') {
        stores.view.setState({ detailTop: 0 });
      } else if (tab === 'events' && events.range === undefined) {
        resumeFeed(stores);
      } else {
        updatePane(stores.view, tab, { cursor: undefined });
      }
    },
  },
];
