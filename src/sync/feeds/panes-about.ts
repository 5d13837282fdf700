import type { FeedName } from '../../stores/base/feed-name.ts';
import { listOf, TABS, type Tab } from '../../stores/base/tab.ts';
import { LISTS } from '../../stores/view/lists.ts';

const OVERVIEW: readonly FeedName[] = ['summary', 'block counts', 'health', 'calendar'];

/** The panes that are about a resource. */
export function panesAbout(name: FeedName): readonly Tab[] {
  return TABS.filter((tab) => {
    const list = listOf(tab);
    const feeds: readonly FeedName[] = list === undefined ? OVERVIEW : LISTS[list].feeds;
    return feeds.includes(name);
  });
}
