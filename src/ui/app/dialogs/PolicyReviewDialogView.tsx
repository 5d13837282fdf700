import { Box } from 'ink';

import { describeElement } from '../../../commands/list-elements.ts';
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
  const review = Object.entries(changes).map(([field, after]): ReviewRow => {
    const before = base === undefined ? undefined : valueOfField(base, field);
    const told = describeChange(before, after);
    return { field, ...told, effect: strictnessOf(findPolicyRule(field), before, after) };
  });
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Lines
        lines={[
          ruleLine(columns, theme, [
            own(`Write ${review.length === 1 ? 'this change' : 'these changes'}?`, 'bad'),
          ]),
        ]}
        columns={columns}
        theme={theme}
      />
      <ReviewTable rows={review} columns={columns} theme={theme} />
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

/** A value before and after; of lists only what is added and removed. */
function describeChange(
  before: unknown,
  after: unknown,
): { readonly before: string; readonly after: string } {
  if (Array.isArray(before) && Array.isArray(after)) {
    const had = new Set(before.map((item) => JSON.stringify(item)));
    const has = new Set(after.map((item) => JSON.stringify(item)));
    const removed = before
      .filter((item) => !has.has(JSON.stringify(item)))
      .map((item) => `-${describeElement(item)}`);
    const added = after
      .filter((item) => !had.has(JSON.stringify(item)))
      .map((item) => `+${describeElement(item)}`);
    return {
      before: `${before.length} elements`,
      after: `${after.length}: ${[...added, ...removed].join(' ')}`,
    };
  }
  const told = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'not set'));
  return { before: told(before), after: told(after) };
}
