import { listOf } from '../../stores/base/tab.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { activeList } from '../base/active-list.ts';
import { notify, type Command, type CommandContext } from '../base/command.ts';
import { LIST_SOURCES } from './list-sources.ts';
import { freezeRows } from './pin-cursor.ts';

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
      freezeRows(context);
      const rows = activeList(stores, clock);
      if (rows.length === 0) {
        return;
      }
      const from = selectedIndex(stores, tab, rows);
      const to = Math.min(rows.length - 1, Math.max(0, move(from, context, rows.length)));
      const { [tab]: pane } = stores.view.getState();
      stores.view.setState({ [tab]: { ...pane, cursor: rows.idAt(to) }, detailTop: 0, detailLeft: 0 });
    },
  };
}

/** So many columns of the screen are one step of a detail whose lines are cut. */
const STEP = 16;

/** Shows what does not fit at a side: columns of the list, or the rest of long lines while the detail has the focus. */
function movingSideways(id: string, title: string, direction: 1 | -1): Command {
  return {
    id,
    title,
    scope: 'list',
    moves: true,
    run(context) {
      const { view } = context.stores;
      const { tab, focus, detailLeft, ...state } = view.getState();
      const { sideways, wrap, detail } = state[tab];
      if (focus === 'list' || !detail) {
        updatePane(view, tab, { sideways: Math.max(0, sideways + direction) });
      } else if (wrap) {
        notify(context, 'Long lines are wrapped, so that nothing is at the side.');
      } else {
        view.setState({ detailLeft: Math.max(0, detailLeft + direction * STEP) });
      }
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
  movingSideways('list.right', 'Columns further to the right', 1),
  movingSideways('list.left', 'Columns further to the left', -1),
  moving('list.last', 'Last row', (_index, _context, length) => length - 1),
  {
    id: 'list.first',
    title: 'First row (in the feed: the live edge)',
    scope: 'list',
    moves: true,
    run({ stores }) {
      const { tab, focus } = stores.view.getState();
      const list = listOf(tab);
      const live = list === undefined ? undefined : LIST_SOURCES[list].live;
      if (focus === 'detail') {
        stores.view.setState({ detailTop: 0 });
      } else if (live?.isAtEdge(stores) === true) {
        live.resume(stores);
      } else {
        updatePane(stores.view, tab, { cursor: undefined });
      }
    },
  },
];
