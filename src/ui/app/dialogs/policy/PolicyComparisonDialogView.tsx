import type { PolicyComparisonDialog } from '../../../../stores/dialog.ts';
import { differencesBetween } from '../../../../stores/policy/select-differences.ts';
import { part } from '../../../widgets/fitted-parts.ts';
import { identifier, own } from '../../../widgets/line.ts';
import { useConsole } from '../../console-context.ts';
import { key } from './difference-keys.ts';
import { DifferencesView } from './DifferencesView.tsx';
import { comparisonFact } from './review-facts.ts';

/** Columns of a title that are neither version's. */
const AROUND_TITLES = 16;

/** What differs between two versions of the policy. */
export function PolicyComparisonDialogView({
  dialog,
  columns,
  rows,
}: {
  readonly dialog: PolicyComparisonDialog;
  readonly columns: number;
  readonly rows: number;
}) {
  const { theme } = useConsole();
  const { from, to, cursor } = dialog;
  const { ascii } = theme;
  // Both are to be told apart, whatever the width.
  const room = Math.floor((columns - AROUND_TITLES) / 2);
  return (
    <DifferencesView
      title={[
        own('From ', 'heading'),
        ...identifier(from.title, room, { style: 'heading', ascii }),
        own(' to ', 'heading'),
        ...identifier(to.title, room, { style: 'heading', ascii }),
      ]}
      facts={[[own(` ${comparisonFact(from.policy, to.policy)}`, 'dim')]]}
      differences={differencesBetween(from.policy, to.policy)}
      cursor={cursor}
      keys={[part(key('Esc', 'goes back'))]}
      columns={columns}
      rows={rows}
      theme={theme}
    />
  );
}
