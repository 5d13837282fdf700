import { DIALOG_GRACE, type ChoiceDialog } from '../../stores/view/dialog-states.ts';
import { keyNameOf } from '../keys/key-name.ts';
import { closeDialog, notify, updateDialog, type Command, type CommandContext } from '../base/command.ts';

/** The place of the choice under the cursor of a menu. */
export function choiceCursor({ choices, initial, cursor }: ChoiceDialog): number {
  const place = cursor ?? choices.findIndex(({ value }) => value === initial);
  return Math.max(0, Math.min(choices.length - 1, place));
}

function openMenu({ stores }: CommandContext): ChoiceDialog | undefined {
  const dialog = stores.view.getState().dialogs.at(-1);
  return dialog?.kind === 'choice' ? dialog : undefined;
}

/**
 * Takes what is under the cursor. What was chosen of a menu that has just been brought up to date is not taken, as it may be
 * what the line said before; the person is told.
 */
function choose(context: CommandContext): void | Promise<void> {
  const dialog = openMenu(context);
  const choice = dialog?.choices[choiceCursor(dialog)];
  if (dialog === undefined || choice === undefined) {
    return;
  }
  const { changedAt = Number.NEGATIVE_INFINITY } = dialog;
  if (context.clock.monotonic() - changedAt < DIALOG_GRACE) {
    notify(
      context,
      `Nothing was taken: the menu changed just now. Look at it and press ${keyNameOf(context.stores, 'choice.choose')} again.`,
      'bad',
    );
    return;
  }
  closeDialog(context);
  return dialog.choose(choice.value);
}

/** Behind the last choice comes the first, but not where one of these leads to a write: nobody gets there by going on. */
function moving(id: string, title: string, by: 1 | -1): Command {
  return {
    id: `choice.${id}`,
    title,
    scope: 'choice',
    moves: true,
    run(context) {
      const dialog = openMenu(context);
      if (dialog !== undefined) {
        const { choices } = dialog;
        const next = choiceCursor(dialog) + by;
        const mayWrap = choices[0]?.dangerous !== true && choices.at(-1)?.dangerous !== true;
        const cursor = mayWrap ? (next + choices.length) % Math.max(1, choices.length) : next;
        updateDialog(context, 'choice', { cursor: Math.max(0, Math.min(choices.length - 1, cursor)) });
      }
    },
  };
}

/** The keys of a menu. */
export const choiceCommands: readonly Command[] = [
  {
    id: 'choice.choose',
    title: 'Choose what is under the cursor',
    scope: 'choice',
    dangerous(context) {
      const dialog = openMenu(context);
      return dialog?.choices[choiceCursor(dialog)]?.dangerous === true;
    },
    opensField(context) {
      const dialog = openMenu(context);
      return dialog?.choices[choiceCursor(dialog)]?.opensField === true;
    },
    run: choose,
  },
  moving('down', 'Next choice', 1),
  moving('up', 'Previous choice', -1),
  {
    id: 'choice.close',
    title: 'Close',
    hint: 'close',
    scope: 'choice',
    closes: true,
    run: (context) => void closeDialog(context),
  },
];
