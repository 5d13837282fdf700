import { pressInto, typeInto, type EditedText } from '../../lib/text-editing.ts';
import type { Sentence } from '../../lib/untrusted.ts';
import type { Dialog } from '../../stores/view/dialog-states.ts';
import type { CommandContext } from '../base/command.ts';
import type { DialogField } from '../base/dialog-spec.ts';
import { specOf } from './registry.ts';

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
  const field = fieldOf(dialog);
  return dialog === undefined || field === undefined ? undefined : fieldIn(context, dialog, field);
}

/** What stands in the field of a dialog; undefined where it has none. */
export function editedIn(dialog: Dialog | undefined): EditedText | undefined {
  return dialog === undefined ? undefined : fieldOf(dialog)?.edited(dialog);
}

/** Why what stands in the field of a dialog is not taken; undefined where it is. */
export function problemIn(dialog: Dialog | undefined): Sentence | undefined {
  return dialog === undefined ? undefined : fieldOf(dialog)?.problem?.(dialog);
}

/** Whether what is typed in a dialog filters the list under it. */
export function filtersList(dialog: Dialog | undefined): boolean {
  return fieldOf(dialog)?.filtersList === true;
}

function fieldOf(dialog: Dialog | undefined): DialogField<Dialog> | undefined {
  return dialog === undefined ? undefined : specOf(dialog).field;
}

function fieldIn(context: CommandContext, dialog: Dialog, field: DialogField<Dialog>): OpenField {
  const put = (change: (edited: EditedText) => EditedText) =>
    field.edit(context, dialog, change(field.edited(dialog)));
  const readPaste = field.readPaste?.(dialog);
  const type = (text: string) => put((edited) => typeInto(edited, readPaste?.(text) ?? text));
  const press = (chord: string) => put((edited) => pressInto(edited, chord));
  const step = field.step?.(dialog);
  if (step === undefined) {
    return { type, press, steps: false, takesLines: readPaste !== undefined };
  }
  const stepped = (otherwise: (key: string) => void) => (key: string) => {
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
  return { type: stepped(type), press: stepped(press), steps: true, takesLines: false };
}
