import { withoutBlanks } from '../../../lib/text-cleaning.ts';
import { noteDialogRows } from '../../../commands/base/dialog-rows.ts';
import { openList } from '../../../commands/policy/open-list.ts';
import { mergesLists } from '../../../commands/policy/merging-lists.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { ListEditorDialog } from '../../../stores/view/dialog-states.ts';
import { elementParts } from '../../../stores/policy/describe-element.ts';
import type { ListRow } from '../../../stores/policy/list-rows.ts';
import { isBlockedList } from '../../../stores/policy/policy-fields.ts';
import {
  fitLines,
  untrusted,
  lineColumns,
  trusted,
  ruleLine,
  type Line,
  type Size,
} from '../../widgets/line.ts';
import { mixed } from '../../widgets/mixed-line.ts';
import type { DialogContext, DialogPicture, PaintedView } from '../base/dialog-view.ts';

const STATES: Readonly<Record<ListRow['state'], Line>> = {
  stored: [],
  added: [trusted('  + added', 'accent')],
  removed: [trusted('  - removed', 'warn')],
};

/** The elements of one list of the policy, as the draft has them. */
export const listEditorView: PaintedView<ListEditorDialog> = {
  drawnAs: 'lines',
  speech: { as: 'list' },
  height: (_dialog, _context, { rows }) => Math.min(16, Math.floor(rows * 0.8)),
  paint: paintElements,
};

/** Only those on the screen are drawn. */
function paintElements(
  dialog: ListEditorDialog,
  { commands, theme }: DialogContext,
  { columns, rows }: Size,
): DialogPicture {
  const { ascii } = theme;
  const list = openList(commands);
  const elements = list?.rows ?? [];
  const cursor = list?.cursor ?? 0;
  const room = Math.max(1, rows - 2);
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), elements.length - room));
  const lines = elements.slice(top, top + room).map((row, index): Line => {
    const selected = top + index === cursor;
    const state = STATES[row.state];
    const remark = dialog.remarkOf?.(row.element);
    const marks: Line = [...state, ...(remark === undefined ? [] : [trusted(`  ${remark}`, 'warn')])];
    const style = row.state === 'removed' ? 'dim' : selected ? 'bold' : 'plain';
    return [
      selected ? trusted(theme.glyph('gutter').padEnd(2), 'accent') : trusted('  '),
      ...mixed(elementParts(row.element), Math.max(4, columns - 2 - lineColumns(marks)), { style, ascii }),
      ...marks,
    ];
  });
  const words = withoutBlanks(dialog.search);
  const title: Line = [
    ...untrusted(dialog.field, { profile: 'ident', style: 'heading', ascii }),
    trusted(`  ${formatCount(list?.elements.length ?? 0)} elements`, 'dim'),
    ...(words === ''
      ? []
      : [
          trusted(`, ${formatCount(elements.length)} hold `, 'dim'),
          ...untrusted(words, { style: 'accent', ascii }),
        ]),
  ];
  const empty: Line = [
    trusted(
      words === ''
        ? `  The list is empty: ${theme.keyOf('list-editor.add')} adds an element.`
        : `  No element holds that: ${theme.keyOf('list-editor.search')} changes it.`,
      'dim',
    ),
  ];
  const note =
    isBlockedList(dialog.field) && mergesLists(commands)
      ? trusted(' this server adds to its lists: what is removed will stay', 'warn')
      : trusted(` changes stay a draft until ${theme.keyOf('policy.review')} reviews and writes them`, 'dim');
  return {
    lines: [
      ruleLine(columns, theme, title),
      ...fitLines(elements.length === 0 ? [empty] : lines, room),
      [note],
    ],
    ...(list !== undefined && { noteSeen: () => noteDialogRows(commands, list.list) }),
  };
}
