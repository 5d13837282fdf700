import { render } from 'ink';

import { runCommand } from '../../../src/commands/base/run-command.ts';
import type { CommandContext } from '../../../src/commands/base/command.ts';
import { commandById } from '../../../src/commands/app/registry.ts';
import { eventSchema } from '../../../src/contract/event.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { BEFORE_ALL_TIMES } from '../../../src/lib/format-time.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { keyboardForInk } from '../../../src/terminal/input/ink-keyboard.ts';
import { InkFrameReader } from '../../../src/terminal/screen/ink-frame-reader.ts';
import { InkStream } from '../../../src/terminal/screen/ink-stream.ts';
import { ScreenWriter } from '../../../src/terminal/screen/screen-writer.ts';
import { App } from '../../../src/ui/app/App.tsx';
import { createConsoleScreen } from '../../../src/ui/app/console-screen.ts';
import type { SurfaceBoard } from '../../../src/ui/app/surface-board.ts';
import type { Console } from '../../../src/ui/dialogs/base/console-context.ts';
import { ShownDialog } from '../../../src/ui/dialogs/base/shown-dialog.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { inMilliseconds, median, say, timesAsMuch } from '../data/measure.ts';
import { sampleEvents } from '../data/sample-events.ts';

/**
 * What a key costs the processor until its bytes are written, with the surfaces painted past React and with Ink drawing them,
 * which is why they are painted: `npm run bench:ink`. It is the same app of the same events both ways, and both end in the
 * same writer. The rounds alternate.
 */
const SIZE = { columns: 160, rows: 45 };
const EVENTS = 20_000;
const ROUNDS = 7;
const KEYS = 200;

const stores = createStores();
for (const event of sampleEvents(EVENTS)) {
  stores.events.apply([eventSchema.parse(event)], { at: 0, fromHistory: false });
}
stores.events.setState({ coveredSince: BEFORE_ALL_TIMES });
stores.view.setState({ tab: 'events', ...SIZE, pageSize: SIZE.rows - 5 });
const context = { stores, clock: systemClock } as unknown as CommandContext;
const theme = createTheme({ colour: true, ascii: false });
const console: Console = { commands: context, theme, shownDialog: new ShownDialog() };
const press = (id: string) => void runCommand(context, commandById(id));
const fail = (error: unknown) => {
  throw error;
};

/** A screen that takes everything at once, and how much that was. */
function createScreen() {
  let bytes = 0;
  const output = {
    write(chunk: Uint8Array) {
      bytes += chunk.length;
      return chunk.length;
    },
  };
  const writer = new ScreenWriter({ output, clock: systemClock, ...SIZE });
  writer.start();
  return { writer, bytes: () => bytes };
}

function startInk(onFrame: (frame: string) => void, board?: SurfaceBoard) {
  const stream = new InkStream(SIZE, onFrame);
  const tree = <App console={console} {...(board !== undefined && { board })} onError={fail} />;
  const app = render(tree, {
    stdout: stream as unknown as NodeJS.WriteStream,
    stdin: keyboardForInk(),
    debug: true,
    interactive: true,
    patchConsole: false,
  });
  board?.commitWith(() => app.rerender(tree));
  return app;
}

/** Processor time of a key in milliseconds, and its bytes. */
interface Figures {
  readonly time: number;
  readonly bytes: number;
}

/** Presses keys in turn, and gives the processor time of one until all is done that it began, and its bytes. */
async function measure(
  ids: readonly string[],
  bytes: () => number,
  afterKey: () => Promise<void>,
): Promise<Figures> {
  press('list.first');
  for (let row = 0; row < SIZE.rows; row++) {
    press('list.down');
  }
  await afterKey();
  const begun = process.threadCpuUsage();
  const sizes: number[] = [];
  for (let key = 0; key < KEYS; key++) {
    const written = bytes();
    press(ids[key % ids.length] as string);
    await afterKey();
    sizes.push(bytes() - written);
  }
  const { user, system } = process.threadCpuUsage(begun);
  return { time: (user + system) / 1000 / KEYS, bytes: median(sizes) };
}

/** Frames are painted, and commits made, in the turn of the key. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function measurePainted(ids: readonly string[], isMounted = true): Promise<Figures> {
  const { writer, bytes } = createScreen();
  const screen = createConsoleScreen(console, writer, { count: 0 });
  const reader = new InkFrameReader();
  screen.start();
  const app = isMounted
    ? startInk((frame) => screen.takeInkRows(reader.read(frame, SIZE.columns, SIZE.rows)), screen.board)
    : undefined;
  await turn();
  const figures = await measure(ids, bytes, turn);
  screen.stop();
  app?.unmount();
  return figures;
}

async function measureInk(ids: readonly string[]): Promise<Figures> {
  const { writer, bytes } = createScreen();
  const reader = new InkFrameReader();
  let frames = 0;
  let heard: () => void = () => undefined;
  const app = startInk((frame) => {
    writer.show(reader.read(frame, SIZE.columns, SIZE.rows));
    frames++;
    heard();
  });
  let seen = frames;
  const figures = await measure(ids, bytes, async () => {
    while (frames === seen) {
      await new Promise<void>((resolve) => (heard = resolve));
    }
    seen = frames;
  });
  app.unmount();
  return figures;
}

const DOWN = ['list.down'];
const painted: Figures[] = [];
const drawn: Figures[] = [];
const TABS = ['tab.agents', 'tab.events'];
const switched: Figures[] = [];
const unmounted: Figures[] = [];
for (let round = 0; round < ROUNDS; round++) {
  painted.push(await measurePainted(DOWN));
  drawn.push(await measureInk(DOWN));
  switched.push(await measurePainted(TABS));
  unmounted.push(await measurePainted(TABS, false));
}
const time = (figures: readonly Figures[]) => median(figures.map((each) => each.time));
const row = (name: string, figures: readonly Figures[]) =>
  say(name, inMilliseconds(time(figures)), String(median(figures.map((each) => each.bytes))));
say('160x45', 'processor time', 'bytes');
row('↓ in the feed, painted past React', painted);
row('↓ in the feed, drawn by Ink', drawn);
say('as much', timesAsMuch(time(drawn), time(painted)));
row('another pane, with the commit that follows', switched);
row('another pane, with nothing mounted', unmounted);
process.exit();
