import { memoizeLast } from '../../stores/base/memoize-last.ts';
import { indexedRows } from '../../stores/base/visible-rows.ts';
import type { HuntRow } from '../../stores/hunt/hunt-order.ts';
import { selectHunt, type HuntFacts } from '../../stores/hunt/select-hunt.ts';
import { queryClock } from '../../stores/query/query-time.ts';
import type { HuntDialog } from '../../stores/view/dialog-states.ts';
import { updateDialogBelow, type CommandContext } from '../base/command.ts';
import { noteDialogRows, type DialogRows } from '../base/dialog-rows.ts';

type WithStores = Pick<CommandContext, 'stores'>;

const indexed = memoizeLast((rows: readonly HuntRow[]) => indexedRows(rows));

/** The findings that are listed as the list of a dialog. */
export function findingRows(
  { hunt, rows }: HuntFacts,
  { cursor, search, sort, withUnclear }: HuntDialog,
): DialogRows {
  return {
    name: `hunt ${hunt.number}`,
    rows: indexed(rows),
    cursor,
    filters: [search, sort, withUnclear],
  };
}

/** The last hunt, as far as it has come and as it is looked at. */
export function huntNow({ stores }: WithStores, dialog: HuntDialog): HuntFacts | undefined {
  return selectHunt(stores, dialog, queryClock(stores.view.getState()));
}

/** The dialog of findings, whatever lies over it. */
export function openHunt({ stores }: WithStores): HuntDialog | undefined {
  return stores.view.getState().dialogs.find((dialog) => dialog.kind === 'hunt');
}

/** Changes the dialog of findings, whatever lies over it. */
export function updateHunt(context: WithStores, change: Partial<HuntDialog>): void {
  updateDialogBelow(context, 'hunt', change);
}

/** Notes which machines are on the screen: what is done with others says that they are not. */
export function noteFindings(
  context: WithStores,
  facts: HuntFacts,
  dialog: HuntDialog,
  shown: readonly string[],
): void {
  noteDialogRows(context, findingRows(facts, dialog));
  if (shown.length !== dialog.shown.length || shown.some((client, place) => client !== dialog.shown[place])) {
    updateHunt(context, { shown });
  }
}
