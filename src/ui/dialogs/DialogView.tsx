import type { Dialog } from '../../stores/view/dialog-states.ts';
import { AgentActionDialogView } from './agent-action/AgentActionDialogView.tsx';
import { ChoiceDialogView } from './ChoiceDialogView.tsx';
import { PaletteDialogView } from './palette/PaletteDialogView.tsx';
import { TextDialogView } from './text/TextDialogView.tsx';

/** A dialog with a field or a menu; nothing for one that is made of lines alone. */
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
    case 'help':
    case 'request-log':
    case 'messages':
    case 'confirm':
    case 'list-editor':
    case 'policy-conflict':
    case 'policy-versions':
    case 'policy-review':
    case 'policy-comparison':
    case 'calendar':
    case 'filter':
    case 'agent-question':
    case 'agent-results':
    case 'journal':
      return undefined;
  }
}
