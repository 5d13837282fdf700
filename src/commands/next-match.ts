import { findInSlices } from '../stores/rows/find-in-slices.ts';
import type { QueryList } from '../stores/query/query-fields.ts';
import type { Stores } from '../stores/stores.ts';
import { updatePane } from '../stores/view-store.ts';
import { selectedIndex } from '../stores/rows/selected-index.ts';
import { notify, type Command, type CommandContext } from './command.ts';
import { freezeFeed } from './feed-position.ts';
import { listOf } from './filter.ts';
import { matchingRows, visibleRecords } from './row-records.ts';

/** The query that is looked for: the one in force, or the last one that was typed although it was cleared. */
function soughtQuery(stores: Stores, list: QueryList): string | undefined {
  const { text } = stores.view.getState()[list];
  return text.trim() === '' ? stores.filterMemory.getState().history[list][0] : text;
}

let giveUp: () => void = () => undefined;

function goToMatch(context: CommandContext, step: 1 | -1): void {
  const { stores } = context;
  const list = listOf(stores.view.getState().tab);
  const text = list === undefined ? undefined : soughtQuery(stores, list);
  if (list === undefined || text === undefined) {
    notify(context, 'No filter was typed yet: / types one.');
    return;
  }
  if (list === 'events') {
    freezeFeed(stores);
  }
  const { rows } = visibleRecords(context, list);
  const from = selectedIndex(stores, list, rows);
  giveUp();
  giveUp = findInSlices(
    stores.visibleEvents.slices,
    { length: rows.length, from, step },
    matchingRows(context, list, text),
    (found) => {
      if (found === undefined) {
        notify(context, `No ${step === 1 ? 'further' : 'earlier'} row matches: ${text}`);
      } else {
        updatePane(stores.view, list, { cursor: rows.idAt(found) });
        stores.view.setState({ detailTop: 0 });
      }
    },
  );
}

/** Going from row to row that the last typed filter matches. */
export const matchCommands: readonly Command[] = [
  {
    id: 'list.next-match',
    title: 'Next row that the last typed filter matches',
    scope: 'list',
    run: (context) => goToMatch(context, 1),
  },
  {
    id: 'list.previous-match',
    title: 'Previous row that the last typed filter matches',
    scope: 'list',
    run: (context) => goToMatch(context, -1),
  },
];
