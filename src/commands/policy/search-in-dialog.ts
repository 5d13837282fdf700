import type { Dialog } from '../../stores/view/dialog-states.ts';
import { openDialog, type CommandContext } from '../base/command.ts';

/** The dialogs over the policy whose rows can be narrowed to those that hold a text. */
type SearchedDialog = Extract<Dialog, { kind: 'list-editor' | 'policy-review' | 'policy-comparison' }>;

/** Asks for a text and narrows the rows of an open dialog to those that hold it, while it is typed; Esc brings the earlier ones back. */
export function searchInDialog(context: CommandContext, dialog: SearchedDialog, title: string): void {
  const narrow = (search: string) =>
    context.stores.view.setState(({ dialogs }) => ({
      dialogs: dialogs.map((open) =>
        open.kind === dialog.kind ? { ...open, ...fromTheTop(open, search) } : open,
      ),
    }));
  openDialog(context, {
    kind: 'text',
    title,
    lines: [],
    label: '/',
    initial: dialog.search,
    enterDoes: 'keeps it, an empty one shows all',
    findProblem: () => undefined,
    onChange: narrow,
    onCancel: () => narrow(dialog.search),
    submit: narrow,
    dangerous: false,
  });
}

/** The row under the cursor, and one that is shown whole, may not be among those that hold the text. */
function fromTheTop(open: Dialog, search: string) {
  return { search, cursor: undefined, ...('wholeTop' in open ? { wholeTop: undefined } : {}) };
}
