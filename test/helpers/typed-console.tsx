import { render } from 'ink';
import { expect, onTestFinished } from 'vitest';

import { keyboardForInk } from '../../src/terminal/input/ink-keyboard.ts';
import { InputGuard } from '../../src/terminal/input/input-guard.ts';
import { INVERSE } from '../../src/terminal/screen/attributes.ts';
import { frameText, type Frame } from '../../src/terminal/screen/cell-row.ts';
import { InkFrameReader } from '../../src/terminal/screen/ink-frame-reader.ts';
import { InkStream } from '../../src/terminal/screen/ink-stream.ts';
import { App } from '../../src/ui/app/App.tsx';
import { createConsoleScreen } from '../../src/ui/app/console-screen.ts';
import { KeyDispatcher } from '../../src/ui/app/key-dispatcher.ts';
import { ShownDialog } from '../../src/ui/dialogs/base/shown-dialog.ts';
import { takeKeys } from '../../src/ui/app/take-keys.ts';
import { createTheme } from '../../src/ui/theme.ts';
import type { TestContext } from './command-context.ts';
import { FakeTerminalInput } from './fake-terminal-input.ts';

/** What Ink draws of a console, typed on through the guard as the terminal would. */
export interface TypedConsole {
  /** Each argument is one chunk of what the terminal sends. */
  send(...chunks: readonly (string | Uint8Array)[]): Promise<void>;
  /** The terminal takes nothing from now on, and takes all again. */
  stall(): void;
  flow(): void;
  /** The rows that Ink drew last. */
  readonly lines: readonly string[];
  /** What stands before the cursor of the open field in its row, under it, and how much was no cell. */
  readonly cursor: { readonly before: string; readonly under: string } | undefined;
  readonly dropped: number;
}

/** Starts the console on Ink behind an input guard; it is taken away when the test ends. */
export async function typeOnConsole(
  context: TestContext,
  {
    columns = 80,
    rows = 24,
    fails = false,
  }: { readonly columns?: number; readonly rows?: number; readonly fails?: boolean } = {},
): Promise<TypedConsole> {
  context.stores.view.setState({ columns, rows });
  const terminal = new FakeTerminalInput();
  const guard = new InputGuard(
    () => terminal.stream,
    context.clock,
    (error) => context.stores.faults.report('taking a key', error),
  ).setRawMode(true);
  const dropped = { count: 0 };
  const reader = new InkFrameReader(dropped);
  let frame: Frame = [];
  const console = {
    commands: context,
    theme: createTheme({ colour: false, ascii: false }),
    shownDialog: new ShownDialog(),
  };
  let isStalled = false;
  let waiting: (() => void) | undefined;
  const sink = {
    show(_frame: Frame, onShown?: () => void) {
      if (isStalled) {
        waiting = onShown;
      } else {
        onShown?.();
      }
    },
    isBusy: false,
    isSlow: false,
    isUnheard: false,
    nextPart: (frame: Frame) => frame,
    timeFor: () => 0,
    delay: 0,
  };
  const screen = createConsoleScreen(console, sink, { count: 0 });
  const stream = new InkStream({ columns, rows }, (text) => {
    frame = reader.read(text, columns, rows);
    screen.takeInkRows(frame);
  });
  const keys = new KeyDispatcher(context, console.shownDialog);
  takeKeys(() => keys, guard);
  screen.start();
  const tree = (
    <App
      console={console}
      board={screen.board}
      onError={(error) => {
        throw error;
      }}
    />
  );
  const app = render(tree, {
    stdout: stream as unknown as NodeJS.WriteStream,
    stdin: keyboardForInk(),
    debug: true,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  screen.board.commitWith(() => app.rerender(tree));
  onTestFinished(() => {
    screen.stop();
    app.unmount();
    if (!fails) {
      expect(context.stores.faults.all).toEqual([]);
    }
  });
  await handled();
  return {
    stall: () => (isStalled = true),
    flow() {
      isStalled = false;
      waiting?.();
    },
    async send(...chunks) {
      for (const chunk of chunks) {
        terminal.send(chunk);
        await handled();
      }
    },
    get lines() {
      return frameText(frame);
    },
    get cursor() {
      for (const { glyphs, attributes } of frame) {
        const column = attributes.findIndex((attribute) => (attribute & INVERSE) !== 0);
        if (column !== -1) {
          return { before: glyphs.slice(0, column).join(''), under: glyphs[column] ?? '' };
        }
      }
      return undefined;
    },
    get dropped() {
      return dropped.count;
    },
  };
}

/** React and Ink do what is left to do in later turns of the event loop. */
async function handled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
