import type { CommandContext } from '../base/command.ts';
import { copyRecords } from '../export/choose-copy.ts';
import { selectShownRecords } from './shown-records.ts';

/** Offers what can be copied of what the pane lists, of the page over it, or of the fields of the detail. */
export function copyShown(context: CommandContext): void {
  copyRecords(context, selectShownRecords(context));
}
