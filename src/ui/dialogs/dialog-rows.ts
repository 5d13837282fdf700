import type { CommandContext } from '../../commands/base/command.ts';
import { conflictBeingSettled } from '../../commands/policy/settle-conflict.ts';
import type { Dialog } from '../../stores/view/dialog-states.ts';
import type { Theme } from '../theme.ts';
import { agentActionRows, agentQuestionRows } from './agent-action/agent-plan-lines.ts';
import { filterDialogRows } from './filter-dialog.ts';
import { rowsBelowField, textDialogLines } from './text/text-dialog-lines.ts';
import { RANGE_WORDS } from './event-range-dialog.ts';
import { conflictRows } from './conflict-dialog.ts';
import { reviewRows } from './policy-review/review-dialog.ts';

/** Menus show at most so many choices at once. */
const MENU_LIMIT = 10;

/** A title, the months, a week's days, the day under the cursor, and what the keys do. */
export const CALENDAR_ROWS = 11;

/** What is left of a pane with fewer rows says nothing. */
const LEAST_PANE = 4;

/** Rows that a dialog takes at the bottom of the body; those that need room take all of it. */
export function dialogRows(dialog: Dialog, commands: CommandContext, bodyRows: number, theme: Theme): number {
  const { stores } = commands;
  const { columns, ascii } = stores.view.getState();
  const wanted = (() => {
    switch (dialog.kind) {
      case 'help':
      case 'request-log':
      case 'messages':
      case 'palette':
      case 'plain':
      case 'agent-results':
      case 'journal':
        return bodyRows;
      case 'agent-action':
        return agentActionRows(dialog, commands, columns, theme);
      case 'agent-question':
        return agentQuestionRows(dialog, commands, columns, theme);
      case 'progress':
        return 3;
      case 'choice':
        return Math.min(MENU_LIMIT, dialog.choices.length) + 1;
      case 'text':
        return textDialogLines(dialog.lines, columns, theme).length + 2 + rowsBelowField(columns);
      case 'filter':
        return filterDialogRows(dialog, columns, ascii);
      case 'confirm':
        return dialog.lines.length + 3;
      case 'event-range':
        return RANGE_WORDS + Math.min(8, Math.max(2, Math.floor(bodyRows / 4)));
      case 'list-editor':
        return Math.min(16, Math.floor(bodyRows * 0.8));
      case 'policy-conflict':
        return Math.max(
          Math.floor(bodyRows * 0.8),
          conflictRows(conflictBeingSettled(commands)?.disputed.length ?? 1),
        );
      case 'calendar':
        return bodyRows < CALENDAR_ROWS + LEAST_PANE ? bodyRows : CALENDAR_ROWS;
      case 'policy-review':
      case 'policy-comparison':
        return dialog.wholeTop === undefined ? reviewRows(dialog, columns) : bodyRows;
      case 'policy-versions':
        return Math.min(Math.max(10, dialog.versions.length + 3), Math.floor(bodyRows * 0.8));
    }
  })();
  return Math.min(wanted, bodyRows);
}
