import { listOf, type ListId } from '../../stores/base/tab.ts';
import type { CommandContext } from '../base/command.ts';
import { selectOverviewRecords } from '../export/overview-records.ts';
import { selectPageRecords } from '../export/page-records.ts';
import { valuesOfFields, type PaneRecords } from '../export/record-document.ts';
import { shownTable } from './shown-fields.ts';
import { LIST_SOURCES } from './list-sources.ts';

/** What a list holds, and which fields of that are to be seen where somebody chose them. */
function listedRecords(context: CommandContext, list: ListId): PaneRecords {
  const records = LIST_SOURCES[list].records(context);
  const shown = shownTable(context.stores, list);
  return shown === undefined ? records : { ...records, shown };
}

/**
 * What can be copied and written of what is seen: the page over the active pane, else what that lists. While the detail has
 * the focus the values are its fields.
 */
export function selectShownRecords(context: CommandContext): PaneRecords {
  const { tab, focus, ...view } = context.stores.view.getState();
  const list = listOf(tab);
  const records =
    selectPageRecords(context) ??
    (list === undefined ? selectOverviewRecords(context) : listedRecords(context, list));
  const isInDetail = focus === 'detail' && view[tab].detail && records.document === undefined;
  return isInDetail && records.current !== undefined
    ? { ...records, values: valuesOfFields(records.current) }
    : records;
}
