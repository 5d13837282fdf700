import { choosableColumns, columnCursor, LOOKED_AT } from '../../../commands/lists/columns.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { ColumnsDialog } from '../../../stores/view/dialog-states.ts';
import { fitParts, leftOut, part } from '../../widgets/fitted-parts.ts';
import { fitLines, identifier, ruleLine, trusted, type Line, type Size } from '../../widgets/line.ts';
import type { DialogContext, PaintedView } from '../base/dialog-view.ts';

/** The title and the line of keys. */
const ROWS_AROUND = 2;

/** What stands beside the name of a column: the cursor, whether it is shown, and what is said of it. */
const COLUMNS_AROUND = 36;

/** Which columns of a list are shown, in their order, and which there are besides. */
export const columnsView: PaintedView<ColumnsDialog> = {
  drawnAs: 'lines',
  speech: { as: 'list' },
  height: (dialog, { commands }, { rows }) =>
    Math.min(
      choosableColumns(commands.stores.view.getState(), dialog).length + ROWS_AROUND,
      Math.max(8, Math.floor(rows / 2)),
    ),
  paint: (dialog, context, size) => ({ lines: columnLines(dialog, context, size) }),
};

function columnLines(
  dialog: ColumnsDialog,
  { commands, theme }: DialogContext,
  { columns, rows }: Size,
): readonly Line[] {
  const all = choosableColumns(commands.stores.view.getState(), dialog);
  const { ascii } = theme;
  const cursor = columnCursor(all, dialog);
  const room = Math.max(1, rows - ROWS_AROUND);
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), all.length - room));
  const lacking = all.filter(({ lacksRoom }) => lacksRoom).length;
  const lines = all.slice(top, top + room).map(({ name, isShown, lacksRoom, isField }, index): Line => {
    const selected = top + index === cursor;
    return [
      selected ? trusted(theme.glyph('gutter').padEnd(2), 'accent') : trusted('  '),
      trusted(isShown ? '[x] ' : '[ ] ', isShown ? 'accent' : 'dim'),
      ...identifier(name, Math.max(8, columns - COLUMNS_AROUND), {
        style: selected ? 'bold' : isShown ? 'plain' : 'dim',
        ascii,
      }),
      trusted(lacksRoom ? '  shown, but no room here' : '', 'warn'),
      trusted(isField && !lacksRoom ? '  field of the data' : '', 'dim'),
    ];
  });
  const key = (id: string, does: string): Line => [
    trusted(theme.keyOf(`columns.${id}`), 'key'),
    trusted(` ${does}`),
  ];
  const keys = fitParts(
    [
      part(key('toggle', 'shows or hides')),
      part([trusted(theme.keyOf('columns.earlier'), 'key'), trusted(' '), ...key('later', 'move it')]),
      part(key('reset', 'the usual ones'), leftOut(1)),
      part(key('close', 'closes')),
      part(
        [
          trusted(
            `fields of the newest ${formatCount(LOOKED_AT)} rows and of the one under the cursor`,
            'dim',
          ),
        ],
        leftOut(2),
      ),
    ],
    columns - 2,
    { separator: trusted('   ') },
  );
  return [
    ruleLine(columns, theme, [
      trusted('Columns', 'heading'),
      trusted(lacking === 0 ? '' : `  ${formatCount(lacking)} without room on this screen`, 'warn'),
    ]),
    ...fitLines(lines, room),
    [trusted(' '), ...keys],
  ];
}
