import type { Dialog } from '../../../stores/dialog.ts';
import { AgentActionDialogView } from './AgentActionDialogView.tsx';
import { ChoiceDialogView } from './ChoiceDialogView.tsx';
import { PaletteDialogView } from './PaletteDialogView.tsx';
import { PolicyComparisonDialogView } from './policy/PolicyComparisonDialogView.tsx';
import { PolicyReviewDialogView } from './policy/PolicyReviewDialogView.tsx';
import { TextDialogView } from './TextDialogView.tsx';

/** A dialog with a field, a menu or a table; nothing for one that is made of lines alone, or is just now. */
export function DialogView({
  dialog,
  columns,
  rows,
}: {
  readonly dialog: Dialog;
  readonly columns: number;
  readonly rows: number;
}) {
  switch (dialog.kind) {
    case 'palette':
      return <PaletteDialogView dialog={dialog} columns={columns} rows={rows} />;
    case 'choice':
      return <ChoiceDialogView dialog={dialog} columns={columns} rows={rows} />;
    case 'text':
      return <TextDialogView dialog={dialog} columns={columns} rows={rows} />;
    case 'agent-action':
      return <AgentActionDialogView dialog={dialog} columns={columns} rows={rows} />;
    case 'policy-review':
      return dialog.wholeTop === undefined ? (
        <PolicyReviewDialogView dialog={dialog} columns={columns} rows={rows} />
      ) : undefined;
    case 'policy-comparison':
      return dialog.wholeTop === undefined ? (
        <PolicyComparisonDialogView dialog={dialog} columns={columns} rows={rows} />
      ) : undefined;
    case 'help':
    case 'request-log':
    case 'messages':
    case 'confirm':
    case 'list-editor':
    case 'policy-conflict':
    case 'policy-versions':
    case 'calendar':
    case 'filter':
    case 'agent-question':
    case 'agent-results':
    case 'journal':
      return undefined;
  }
}
