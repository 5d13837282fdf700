import { DIALOG_GRACE, type Choice, type ChoiceDialog } from '../../stores/view/dialog-states.ts';
import { keyNameOf } from '../keys/key-name.ts';
import {
  closeDialog,
  notify,
  topDialog,
  updateDialog,
  type Command,
  type CommandContext,
} from '../base/command.ts';
import { menuShape } from './menu-shape.ts';
import { CLOSES, dialogCommand, type DialogSpec } from '../base/dialog-spec.ts';

/** The place of the choice under the cursor of a menu. */
export function choiceCursor({ choices, initial, cursor }: ChoiceDialog): number {
  const place = cursor ?? choices.findIndex(({ value }) => value === initial);
  return Math.max(0, Math.min(choices.length - 1, place));
}

/**
 * Takes what is under the cursor. What was chosen of a menu that has just been brought up to date is not taken, as it may be
 * what the line said before; the person is informed.
 */
function choose(context: CommandContext, dialog: ChoiceDialog): void | Promise<void> {
  const choice = dialog.choices[choiceCursor(dialog)];
  if (choice === undefined) {
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
function moving(name: string, title: string, by: 1 | -1, more: Pick<Command, 'hint'> = {}): Command {
  return dialogCommand(
    'choice',
    name,
    title,
    (context, dialog) => {
      const { choices } = dialog;
      const next = choiceCursor(dialog) + by;
      const mayWrap = choices[0]?.dangerous !== true && choices.at(-1)?.dangerous !== true;
      const cursor = mayWrap ? (next + choices.length) % Math.max(1, choices.length) : next;
      updateDialog(context, 'choice', { cursor: Math.max(0, Math.min(choices.length - 1, cursor)) });
    },
    { moves: true, ...more },
  );
}

/** To the choice beside it, of a menu with several columns. */
function movingAside(name: string, title: string, by: 1 | -1): Command {
  const shapeOf = ({ stores }: CommandContext, { choices }: ChoiceDialog) =>
    menuShape(choices, stores.view.getState());
  return dialogCommand(
    'choice',
    name,
    title,
    (context, dialog) => {
      const { beside, rows } = shapeOf(context, dialog);
      const next = choiceCursor(dialog) + by * rows;
      if (beside > 1 && next >= 0) {
        updateDialog(context, 'choice', { cursor: Math.min(dialog.choices.length - 1, next) });
      }
    },
    {
      moves: true,
      disabledReason(context) {
        const dialog = topDialog(context, 'choice');
        return dialog !== undefined && shapeOf(context, dialog).beside > 1
          ? undefined
          : 'The menu has one column.';
      },
    },
  );
}

/** The choice under the cursor of the open menu. */
function choiceAtCursor(context: CommandContext): Choice | undefined {
  const dialog = topDialog(context, 'choice');
  return dialog?.choices[choiceCursor(dialog)];
}

/** A menu. */
export const choiceDialog: DialogSpec<ChoiceDialog> = {
  field: undefined,
  commands: [
    dialogCommand('choice', 'choose', 'Choose what is under the cursor', choose, {
      hint: 'choose',
      dangerous: (context) => choiceAtCursor(context)?.dangerous === true,
      opensField: (context) => choiceAtCursor(context)?.opensField === true,
    }),
    moving('down', 'Next choice', 1),
    moving('up', 'Previous choice', -1, { hint: 'move' }),
    movingAside('right', 'The choice at the right, where there are columns', 1),
    movingAside('left', 'The choice at the left', -1),
  ],
  close: CLOSES,
};
