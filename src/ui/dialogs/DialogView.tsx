import { Box } from 'ink';

import { formatCount } from '../../lib/format-number.ts';
import { menuShape } from '../../commands/app/menu-shape.ts';
import { editedIn } from '../../commands/app/open-field.ts';
import type { Dialog } from '../../stores/view/dialog-states.ts';
import { useStore } from '../hooks/use-store.ts';
import { lineColumns, ruleLine, trusted, type Line } from '../widgets/line.ts';
import { Lines } from '../widgets/Lines.tsx';
import { Menu } from '../widgets/Menu.tsx';
import { TextField } from '../widgets/TextField.tsx';
import { useConsole } from './base/console-context.ts';
import type { FieldView, MenuView } from './base/dialog-view.ts';
import { viewOf } from './dialog-views.ts';

interface Place {
  readonly dialog: Dialog;
  readonly columns: number;
  readonly rows: number;
}

/** A dialog with a field or a menu; nothing for one that is made of lines alone. */
export function DialogView(place: Place) {
  const view = viewOf(place.dialog);
  switch (view.drawnAs) {
    case 'field':
      return <FieldDialog view={view} {...place} />;
    case 'menu':
      return <MenuDialog view={view} {...place} />;
    case 'lines':
      return undefined;
  }
}

/** A field with what is decided above it, and what is wrong with the text or what the keys do below. */
function FieldDialog({ view, dialog, columns, rows }: Place & { readonly view: FieldView<Dialog> }) {
  const { commands, theme } = useConsole();
  const { stores, clock } = commands;
  // What an action on agents is about may change while its reason is typed.
  useStore(stores.agents);
  useStore(stores.agentRun);
  useStore(stores.view, ({ mode }) => mode);
  const edited = editedIn(dialog);
  if (edited === undefined) {
    return undefined;
  }
  const { text } = edited;
  const context = { commands, theme, now: clock.now() };
  const size = { columns, rows };
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Lines
        lines={[
          ruleLine(columns, theme, view.title(dialog, context, columns)),
          ...view.above(dialog, context, size),
        ]}
        columns={columns}
        theme={theme}
      />
      <TextField
        label={view.label(dialog)}
        edited={edited}
        columns={columns}
        theme={theme}
        isName={view.isName?.(dialog, text) ?? false}
      />
      <Lines
        lines={view.below(dialog, text, context, size).slice(0, view.rowsBelow(size))}
        columns={columns}
        theme={theme}
      />
    </Box>
  );
}

/** A menu below its title. */
function MenuDialog({ view, dialog, columns, rows }: Place & { readonly view: MenuView<Dialog> }) {
  const { commands, theme } = useConsole();
  const context = { commands, theme, now: commands.clock.now() };
  const choices = view.choices(dialog);
  const { length } = choices;
  const { beside } = menuShape(choices, commands.stores.view.getState());
  // Without it nobody knows that there is more than has room.
  const place: Line =
    length <= beside * (rows - 1)
      ? []
      : [trusted(`   ${view.cursor(dialog) + 1} of ${formatCount(length)}`, 'dim')];
  const title = view.title(dialog, context, columns - lineColumns(place));
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Lines lines={[ruleLine(columns, theme, [...title, ...place])]} columns={columns} theme={theme} />
      <Menu
        choices={choices}
        cursor={view.cursor(dialog)}
        rows={Math.max(1, rows - 1)}
        beside={beside}
        columns={columns}
        theme={theme}
      />
    </Box>
  );
}
