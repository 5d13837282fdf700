import { expect, it, vi } from 'vitest';

import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import { layOutShell } from '../../../src/ui/app/shell-layout.ts';
import { createShellPainter } from '../../../src/ui/app/shell-painter.ts';
import { storesWithout, watchStores } from '../../../src/ui/app/watch-stores.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { SCREENS } from '../matrix/screens.ts';

it.each(SCREENS)('paints $name and changes nothing', (screen) => {
  const context = createFilledContext();
  const { stores } = context;
  stores.view.setState({ columns: 160, rows: 45 });
  screen.open(context);
  const shownDialog = new ShownDialog();
  const notes = [
    vi.spyOn(stores.rowPlaces, 'see'),
    vi.spyOn(shownDialog, 'noteDrawn'),
    vi.spyOn(shownDialog, 'noteUndrawn'),
  ];
  const theme = createTheme({ colour: true, ascii: false });
  const painter = createShellPainter({ commands: context, theme, shownDialog });
  const paint = () => painter(layOutShell(context, stores.view.getState(), theme));
  let changes = 0;
  const stop = watchStores(storesWithout(stores), () => changes++);
  paint();
  expect(changes).toBe(0);
  stores.view.setState({ columns: 80, rows: 24 });
  changes = 0;
  paint();
  expect(changes).toBe(0);
  stop();
  notes.forEach((note) => expect(note).not.toHaveBeenCalled());
});
