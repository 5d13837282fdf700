import type { AgentActionDialog, AgentQuestionDialog } from '../../stores/view/dialog-states.ts';
import { updateDialog } from '../base/command.ts';
import { CANCELS, dialogCommand, editedSince, type DialogSpec } from '../base/dialog-spec.ts';
import { answerAction, answerQuestion, askForEnd } from './ask-for-action.ts';

/** Asks for the reason of an action on agents, and for what has to be typed before a deletion. */
export const agentActionDialog: DialogSpec<AgentActionDialog> = {
  field: {
    edited: ({ edited }) => editedSince(edited),
    edit: (context, _dialog, edited) => updateDialog(context, 'agent-action', { edited }),
  },
  commands: [
    dialogCommand('agent-action', 'submit', 'Take what stands in the field, and ask on', (context, dialog) =>
      answerAction(context, dialog, editedSince(dialog.edited).text),
    ),
  ],
  close: CANCELS,
};

/** Asks for a `y` before an action on agents. */
export const agentQuestionDialog: DialogSpec<AgentQuestionDialog> = {
  field: undefined,
  commands: [dialogCommand('agent-question', 'end', 'Say for how long a suspension is to last', askForEnd)],
  close: CANCELS,
  behindClose: [
    dialogCommand('agent-question', 'yes', 'Yes', answerQuestion, {
      dangerous: true,
      confirms: true,
    }),
  ],
};
