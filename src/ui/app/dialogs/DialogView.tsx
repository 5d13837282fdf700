import type { Dialog } from '../../../stores/dialog.ts';
import { ChoiceDialogView } from './ChoiceDialogView.tsx';
import { ConfirmDialogView } from './ConfirmDialogView.tsx';
import { ListEditorDialogView } from './ListEditorDialogView.tsx';
import { PaletteDialogView } from './PaletteDialogView.tsx';
import { PolicyReviewDialogView } from './PolicyReviewDialogView.tsx';
import { ScrolledDialogView } from './ScrolledDialogView.tsx';
import { TextDialogView } from './TextDialogView.tsx';

/** The topmost dialog, docked at the bottom of the body. */
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
    case 'help':
    case 'request-log':
      return <ScrolledDialogView dialog={dialog} columns={columns} rows={rows} />;
    case 'palette':
      return <PaletteDialogView dialog={dialog} columns={columns} rows={rows} />;
    case 'choice':
      return <ChoiceDialogView dialog={dialog} columns={columns} rows={rows} />;
    case 'text':
      return <TextDialogView dialog={dialog} columns={columns} rows={rows} />;
    case 'confirm':
      return <ConfirmDialogView dialog={dialog} columns={columns} rows={rows} />;
    case 'list-editor':
      return <ListEditorDialogView dialog={dialog} columns={columns} rows={rows} />;
    case 'policy-review':
      return <PolicyReviewDialogView columns={columns} rows={rows} />;
  }
}
