import type { CommandContext } from '../base/command.ts';
import { exportRecords } from '../export/choose-export.ts';
import { selectShownRecords } from './shown-records.ts';

/** Offers to write what the pane lists, or what the page over it holds, to a file. */
export function exportShown(context: CommandContext): void {
  exportRecords(context, selectShownRecords(context));
}
