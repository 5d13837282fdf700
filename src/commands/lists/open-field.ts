import { cleanInput } from '../../lib/text-cleaning.ts';
import { pressInto, typeInto, type EditedText } from '../../lib/text-editing.ts';
import type { AgentActionDialog, PaletteDialog, TextDialog } from '../../stores/view/dialog-states.ts';
import { closeDialog, updateDialog, type Command, type CommandContext } from '../base/command.ts';
import { editFilter } from './filter.ts';

/** The field that keys write in: the one of the topmost dialog. */
export interface OpenField {
  /** Text that was typed or pasted, at the cursor. */
  type(text: string): void;
  /** A key that types nothing, as a chord. */
  press(chord: string): void;
  /** It holds a number, so that some characters step it: they are typed one by one. */
  readonly steps: boolean;
  /** Several lines are a text for it, so that a line end in the midst of what came at once submits nothing. */
  readonly takesLines: boolean;
}

/** What goes up and down in a field that holds a number. */
const STEPS: ReadonlyMap<string, 1 | -1> = new Map([
  ['up', 1],
  ['+', 1],
  ['down', -1],
  ['-', -1],
]);

/** The open field; undefined while keys are commands. */
export function openFieldOf(context: CommandContext): OpenField | undefined {
  const dialog = context.stores.view.getState().dialogs.at(-1);
  switch (dialog?.kind) {
    case 'filter':
      return fieldOn((change) => editFilter(context, change));
    case 'palette':
      return fieldOn((change) => {
        const edited = change(fieldText(dialog));
        const isSearched = edited.text !== dialog.search;
        updateDialog(context, 'palette', { edited, ...(isSearched && { search: edited.text, cursor: 0 }) });
      });
    case 'agent-action':
      return fieldOn((change) =>
        updateDialog(context, 'agent-action', { edited: change(fieldText(dialog)) }),
      );
    case 'text':
      return textField(context, dialog);
    default:
      return undefined;
  }
}

function fieldOn(
  put: (change: (edited: EditedText) => EditedText) => void,
  readPaste?: (text: string) => string,
): OpenField {
  return {
    type: (text) => put((edited) => typeInto(edited, readPaste?.(text) ?? text)),
    press: (chord) => put((edited) => pressInto(edited, chord)),
    steps: false,
    takesLines: readPaste !== undefined,
  };
}

function textField(context: CommandContext, dialog: TextDialog): OpenField {
  const put = (change: (edited: EditedText) => EditedText) => {
    const before = fieldText(dialog);
    const edited = change(before);
    if (edited.text === before.text) {
      updateDialog(context, 'text', { edited });
    } else {
      updateDialog(context, 'text', { edited, isRefused: false });
      dialog.onChange?.(edited.text);
    }
  };
  const { step } = dialog;
  const field = fieldOn(put, dialog.readPaste);
  if (step === undefined) {
    return field;
  }
  const stepped = (key: string, otherwise: (key: string) => void) => {
    const direction = STEPS.get(key);
    if (direction === undefined) {
      otherwise(key);
    } else {
      put((edited) => {
        const text = step(edited.text, direction);
        return { text, cursor: text.length };
      });
    }
  };
  return {
    type: (text) => stepped(text, (typed) => field.type(typed)),
    press: (chord) => stepped(chord, (pressed) => field.press(pressed)),
    steps: true,
    takesLines: false,
  };
}

/** What stands in the field of a dialog, and its cursor. */
export function fieldText(dialog: TextDialog | PaletteDialog | AgentActionDialog): EditedText {
  if (dialog.edited !== undefined) {
    return dialog.edited;
  }
  const text = dialog.kind === 'text' ? cleanInput(dialog.initial) : '';
  return { text, cursor: text.length };
}

/** The keys of a field for a text of any kind. */
export const textFieldCommands: readonly Command[] = [
  {
    id: 'text.submit',
    title: 'Take what stands in the field',
    scope: 'text',
    run(context) {
      const dialog = context.stores.view.getState().dialogs.at(-1);
      if (dialog?.kind !== 'text') {
        return;
      }
      const { text } = fieldText(dialog);
      if (dialog.findProblem(text) === undefined) {
        closeDialog(context);
        dialog.submit(text);
      } else {
        updateDialog(context, 'text', { isRefused: true });
      }
    },
  },
  {
    id: 'text.close',
    title: 'Cancel',
    hint: 'cancel',
    scope: 'text',
    closes: true,
    run(context) {
      const dialog = context.stores.view.getState().dialogs.at(-1);
      closeDialog(context);
      if (dialog?.kind === 'text') {
        dialog.onCancel?.();
      }
    },
  },
];
