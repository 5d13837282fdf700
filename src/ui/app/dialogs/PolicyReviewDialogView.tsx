import { Box } from 'ink';

import { useStore } from '../../hooks/use-store.ts';
import { own, ruleLine } from '../../widgets/line.ts';
import { Lines } from '../../widgets/Lines.tsx';
import { ReviewTable, type ReviewRow } from '../../widgets/ReviewTable.tsx';
import { useConsole } from '../console-context.ts';
import { reviewRows } from './review-rows.ts';

/** Every change of the draft, before and after, and whether it tightens or loosens. */
export function PolicyReviewDialogView({
  columns,
  rows,
}: {
  readonly columns: number;
  readonly rows: number;
}) {
  const { commands, theme } = useConsole();
  const { base, changes } = useStore(commands.stores.policyDraft);
  const review = reviewRows(base, changes);
  // Each row of the table takes two lines, its frame three more, and title and keys one each.
  const room = Math.max(1, Math.floor((rows - 5) / 2));
  const shown = review.length > room ? review.slice(0, room - 1) : review;
  const left = review.length - shown.length;
  const count = Object.keys(changes).length;
  const more: ReviewRow = {
    field: `and ${left} more`,
    before: 'Esc goes back,',
    after: 'p shows them',
    effect: '',
  };
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Lines
        lines={[
          ruleLine(columns, theme, [own(`Write ${count === 1 ? 'this change' : 'these changes'}?`, 'bad')]),
        ]}
        columns={columns}
        theme={theme}
      />
      <ReviewTable rows={left > 0 ? [...shown, more] : shown} columns={columns} theme={theme} />
      <Lines
        lines={[
          [
            own(' y', 'key'),
            own(' writes the policy; agents take it up at their next sync   '),
            own('Esc', 'key'),
            own(' goes back, the draft stays'),
          ],
        ]}
        columns={columns}
        theme={theme}
      />
    </Box>
  );
}
