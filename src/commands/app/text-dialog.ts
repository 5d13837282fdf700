import { cleanInput } from '../../lib/text-cleaning.ts';
import type { EditedText } from '../../lib/text-editing.ts';
import type { TextDialog } from '../../stores/view/dialog-states.ts';
import { closeDialog, updateDialog } from '../base/command.ts';
import { CANCELS, dialogCommand, editedSince, type DialogSpec } from '../base/dialog-spec.ts';

const editedIn = ({ edited, initial }: TextDialog): EditedText => editedSince(edited, cleanInput(initial));

/** A field for a text of any kind. */
export const textDialog: DialogSpec<TextDialog> = {
  field: {
    edited: editedIn,
    edit(context, dialog, edited) {
      if (edited.text === editedIn(dialog).text) {
        updateDialog(context, 'text', { edited });
      } else {
        updateDialog(context, 'text', { edited, isRefused: false });
        dialog.onChange?.(edited.text);
      }
    },
    problem: (dialog) => dialog.findProblem(editedIn(dialog).text),
    readPaste: ({ readPaste }) => readPaste,
    step: ({ step }) => step,
  },
  commands: [
    dialogCommand('text', 'submit', 'Take what stands in the field', (context, dialog) => {
      const { text } = editedIn(dialog);
      if (dialog.findProblem(text) === undefined) {
        closeDialog(context);
        dialog.submit(text);
      } else {
        updateDialog(context, 'text', { isRefused: true });
      }
    }),
  ],
  close: {
    ...CANCELS,
    // What is wrong with a text takes the place of what its keys do.
    hint: 'cancel',
    run(context, { onCancel }) {
      closeDialog(context);
      onCancel?.();
    },
  },
};
