import { describeElement } from '../../../commands/list-elements.ts';
import { valueInDraft } from '../../../commands/policy.ts';
import type { ListEditorDialog } from '../../../stores/dialog.ts';
import { selectPolicyFields } from '../../../stores/select-policy.ts';
import { useStore } from '../../hooks/use-store.ts';
import { fitLines, foreign, own, ruleLine, type Line } from '../../widgets/line.ts';
import { Lines } from '../../widgets/Lines.tsx';
import { useConsole } from '../console-context.ts';

/** The elements of one list of the policy, as the draft has them. */
export function ListEditorDialogView({
  dialog,
  columns,
  rows,
}: {
  readonly dialog: ListEditorDialog;
  readonly columns: number;
  readonly rows: number;
}) {
  const { commands, theme } = useConsole();
  useStore(commands.stores.policyDraft);
  const field = selectPolicyFields(commands.stores).find(({ id }) => id === dialog.field);
  const value = field === undefined ? [] : valueInDraft(field);
  const items = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const stored = new Set(
    (Array.isArray(field?.stored) ? field.stored : []).map((item) => JSON.stringify(item)),
  );
  const room = Math.max(1, rows - 2);
  const top = Math.max(0, dialog.cursor - room + 1);
  const lines = items.slice(top, top + room).map((item, index): Line => {
    const selected = top + index === dialog.cursor;
    return [
      selected ? own(theme.glyph('gutter').padEnd(2), 'accent') : own('  '),
      ...foreign(describeElement(item), {
        profile: 'ident',
        style: selected ? 'bold' : 'plain',
        ascii: theme.ascii,
      }),
      ...(stored.has(JSON.stringify(item)) ? [] : [own('  added', 'accent')]),
    ];
  });
  const title: Line = [
    ...foreign(dialog.field, { profile: 'ident', style: 'heading' }),
    own(`  ${items.length} elements`, 'dim'),
  ];
  return (
    <Lines
      lines={[
        ruleLine(columns, theme, title),
        ...fitLines(
          items.length === 0 ? [[own('  The list is empty: a adds an element.', 'dim')]] : lines,
          room,
        ),
        [own(' changes stay a draft until W reviews and writes them', 'dim')],
      ]}
      columns={columns}
      theme={theme}
    />
  );
}
