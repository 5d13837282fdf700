import { expect, it, onTestFinished } from 'vitest';

import { mountInk } from '../../../src/cli/console/mount-ink.tsx';
import { goToTab } from '../../../src/commands/base/tabs.ts';
import { loadLazyImports } from '../../../src/lib/lazy-import.ts';
import type { Tab } from '../../../src/stores/base/tab.ts';
import { keyboardForInk } from '../../../src/terminal/input/ink-keyboard.ts';
import { frameText, type Frame } from '../../../src/terminal/screen/cell-row.ts';
import { createConsoleScreen } from '../../../src/ui/app/console-screen.ts';
import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { run } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { settle } from '../../helpers/virtual-clock.ts';

const SIZE = { columns: 80, rows: 24 } as const;

/** A console with a dialog open that a command opened, as it runs in a terminal. */
async function openOn({ tab, command, light }: { tab: Tab; command: string; light: boolean }) {
  await loadLazyImports();
  const context = createFilledContext();
  context.stores.view.setState(SIZE);
  goToTab(context, tab);
  run(context, command);
  let frame: Frame = [];
  const dropped = { count: 0 };
  const theme = createTheme({ colour: true, ascii: false, light });
  const console = { commands: context, theme, shownDialog: new ShownDialog() };
  const sink = {
    show: (shown: Frame) => (frame = shown),
    isBusy: false,
    isSlow: false,
    isUnheard: false,
    delay: 0,
    nextPart: (frame: Frame) => frame,
    timeFor: () => 0,
  };
  const screen = createConsoleScreen(console, sink, dropped);
  screen.start();
  const ready = Promise.withResolvers<void>();
  const ink = mountInk({
    console,
    screen,
    size: SIZE,
    stdin: keyboardForInk(),
    dropped,
    onReady: ready.resolve,
    onError: ready.reject,
  });
  onTestFinished(() => screen.stop());
  await ready.promise;
  const looks = async () => {
    await settle();
    await settle();
    return frame.map(({ attributes }) => attributes);
  };
  return { theme, screen, ink, looks, lines: () => frameText(frame) };
}

it.each([
  ['a menu with a field', { tab: 'overview', command: 'palette.open' }],
  ['a menu', { tab: 'events', command: 'events.choose-outcomes' }],
  ['a form', { tab: 'agents', command: 'agents.change-status' }],
  ['a text', { tab: 'policy', command: 'help.open' }],
] as const)('draws %s that is open in other colours when they are known to be others', async (_, opened) => {
  const console = await openOn({ ...opened, light: false });
  const before = await console.looks();
  expect(console.theme.suit({ light: true, colours: undefined })).toBe(true);
  console.screen.paint();
  console.ink.redraw();
  const after = await console.looks();
  const meant = await openOn({ ...opened, light: true });
  expect(console.lines()).toEqual(meant.lines());
  expect(after).toEqual(await meant.looks());
  expect(after).not.toEqual(before);
});
