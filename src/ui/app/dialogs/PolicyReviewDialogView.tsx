import { Box } from 'ink';

import { describeElement } from '../../../commands/list-elements.ts';
import type { Policy } from '../../../contract/policy.ts';
import { findPolicyRule } from '../../../contract/policy-rules.ts';
import { valueOfField } from '../../../stores/policy-draft-store.ts';
import { strictnessOf } from '../../../stores/policy-strictness.ts';
import { useStore } from '../../hooks/use-store.ts';
import { own, ruleLine } from '../../widgets/line.ts';
import { Lines } from '../../widgets/Lines.tsx';
import { ReviewTable, type ReviewRow } from '../../widgets/ReviewTable.tsx';
import { useConsole } from '../console-context.ts';

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

/** Every change before and after: a rule takes one row, a list one for each element that is added or removed. */
export function reviewRows(
  base: Policy | undefined,
  changes: Readonly<Record<string, unknown>>,
): readonly ReviewRow[] {
  return Object.entries(changes).flatMap(([field, after]): readonly ReviewRow[] => {
    const before = base === undefined ? undefined : valueOfField(base, field);
    const effect = strictnessOf(findPolicyRule(field), before, after);
    if (!Array.isArray(before) || !Array.isArray(after)) {
      const told = (value: unknown) =>
        typeof value === 'string' ? value : (JSON.stringify(value) ?? 'not set');
      return [{ field, before: told(before), after: told(after), effect }];
    }
    const had = new Set(before.map((item) => JSON.stringify(item)));
    const has = new Set(after.map((item) => JSON.stringify(item)));
    const removed = before.filter((item) => !has.has(JSON.stringify(item))).map(describeElement);
    const added = after.filter((item) => !had.has(JSON.stringify(item))).map(describeElement);
    return [
      ...removed.map((element) => ({ field, before: element, after: 'removed', effect })),
      ...added.map((element) => ({ field, before: 'not listed', after: element, effect })),
    ];
  });
}
