import { openPageOf, type ViewState } from '../stores/view-store.ts';
import type { Scope } from './command.ts';

/** The scopes whose keys count now, the nearest first. An open dialog takes all keys. */
export function activeScopes({
  dialogs,
  pager,
  pages,
  tab,
}: Pick<ViewState, 'dialogs' | 'pager' | 'pages' | 'tab'>): readonly Scope[] {
  const dialog = dialogs.at(-1);
  if (dialog !== undefined) {
    return [dialog.kind];
  }
  if (pager !== undefined && tab === 'sessions') {
    return ['pager', 'global'];
  }
  if (openPageOf({ tab, pages, pager }) !== undefined) {
    return ['page', 'global'];
  }
  return tab === 'overview' ? [tab, 'global'] : [tab, 'list', 'global'];
}
