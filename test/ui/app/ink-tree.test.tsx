import { Text } from 'ink';
import { render } from 'ink-testing-library';
import { expect, it, onTestFinished } from 'vitest';

import { notify } from '../../../src/commands/base/command.ts';
import { frameText } from '../../../src/terminal/screen/cell-row.ts';
import { InkFrameReader } from '../../../src/terminal/screen/ink-frame-reader.ts';
import { App } from '../../../src/ui/app/App.tsx';
import { layOutShell, stackSurfaces } from '../../../src/ui/app/shell-layout.ts';
import { SurfaceBoard } from '../../../src/ui/app/surface-board.ts';
import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { KEYS, renderConsole } from '../../helpers/rendered-console.tsx';
import { settle } from '../../helpers/virtual-clock.ts';
import { SCREENS } from '../matrix/screens.ts';
import { SIZES } from '../matrix/sound-frame.ts';

/** The screen of the library has so many columns. */
const SIZE = { columns: 100, rows: 30 };

it.each(SCREENS)('Ink alone draws $name as it is painted', async (screen) => {
  const context = createFilledContext();
  const painted = await renderConsole(context, SIZE);
  screen.open(context);
  const console = {
    commands: context,
    theme: createTheme({ colour: false, ascii: false }),
    shownDialog: new ShownDialog(),
  };
  const app = render(<App console={console} onError={rethrow} />);
  onTestFinished(() => app.unmount());
  await settle();
  await painted.draw();
  const rows = new InkFrameReader().read(app.lastFrame() ?? '', SIZE.columns, SIZE.rows);
  expect(frameText(rows)).toEqual(painted.lines);
});

it.each(SCREENS)('Ink places the surfaces of $name where they are painted before it has', (screen) => {
  const context = createFilledContext();
  const { view } = context.stores;
  const theme = createTheme({ colour: false, ascii: false });
  const board = new SurfaceBoard();
  const app = render(<Text> </Text>);
  onTestFinished(() => app.unmount());
  const tree = (
    <App
      console={{ commands: context, theme, shownDialog: new ShownDialog() }}
      board={board}
      onError={rethrow}
    />
  );
  app.rerender(tree);
  board.commitWith(() => app.rerender(tree));
  view.setState({ columns: 160, rows: 45 });
  screen.open(context);
  for (const tell of [() => undefined, () => stopReading(context), () => reportMuch(context)]) {
    tell();
    for (const size of SIZES) {
      view.setState(size);
      const layout = layOutShell(context, size, theme);
      board.layOutNow(layout);
      expect(board.surfacesOf(layout)).toEqual(stackSurfaces(layout));
    }
  }
});

it('takes a dialog that Ink drew away in one frame, and lets Ink follow', async () => {
  const context = createFilledContext();
  const console = await renderConsole(context, SIZE);
  await console.press('3', ':');
  const { length } = console.frames;
  expect(console.text).toContain('Commands');
  await console.press(KEYS.escape);
  expect(console.frames).toHaveLength(length + 1);
  expect(console.text).not.toContain('Commands');
});

it('says at once that nothing is read any more, and that it is again', async () => {
  const context = createFilledContext();
  const console = await renderConsole(context, SIZE);
  await console.press('3');
  stopReading(context);
  await settle();
  expect(console.text).toContain('STOPPED');
  context.stores.connection.setState({ stopped: undefined });
  await settle();
  expect(console.text).not.toContain('STOPPED');
});

function stopReading({ stores }: TestContext): void {
  stores.connection.setState({ stopped: 'The server does not take the key any more. '.repeat(9) });
}

function reportMuch(context: TestContext): void {
  notify(context, 'The change was made, and is to be looked at. '.repeat(9), 'good');
}

function rethrow(error: unknown): never {
  throw error;
}
