import { readOnlyReason } from '../../../../commands/read-only.ts';
import type { PolicyReviewDialog } from '../../../../stores/dialog.ts';
import { differencesFrom } from '../../../../stores/policy/select-differences.ts';
import { useStore } from '../../../hooks/use-store.ts';
import { own } from '../../../widgets/line.ts';
import { useConsole } from '../../console-context.ts';
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
  const mayWrite = readOnlyReason(commands) === undefined;
  const count = Object.keys(dialog.changes).length;
  return (
    <DifferencesView
      title={[
        own(`Write ${count === 1 ? 'this change' : `these changes of ${count} rules and lists`}?`, 'bad'),
      ]}
      facts={reviewFacts(dialog, commands, theme, columns)}
      differences={differencesFrom(dialog.stored, dialog.changes)}
      top={dialog.top}
      keys={[
        own(' y', mayWrite ? 'key' : 'dim'),
        own(' writes the policy   ', mayWrite ? 'plain' : 'dim'),
        own('Esc', 'key'),
        own(' goes back, the draft stays'),
      ]}
      columns={columns}
      rows={rows}
      theme={theme}
    />
  );
}
