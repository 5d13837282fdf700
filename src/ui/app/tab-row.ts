import { TAB_TITLES } from '../../commands/shell.ts';
import { TABS, type Tab } from '../../stores/view-store.ts';
import { own, type Line } from '../widgets/line.ts';

/** The second row: the tabs with their keys, the active one marked; names are cut short where there is no room. */
export function tabRow(active: Tab, columns: number): Line {
  const full = TABS.reduce((sum, tab) => sum + TAB_TITLES[tab].length + 5, 0) <= columns;
  return TABS.flatMap((tab, index): Line => {
    const name = full ? TAB_TITLES[tab] : TAB_TITLES[tab].slice(0, 4);
    const label = ` ${index + 1} ${name} `;
    return [own(label, tab === active ? 'inverse' : 'plain'), own(full ? ' ' : '')];
  });
}
