import type { ViewState } from '../../stores/view/view-store.ts';
import { openPageOf } from '../../stores/entity/page-subject.ts';
import { TABS } from '../../stores/base/tab.ts';
import type { Scope } from './command.ts';

type Place = Pick<ViewState, 'dialogs' | 'pager' | 'pages' | 'tab'>;

/** The scopes whose keys count now, the nearest first. An open dialog takes all keys. */
export function activeScopes({ dialogs, pager, pages, tab }: Place): readonly Scope[] {
  const dialog = dialogs.at(-1);
  if (dialog !== undefined) {
    return [dialog.kind];
  }
  if (pager !== undefined && tab === 'sessions') {
    return pager.outline === undefined ? PAGER : OUTLINE;
  }
  if (openPageOf({ tab, pages, pager }) !== undefined) {
    return PAGE;
  }
  return PANE[tab];
}

const PAGER: readonly Scope[] = ['pager', 'global'];
const OUTLINE: readonly Scope[] = ['outline', 'global'];
const PAGE: readonly Scope[] = ['page', 'global'];

const PANE = Object.fromEntries(
  TABS.map((tab): [string, readonly Scope[]] => [
    tab,
    tab === 'overview' ? [tab, 'global'] : [tab, 'list', 'global'],
  ]),
) as Readonly<Record<(typeof TABS)[number], readonly Scope[]>>;

/** Which scopes count together, outside of dialogs: keys of two commands of one of these must differ. */
export const COACTIVE_SCOPES: readonly (readonly Scope[])[] = [...Object.values(PANE), PAGER, OUTLINE, PAGE];
