import { listOf } from '../../stores/base/tab.ts';
import { LISTS } from '../../stores/view/lists.ts';
import { namesInList, valuesInList } from '../../stores/view/known-values.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import type { Command, CommandContext } from '../base/command.ts';
import { openFilterField } from '../base/filter-field.ts';
import { LIST_SOURCES } from './list-sources.ts';

/** Opens the field with the query that is in force. */
function openField(context: CommandContext): void {
  const { stores } = context;
  const list = listOf(stores.view.getState().tab);
  if (list === undefined) {
    return;
  }
  const { live, rows } = LIST_SOURCES[list];
  const wasFollowing = live?.isFollowing(stores) === true;
  live?.freeze(stores);
  openFilterField(
    context,
    {
      rows,
      query: LISTS[list].query,
      list,
      valuesOf: (field) => valuesInList(stores, list, field),
      apply(text) {
        if (text !== stores.view.getState()[list].text) {
          updatePane(stores.view, list, { text });
        }
      },
      leave() {
        if (wasFollowing) {
          live?.resume(stores);
        }
      },
    },
    { before: stores.view.getState()[list].text, names: [...namesInList(stores, list)], wasFollowing },
  );
}

/** The typed query of the lists. It applies while it is typed; Esc brings back what was there before. */
export const filterCommands: readonly Command[] = [
  {
    id: 'list.filter',
    title: 'Filter by a query: words, fields, times',
    hint: 'filter',
    scope: 'list',
    opensField: true,
    run: openField,
  },
];
