import { readOnlyReason } from '../../../../commands/read-only.ts';
import type { PolicyReviewDialog } from '../../../../stores/dialog.ts';
import { differencesFrom } from '../../../../stores/policy/select-differences.ts';
import { useStore } from '../../../hooks/use-store.ts';
import { part, shorter } from '../../../widgets/fitted-parts.ts';
import { own } from '../../../widgets/line.ts';
import { useConsole } from '../../console-context.ts';
import { key, writeKey } from './difference-keys.ts';
import { DifferencesView } from './DifferencesView.tsx';
import { reviewFacts } from './review-facts.ts';

/** Every change of the draft, before and after, whether it tightens or loosens, and what else is to be known of it. */
export function PolicyReviewDialogView({
  dialog,
  columns,
  rows,
}: {
  readonly dialog: PolicyReviewDialog;
  readonly columns: number;
  readonly rows: number;
}) {
  const { commands, theme } = useConsole();
  useStore(commands.stores.policyEstimate);
  useStore(commands.stores.policy);
  useStore(commands.stores.view, ({ mode }) => mode);
  useStore(commands.stores.policyDraft, ({ writes }) => writes);
  useStore(commands.stores.connection, ({ state }) => state);
  useStore(commands.stores.connection, ({ stopped }) => stopped);
  const mayWrite = readOnlyReason(commands) === undefined;
  const count = Object.keys(dialog.changes).length;
  const { length } = differencesFrom(dialog.stored, dialog.changes);
  return (
    <DifferencesView
      title={[
        own(
          count > 1
            ? `Write these changes of ${count} rules and lists?`
            : `Write ${length > 1 ? 'these changes' : 'this change'}?`,
          'bad',
        ),
      ]}
      facts={reviewFacts(dialog, commands, theme, columns)}
      differences={differencesFrom(dialog.stored, dialog.changes)}
      cursor={dialog.cursor}
      keys={[
        writeKey(mayWrite),
        part(key('Esc', 'goes back, the draft stays'), shorter(1, key('Esc', 'back'))),
      ]}
      columns={columns}
      rows={rows}
      theme={theme}
    />
  );
}
