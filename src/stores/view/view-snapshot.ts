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
