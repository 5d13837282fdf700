import { DIALOG_GRACE, type ChoiceDialog } from '../stores/dialog.ts';
import { closeDialog, isSettled, notify, type CommandContext } from './command.ts';

/**
 * Takes a choice of a menu as it was `drawn`, once that has been there for long enough to be read. What was chosen of a menu
 * that has just been brought up to date is not taken, as it may be what the line said before; the person is told.
 */
export function answerChoice(context: CommandContext, drawn: ChoiceDialog, value: string): void {
  if (!isSettled(context, drawn)) {
    return;
  }
  const dialog = context.stores.view.getState().dialogs.at(-1);
  const { clock } = context;
  const isRead = clock.monotonic() - (drawn.changedAt ?? drawn.openedAt) >= DIALOG_GRACE;
  if (dialog === drawn && isRead) {
    closeDialog(context);
    dialog.choose(value);
  } else if (dialog?.kind === 'choice') {
    notify(context, 'Nothing was taken: the menu changed just now. Look at it and press Enter again.', 'bad');
  }
}
