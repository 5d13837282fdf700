import { describeElement } from '../../../commands/list-elements.ts';
import { valueInDraft } from '../../../commands/policy.ts';
import type { ListEditorDialog } from '../../../stores/dialog.ts';
import { selectAllPolicyFields } from '../../../stores/policy/select-policy.ts';
import { fitLines, foreign, own, ruleLine, type Line, type Size } from '../../widgets/line.ts';
import type { DialogContext } from './dialog-context.ts';

/** The elements of one list of the policy, as the draft has them. */
export function listEditorLines(
  dialog: ListEditorDialog,
  { commands, theme }: DialogContext,
  { columns, rows }: Size,
): readonly Line[] {
  const field = selectAllPolicyFields(commands.stores).find(({ id }) => id === dialog.field);
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
    ...foreign(dialog.field, { profile: 'ident', style: 'heading', ascii: theme.ascii }),
    own(`  ${items.length} elements`, 'dim'),
  ];
  const empty: Line = [own('  The list is empty: a adds an element.', 'dim')];
  return [
    ruleLine(columns, theme, title),
    ...fitLines(items.length === 0 ? [empty] : lines, room),
    [own(' changes stay a draft until W reviews and writes them', 'dim')],
  ];
}
