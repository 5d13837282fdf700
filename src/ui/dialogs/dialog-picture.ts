import type { Dialog } from '../../stores/view/dialog-states.ts';
import type { Size } from '../widgets/line.ts';
import { agentQuestionLines } from './agent-action/agent-question-dialog.ts';
import { agentResultsLines } from './agent-results-dialog.ts';
import { calendarDialogLines } from './calendar-dialog.ts';
import { confirmDialogLines } from './simple/confirm-dialog.ts';
import type { DialogContext, DialogPicture } from './base/dialog-context.ts';
import { eventRangeLines } from './event-range-dialog.ts';
import { filterDialogLines } from './filter-dialog.ts';
import { paintJournal } from './journal-dialog.ts';
import { paintConflict } from './conflict-dialog.ts';
import { paintListEditor } from './list-editor-dialog.ts';
import { paintReview } from './policy-review/review-dialog.ts';
import { versionsDialogLines } from './versions-dialog.ts';
import { paintPlainDialog } from './simple/plain-dialog.ts';
import { progressDialogLines } from './simple/progress-dialog.ts';
import { paintScrolledDialog } from './base/scrolled-dialog.ts';

/** Whether a dialog has a field or a menu, which Ink draws. */
export function isDrawnByInk(dialog: Dialog | undefined): boolean {
  return ['palette', 'choice', 'text', 'agent-action'].includes(dialog?.kind ?? '');
}

/** The dialog as lines; undefined for one with a field or a menu, which Ink draws. */
export function paintDialog(dialog: Dialog, context: DialogContext, size: Size): DialogPicture | undefined {
  switch (dialog.kind) {
    case 'help':
    case 'request-log':
    case 'messages':
      return paintScrolledDialog(dialog, context, size);
    case 'plain':
      return paintPlainDialog(dialog, context.theme, size);
    case 'progress':
      return { lines: progressDialogLines(dialog, context.theme, size) };
    case 'confirm':
      return {
        lines: confirmDialogLines(
          dialog,
          context.commands.stores.view.getState().organization,
          context.theme,
          size,
        ),
      };
    case 'agent-question':
      return { lines: agentQuestionLines(dialog, context, size) };
    case 'agent-results':
      return { lines: agentResultsLines(dialog, context, size) };
    case 'journal':
      return paintJournal(dialog, context, size);
    case 'event-range':
      return { lines: eventRangeLines(dialog, context, size) };
    case 'filter':
      return { lines: filterDialogLines(dialog, context, size) };
    case 'list-editor':
      return paintListEditor(dialog, context, size);
    case 'policy-conflict':
      return paintConflict(context, size);
    case 'policy-versions':
      return { lines: versionsDialogLines(dialog, context, size) };
    case 'calendar':
      return { lines: calendarDialogLines(dialog, context, size) };
    case 'palette':
    case 'choice':
    case 'text':
    case 'agent-action':
      return undefined;
    case 'policy-review':
    case 'policy-comparison':
      return paintReview(dialog, context, size);
  }
}
