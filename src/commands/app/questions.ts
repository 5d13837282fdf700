import type { ConfirmDialog, ProgressDialog } from '../../stores/view/dialog-states.ts';
import { closeDialog } from '../base/command.ts';
import { CANCELS, CLOSES_UNHINTED, dialogCommand, type DialogSpec } from '../base/dialog-spec.ts';

/** A question that `y` answers. */
export const confirmDialog: DialogSpec<ConfirmDialog> = {
  field: undefined,
  commands: [],
  close: CLOSES_UNHINTED,
  behindClose: [
    dialogCommand(
      'confirm',
      'yes',
      'Yes',
      (context, { confirm }) => {
        closeDialog(context);
        confirm();
      },
      { dangerous: true, confirms: true },
    ),
  ],
};

/** What takes long, until it is done or cancelled. */
export const progressDialog: DialogSpec<ProgressDialog> = {
  field: undefined,
  commands: [],
  close: {
    ...CANCELS,
    run(context, { cancel }) {
      closeDialog(context);
      cancel();
    },
  },
};
