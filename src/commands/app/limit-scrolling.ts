import type { Dialog } from '../../stores/view/dialog-states.ts';
import type { CommandContext } from '../base/command.ts';
import { specOf } from './registry.ts';

/** Keeps what is scrolled on the screen: `last` is the topmost line at which the end is still shown. */
export function limitScrolling({ stores: { view } }: CommandContext, last: number): void {
  const { dialogs } = view.getState();
  const limited = dialogs.map((dialog) => limitDialog(dialog, last));
  if (limited.some((dialog, index) => dialog !== dialogs[index])) {
    view.setState({ dialogs: limited });
  }
}

function limitDialog(dialog: Dialog, last: number): Dialog {
  const { scroll } = specOf(dialog);
  const tops: Pick<Dialog, 'kind'> & { readonly top?: number; readonly wholeTop?: number | undefined } =
    dialog;
  return scroll === undefined || (tops[scroll] ?? 0) <= last ? dialog : { ...dialog, [scroll]: last };
}
