import { Text } from 'ink';
import { render } from 'ink-testing-library';
import { expect, onTestFinished } from 'vitest';

import { InputGuard } from '../../src/terminal/input/input-guard.ts';
import { PLAIN } from '../../src/terminal/screen/attributes.ts';
import { frameText, type CellRow, type Frame } from '../../src/terminal/screen/cell-row.ts';
import type { RejectedCells } from '../../src/terminal/screen/rejected-cells.ts';
import { InkFrameReader } from '../../src/terminal/screen/ink-frame-reader.ts';
import { sgrBetween } from '../../src/terminal/screen/sgr.ts';
import { App } from '../../src/ui/app/App.tsx';
import type { Console } from '../../src/ui/dialogs/base/console-context.ts';
import { createConsoleScreen } from '../../src/ui/app/console-screen.ts';
import { KeyDispatcher } from '../../src/ui/app/key-dispatcher.ts';
import { ShownDialog } from '../../src/ui/dialogs/base/shown-dialog.ts';
import { takeKeys } from '../../src/ui/app/take-keys.ts';
import { createTheme } from '../../src/ui/theme.ts';
import type { Size } from '../../src/ui/widgets/line.ts';
import type { TestContext } from './command-context.ts';
import { XTERM_COLOURS } from '../fixtures/terminal-palettes.ts';
import { FakeTerminalInput } from './fake-terminal-input.ts';

export interface RenderOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly colour?: boolean;
  readonly ascii?: boolean;
  /** By how many milliseconds the terminal is behind, as it is asked for with each frame. */
  readonly delay?: () => number | undefined;
  /** Something is to fail in it, and the console to go on. */
  readonly fails?: boolean;
}

/** Keys as a terminal sends them. Esc is sent in the form that needs no waiting to distinguish it from a sequence. */
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
  /** The last frame with the codes of its colours. */
  readonly raw: string;
  /** Every frame since the beginning, as rows. */
  readonly frames: readonly (readonly string[])[];
  /** How many frames were said to show another pane than the one before them. */
  readonly paneChanges: number;
  /** The last frame, cell by cell. */
  readonly frame: Frame;
  /** How much was kept off the screen because it is no cell. */
  readonly dropped: number;
  /** Presses keys one after the other. */
  press(...keys: readonly string[]): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
  /** Lets what was changed from outside be drawn. */
  draw(): Promise<void>;
}

/** Draws the console; it is taken away when the test ends. */
export async function renderConsole(
  context: TestContext,
  {
    columns = 80,
    rows = 24,
    colour = false,
    ascii = false,
    delay = () => 0,
    fails = false,
  }: RenderOptions = {},
): Promise<RenderedConsole> {
  const theme = createTheme({
    colour,
    ascii,
    colours: XTERM_COLOURS,
    rebound: () => context.stores.view.getState().rebound,
  });
  context.stores.view.setState({ columns, rows, ascii });
  const console: Console = {
    commands: context,
    theme,
    shownDialog: new ShownDialog(),
  };
  const frames: Frame[] = [];
  let paneChanges = 0;
  const dropped: RejectedCells = { count: 0 };
  const sink = {
    show(frame: Frame, onShown?: () => void, isOther = false) {
      frames.push(frame);
      paneChanges += isOther ? 1 : 0;
      onShown?.();
    },
    isBusy: false,
    isSlow: false,
    isUnheard: false,
    nextPart: (frame: Frame) => frame,
    timeFor: () => 0,
    get delay() {
      return delay();
    },
  };
  const terminal = new FakeTerminalInput();
  const guard = new InputGuard(() => terminal.stream, context.clock).setRawMode(true);
  const keys = new KeyDispatcher(context, console.shownDialog);
  takeKeys(() => keys, guard);
  const screen = createConsoleScreen(console, sink, dropped);
  const reader = new InkFrameReader(dropped);
  // The library has a screen of its own size, so nothing of the console is drawn before that is set right.
  const app = render(<Text> </Text>);
  onTestFinished(() => {
    screen.stop();
    app.unmount();
    if (!fails) {
      expect(context.stores.faults.all).toEqual([]);
    }
  });
  const setSize = (size: Size) => {
    Object.defineProperty(app.stdout, 'columns', { value: size.columns, configurable: true });
    Object.defineProperty(app.stdout, 'rows', { value: size.rows, configurable: true });
    screen.resize(size);
    app.stdout.emit('resize');
  };
  app.stdout.write = (frame) => {
    if (frame !== '') {
      const view = context.stores.view.getState();
      screen.takeInkRows(reader.read(frame, view.columns, view.rows));
    }
  };
  setSize({ columns, rows });
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
  app.rerender(tree);
  screen.board.commitWith(() => app.rerender(tree));
  await settled();
  const lastFrame = () => frames.at(-1) ?? [];
  return {
    get frame() {
      return lastFrame();
    },
    get dropped() {
      return dropped.count;
    },
    get raw() {
      return paintedText(lastFrame());
    },
    get lines() {
      return frameText(lastFrame());
    },
    get text() {
      return frameText(lastFrame()).join('\n');
    },
    get paneChanges() {
      return paneChanges;
    },
    get frames() {
      return frames.map(frameText);
    },
    async press(...keys) {
      for (const key of keys) {
        terminal.send(key);
        await settled();
      }
    },
    async resize(width, height) {
      setSize({ columns: width, rows: height });
      await settled();
    },
    async draw() {
      await settled();
      screen.paint();
    },
  };
}

/** The frame with the codes of its colours, as a terminal would be sent them. */
function paintedText(frame: Frame): string {
  return frame.map(paintedRow).join('\n');
}

function paintedRow({ glyphs, attributes }: CellRow): string {
  let text = '';
  let before = PLAIN;
  for (const [column, glyph] of glyphs.entries()) {
    // A blank looks the same in most looks, and interrupts none.
    const now = glyph === ' ' && attributes[column] === PLAIN ? before : (attributes[column] ?? PLAIN);
    text += now === before ? glyph : `\u001b[0m${sgrBetween(PLAIN, now)}${glyph}`;
    before = now;
  }
  return text;
}

/** React and Ink do what is left to do in later turns of the event loop. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
