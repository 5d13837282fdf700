import { keyNameOf } from '../keys/key-name.ts';
import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { findInSlices } from '../../stores/base/find-in-slices.ts';
import { listOf, type ListId } from '../../stores/base/tab.ts';
import { queryClock } from '../../stores/query/query-time.ts';
import { LISTS } from '../../stores/view/lists.ts';
import type { Stores } from '../../stores/stores.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { notify, type Command, type CommandContext } from '../base/command.ts';
import { LIST_SOURCES } from './list-sources.ts';

/** The query that is looked for: the one in force, or the last one that was typed although it was cleared. */
function soughtQuery(stores: Stores, list: ListId): string | undefined {
  const { text } = stores.view.getState()[list];
  return withoutBlanks(text) === '' ? stores.filterMemory.getState().history[list][0] : text;
}

let giveUp: () => void = () => undefined;

function goToMatch(context: CommandContext, step: 1 | -1): void {
  const { stores } = context;
  const list = listOf(stores.view.getState().tab);
  const text = list === undefined ? undefined : soughtQuery(stores, list);
  if (list === undefined || text === undefined) {
    notify(context, `No filter was typed yet: ${keyNameOf(stores, 'list.filter')} types one.`);
    return;
  }
  LIST_SOURCES[list].live?.freeze(stores);
  const listed = LISTS[list].listed(stores, context.clock.now());
  const { visible } = listed;
  const from = selectedIndex(stores, list, visible);
  giveUp();
  let giveUpNewer = () => {};
  const giveUpShown = findInSlices(
    stores.visibleEvents.slices,
    { length: visible.length, from, step },
    listed.matching(text, queryClock(stores.view.getState())),
    (found) => {
      if (found === undefined) {
        giveUpNewer = reportNone(context, `No ${step === 1 ? 'further' : 'earlier'} row matches`, list, text);
      } else {
        updatePane(stores.view, list, { cursor: visible.idAt(found) });
        stores.view.setState({ detailTop: 0 });
      }
    },
  );
  giveUp = () => {
    giveUpShown();
    giveUpNewer();
  };
}

/** Says that there is none, and whether one arrived since the feed stands still; the function returned gives looking for that up. */
function reportNone(context: CommandContext, none: string, list: ListId, text: string): () => void {
  const { stores } = context;
  const arrived = LIST_SOURCES[list].live?.arrived(stores, text);
  if (arrived === undefined || arrived.length === 0) {
    notify(context, `${none}: ${text}`);
    return () => {};
  }
  return findInSlices(
    stores.visibleEvents.slices,
    { length: arrived.length, from: -1, step: 1 },
    (index) => arrived.matches(index),
    (found) => {
      const newer =
        found === undefined ? '' : `; newer ones do, ${keyNameOf(stores, 'events.follow')} shows them`;
      notify(context, `${none}${newer}: ${text}`);
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
