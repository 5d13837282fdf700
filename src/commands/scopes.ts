import type { ViewState } from '../stores/view-store.ts';
import type { Scope } from './command.ts';

/** The scopes whose keys count now, the nearest first. An open dialog takes all keys. */
export function activeScopes({
  dialogs,
  pager,
  tab,
}: Pick<ViewState, 'dialogs' | 'pager' | 'tab'>): readonly Scope[] {
  const dialog = dialogs.at(-1);
  if (dialog !== undefined) {
    return [dialog.kind];
  }
  if (pager !== undefined && tab === 'sessions') {
    return [pager.outline === undefined ? 'pager' : 'outline', 'global'];
  }
  return tab === 'overview' ? [tab, 'global'] : [tab, 'list', 'global'];
}
