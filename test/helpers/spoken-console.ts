import { onTestFinished } from 'vitest';

import { KeyDispatcher } from '../../src/ui/app/key-dispatcher.ts';
import { ShownDialog } from '../../src/ui/dialogs/base/shown-dialog.ts';
import { createScreenReader, type ScreenReader } from '../../src/ui/app/speech/screen-reader.ts';
import { createTheme } from '../../src/ui/theme.ts';
import type { TestContext } from './command-context.ts';
import { settle } from './virtual-clock.ts';

/** A console that is read aloud, with a keyboard. */
export interface SpokenConsole {
  readonly screen: ScreenReader;
  /** The lines that are said of what is done, within so many milliseconds; at once alone without. */
  readonly hear: (act: () => unknown, milliseconds?: number) => Promise<readonly string[]>;
  /** The lines that are said at once of keys that come together. */
  readonly press: (...chords: readonly string[]) => Promise<readonly string[]>;
}

/** Starts it over what a context holds; it ends with the test. */
export async function speakConsole(context: TestContext): Promise<SpokenConsole> {
  const theme = createTheme({ colour: false, ascii: false, sideBySide: false });
  const commands = { ...context };
  const console = { commands, theme, shownDialog: new ShownDialog() };
  let said = '';
  const screen = createScreenReader(
    console,
    (text, { onSaid }) => {
      said += text;
      onSaid?.();
    },
    { count: 0 },
  );
  Object.assign(commands, { speech: screen });
  const keys = new KeyDispatcher(commands, console.shownDialog, screen);
  onTestFinished(() => screen.stop());
  const hear = async (act: () => unknown, milliseconds = 0) => {
    said = '';
    act();
    await settle();
    await context.clock.advance(milliseconds);
    // What Ink draws of a field or a menu is said from what they hold.
    screen.takeInkRows([]);
    await context.clock.advance(0);
    return said.split('\r\n').filter((line) => line !== '');
  };
  await hear(() => screen.start());
  return { screen, hear, press: (...chords) => hear(() => keys.take(chords)) };
}
