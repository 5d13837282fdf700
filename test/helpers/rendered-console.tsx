import { Text } from 'ink';
import { render } from 'ink-testing-library';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';

import { createTerminalControl } from '../../src/terminal/terminal-control.ts';
import { App } from '../../src/ui/app/App.tsx';
import { createKeyboard } from '../../src/ui/widgets/keyboard.ts';
import { createTheme } from '../../src/ui/theme.ts';
import type { TestContext } from './command-context.ts';

export interface RenderOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly colour?: boolean;
  readonly ascii?: boolean;
}

/** Keys as a terminal sends them. Esc is sent in the form that needs no waiting to tell it from a sequence. */
export const KEYS = {
  escape: '\u001b[27u',
  enter: '\r',
  up: '\u001b[A',
  down: '\u001b[B',
  pageDown: '\u001b[6~',
  backspace: '\u007f',
  tab: '\t',
  ctrlC: '\u0003',
} as const;

/** The console on a screen of a given size. */
export interface RenderedConsole {
  /** The rows of the last frame without colours, blanks at their ends left out. */
  readonly lines: readonly string[];
  /** All of them as one text. */
  readonly text: string;
  /** The last frame as it was written. */
  readonly raw: string;
  /** Every frame since the beginning, as rows. */
  readonly frames: readonly (readonly string[])[];
  /** Presses keys one after the other. */
  press(...keys: readonly string[]): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
  /** Lets what was changed from outside be drawn. */
  draw(): Promise<void>;
}

/** Draws the console; it is taken away when the test ends. */
export async function renderConsole(
  context: TestContext,
  { columns = 80, rows = 24, colour = false, ascii = false }: RenderOptions = {},
): Promise<RenderedConsole> {
  const theme = createTheme({ colour, ascii });
  context.stores.view.setState({ columns, rows, ascii });
  // The library has a screen of its own size, so nothing of the console is drawn before that is set right.
  const app = render(<Text> </Text>);
  onTestFinished(() => app.unmount());
  const setSize = (width: number, height: number) => {
    Object.defineProperty(app.stdout, 'columns', { value: width, configurable: true });
    Object.defineProperty(app.stdout, 'rows', { value: height, configurable: true });
    app.stdout.emit('resize');
  };
  setSize(columns, rows);
  const first = app.frames.length;
  app.rerender(
    <App
      console={{
        commands: context,
        theme,
        terminal: createTerminalControl(),
        keyboard: createKeyboard(),
      }}
    />,
  );
  await drawn();
  const rowsOf = (frame: string) =>
    stripVTControlCharacters(frame)
      .split('\n')
      .map((line) => line.trimEnd());
  const lastRows = () => rowsOf(app.lastFrame() ?? '');
  return {
    get raw() {
      return app.lastFrame() ?? '';
    },
    get lines() {
      return lastRows();
    },
    get text() {
      return lastRows().join('\n');
    },
    get frames() {
      return app.frames.slice(first).map(rowsOf);
    },
    async press(...keys) {
      for (const key of keys) {
        app.stdin.write(key);
        await drawn();
      }
    },
    async resize(width, height) {
      setSize(width, height);
      await drawn();
    },
    draw: drawn,
  };
}

/** React and Ink do what is left to do in later turns of the event loop. */
async function drawn(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
