import { activeList } from '../base/active-list.ts';
import type { Command, CommandContext } from '../base/command.ts';
import { listOf } from '../../stores/base/tab.ts';
import { selectNearMiss, type NearMiss } from '../../stores/view/near-miss.ts';
import { updatePane } from '../../stores/view/view-store.ts';

/** What is near the filter of the list that is shown, where no row passes it. */
function nearMissOf({ stores, clock }: CommandContext): NearMiss | undefined {
  const list = listOf(stores.view.getState().tab);
  return list === undefined || activeList(stores, clock).length > 0
    ? undefined
    : selectNearMiss(stores, list);
}

/** Widening a filter that nothing passes. */
export const widenCommands: readonly Command[] = [
  {
    id: 'filter.widen',
    title: 'Show rows that hold what none equals',
    scope: 'list',
    disabledReason: (context) =>
      nearMissOf(context) === undefined
        ? 'It is for a filter that no row passes although some hold its value.'
        : undefined,
    run(context) {
      const near = nearMissOf(context);
      const { stores } = context;
      const list = listOf(stores.view.getState().tab);
      if (near !== undefined && list !== undefined) {
        updatePane(stores.view, list, { text: near.text, cursor: undefined });
        stores.filterMemory.remember(list, near.text);
      }
    },
  },
];
