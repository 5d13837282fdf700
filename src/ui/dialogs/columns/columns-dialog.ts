import {
  choosableColumns,
  columnCursor,
  columnsShape,
  LACKS_ROOM,
  LOOKED_AT,
  type ChoosableColumn,
} from '../../../commands/lists/columns.ts';
import { firstColumn } from '../../../commands/base/side-by-side.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { ColumnsDialog } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import { fit, identifier, ruleLine, trusted, type Line, type Size } from '../../widgets/line.ts';
import type { DialogContext, PaintedView } from '../base/dialog-view.ts';

/** What stands beside the name of a column: the cursor, and whether it is shown. */
const COLUMNS_AROUND = 6;

/** From so many columns on, the title says what else is listed. */
const WITH_REMARK = 100;

/** Which columns of a list are shown, in their order, and which there are besides. */
export const columnsView: PaintedView<ColumnsDialog> = {
  drawnAs: 'lines',
  speech: { as: 'list' },
  paint: (dialog, context, size) => ({ lines: columnLines(dialog, context, size) }),
};

function columnLines(
  dialog: ColumnsDialog,
  { commands, theme }: DialogContext,
  { columns, rows: most }: Size,
): readonly Line[] {
  const view = commands.stores.view.getState();
  const all = choosableColumns(view, dialog);
  const shape = columnsShape(all, view);
  const rows = Math.min(shape.rows, Math.max(1, most - 1));
  const cursor = columnCursor(all, dialog);
  const first = firstColumn(cursor, all.length, { ...shape, rows }, Number.POSITIVE_INFINITY) * rows;
  const width = Math.floor(columns / shape.beside);
  const lines = Array.from({ length: rows }, (_, row): Line =>
    Array.from({ length: shape.beside }, (__, beside) => first + beside * rows + row).flatMap((place) =>
      all
        .slice(place, place + 1)
        .flatMap((column) => fit(nameLine(column, place === cursor, width, theme), width, theme)),
    ),
  );
  const lacking = all.filter(({ lacksRoom }) => lacksRoom).length;
  const hasFields = all.some(({ isField }) => isField);
  return [
    ruleLine(columns, theme, [
      trusted('Columns', 'heading'),
      trusted(lacking === 0 ? '' : `  ${formatCount(lacking)} without room on this screen`, 'warn'),
      trusted(
        hasFields && columns >= WITH_REMARK
          ? `  and the fields of the newest ${formatCount(LOOKED_AT)} rows and of the one under the cursor`
          : '',
        'dim',
      ),
    ]),
    ...lines,
  ];
}

function nameLine(
  { name, isShown, lacksRoom }: ChoosableColumn,
  selected: boolean,
  columns: number,
  theme: Theme,
): Line {
  const remark = lacksRoom ? LACKS_ROOM : '';
  return [
    selected ? trusted(theme.glyph('gutter').padEnd(2), 'accent') : trusted('  '),
    trusted(isShown ? '[x] ' : '[ ] ', isShown ? 'accent' : 'dim'),
    ...identifier(name, Math.max(8, columns - COLUMNS_AROUND - remark.length - 1), {
      style: selected ? 'bold' : isShown ? 'plain' : 'dim',
      ascii: theme.ascii,
    }),
    trusted(remark, 'warn'),
  ];
}
