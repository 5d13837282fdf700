import { NO_COMMAND, offeredEntries } from '../../../commands/app/palette.ts';
import { COMMANDS } from '../../../commands/app/registry.ts';
import type { PaletteDialog } from '../../../stores/view/dialog-states.ts';
import { fitLines, trusted } from '../../widgets/line.ts';
import type { DialogContext, FieldView } from '../base/dialog-view.ts';
import { paletteFoot, paletteLine, saidEntry } from './palette-lines.ts';

/** Every command by name, found by words of it, their beginnings or its initials. */
export const paletteView: FieldView<PaletteDialog> = {
  drawnAs: 'field',
  speech: {
    as: 'menu',
    menu(dialog, context) {
      const { entries, cursor } = offered(dialog, context);
      const entry = entries[cursor];
      const { stores } = context.commands;
      return {
        title: [trusted('Commands')],
        length: entries.length,
        cursor,
        entry:
          entry === undefined
            ? [trusted(NO_COMMAND)]
            : saidEntry(entry, { stores, ascii: context.theme.ascii }),
      };
    },
  },
  title(dialog, context) {
    const { entries, cursor } = offered(dialog, context);
    return [
      trusted('Commands', 'heading'),
      trusted(entries.length === 0 ? '' : ` · ${cursor + 1} of ${entries.length}`, 'dim'),
    ];
  },
  above: () => [],
  label: () => ':',
  below(dialog, _text, context, size) {
    const { commands, theme } = context;
    const { stores } = commands;
    const { entries, cursor } = offered(dialog, context);
    const room = Math.max(1, paletteView.rowsBelow(size) - 1);
    const top = Math.max(0, cursor - room + 1);
    const lines = entries
      .slice(top, top + room)
      .map((entry, index) =>
        paletteLine(entry, { selected: top + index === cursor, columns: size.columns, theme, stores }),
      );
    return [
      ...fitLines(lines.length === 0 ? [[trusted(` ${NO_COMMAND}`, 'dim')]] : lines, room),
      paletteFoot(entries[cursor], size.columns, theme),
    ];
  },
  rowsBelow: ({ rows }) => rows - 2,
};

/** What is offered, and where the cursor stands in it. */
function offered(dialog: PaletteDialog, { commands }: DialogContext) {
  const entries = offeredEntries(commands, COMMANDS, dialog);
  return { entries, cursor: Math.min(dialog.cursor, entries.length - 1) };
}
