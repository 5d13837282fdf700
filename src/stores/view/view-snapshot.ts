import { ownValue } from '../../lib/own-value.ts';
import type { Place, ViewState } from './view-store.ts';
import { openPageOf } from '../entity/page-subject.ts';

/** The view that is seen. */
export function placeOf(view: ViewState): Place {
  const { tab, pages, focus, detailTop, detailLeft, zoomed } = view;
  return {
    tab,
    pane: view[tab],
    pages: pages[tab],
    pager: tab === 'sessions' ? view.pager : undefined,
    screen: { focus, detailTop, detailLeft, zoomed },
  };
}

/** Whether two places show the same: wherever the cursor is in it, and whatever the filters are. */
export function isSameView(left: Place, right: Place): boolean {
  const [leftPage, rightPage] = [left, right].map(({ tab, pages, pager }) =>
    openPageOf({ tab, pages: { [tab]: pages } as ViewState['pages'], pager }),
  );
  return (
    left.tab === right.tab &&
    left.pager?.sessionId === right.pager?.sessionId &&
    JSON.stringify(leftPage?.subject) === JSON.stringify(rightPage?.subject)
  );
}

/** What decides which rows a pane lists, and how. */
export function filtersOf(pane: Place['pane']): readonly unknown[] {
  const values: Readonly<Record<string, unknown>> = { ...pane };
  return DECIDING.map((name) => ownValue(values, name));
}

const ARRANGES = ['sort', 'totalsSort', 'subagents', 'folded', 'frozenAt'];

const FILTERS = new Set([
  'text',
  'outcomes',
  'type',
  'ecosystem',
  'suspicious',
  'unacknowledged',
  'range',
  'flag',
  'date',
  'agentId',
  'project',
  'branch',
  'clientId',
]);

const DECIDING = [...FILTERS, ...ARRANGES];

/** Whether the lists of two places are filtered alike. */
export function isFilteredAlike(left: Place, right: Place): boolean {
  const setIn = ({ pane }: Place) =>
    JSON.stringify(Object.entries(pane).filter(([name, value]) => FILTERS.has(name) && value !== undefined));
  return setIn(left) === setIn(right);
}
