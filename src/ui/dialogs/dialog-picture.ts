import { menuShape } from '../../commands/app/menu-shape.ts';
import type { Dialog } from '../../stores/view/dialog-states.ts';
import type { Size } from '../widgets/line.ts';
import type { DialogContext, DialogPicture } from './base/dialog-view.ts';
import { viewOf } from './dialog-views.ts';

/** Whether a dialog has a field or a menu, which Ink draws. */
export function isDrawnByInk(dialog: Dialog | undefined): boolean {
  return dialog !== undefined && viewOf(dialog).drawnAs !== 'lines';
}

/** Whether a dialog stays in the place of the pane while a field lies over it. */
export function staysUnderField(dialog: Dialog | undefined): boolean {
  const view = dialog && viewOf(dialog);
  return view?.drawnAs === 'lines' && view.staysUnderField === true;
}

/** The dialog as lines; undefined for one with a field or a menu, which Ink draws. */
export function paintDialog(dialog: Dialog, context: DialogContext, size: Size): DialogPicture | undefined {
  const view = viewOf(dialog);
  return view.drawnAs === 'lines' ? view.paint(dialog, context, size) : undefined;
}

/** Rows that a dialog takes at the bottom of the body; those that need room take all of it. */
export function dialogRows(dialog: Dialog, context: DialogContext, body: Size): number {
  return Math.min(wantedRows(dialog, context, body), body.rows);
}

function wantedRows(dialog: Dialog, context: DialogContext, body: Size): number {
  const view = viewOf(dialog);
  switch (view.drawnAs) {
    case 'lines':
      return view.height?.(dialog, context, body) ?? view.paint(dialog, context, body).lines.length;
    case 'field':
      // The title and the field have a row each.
      return 2 + view.above(dialog, context, body).length + view.rowsBelow(body);
    case 'menu':
      return 1 + menuShape(view.choices(dialog), context.commands.stores.view.getState()).rows;
  }
}
