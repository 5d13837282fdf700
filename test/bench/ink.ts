import { Box, render, Text } from 'ink';
import { createElement, memo, type ReactNode } from 'react';

import type { CommandContext } from '../../src/commands/base/command.ts';
import { runCommand } from '../../src/commands/app/palette.ts';
import { commandById } from '../../src/commands/app/registry.ts';
import { eventSchema } from '../../src/contract/event.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { BEFORE_ALL_TIMES } from '../../src/lib/format-time.ts';
import { createStores } from '../../src/stores/stores.ts';
import type { Frame } from '../../src/terminal/screen/cell-row.ts';
import { InkFrameReader } from '../../src/terminal/screen/ink-frame-reader.ts';
import { InkStream } from '../../src/terminal/screen/ink-stream.ts';
import { ScreenWriter } from '../../src/terminal/screen/screen-writer.ts';
import { useStore } from '../../src/ui/hooks/use-store.ts';
import { createEventsPane } from '../../src/ui/panes/events/events-pane.ts';
import { createTheme } from '../../src/ui/theme.ts';
import { createLineEncoder } from '../../src/ui/widgets/line-cells.ts';
import { fit, paintLine, type Line } from '../../src/ui/widgets/line.ts';
import { inMilliseconds, median, say, timesAsMuch } from './data/measure.ts';
import { sampleEvents } from './data/sample-events.ts';

/**
 * What a key costs the processor until its bytes are written, painted past React and through it, which is why panes are
 * painted: `npm run bench:ink`. Both ways draw the same pane of the same events, a row each as one text, and end in the same
 * writer. Ink is used as dialogs use it: one text a row, and no throttle. The rounds alternate.
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
const theme = createTheme({ colour: true, ascii: false });
const context = { stores, clock: systemClock } as unknown as CommandContext;
const paintPane = createEventsPane({ stores, clock: systemClock, theme });
const now = Date.parse('2026-03-02T09:00:00Z');
const lines = () => paintPane(SIZE, now).lines;
const press = (id: string) => void runCommand(context, commandById(id));

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
  return { show: (frame: Frame) => writer.show(frame), bytes: () => bytes };
}

const Row = memo(function Row({ text }: { readonly text: string }) {
  return createElement(Text, { wrap: 'truncate' }, text === '' ? ' ' : text);
});

/** A line that was seen before is not made anew, as when it is painted. */
const known = new WeakMap<Line, string>();
function textOf(line: Line): string {
  const before = known.get(line);
  const text = before ?? paintLine(fit(line, SIZE.columns, theme), theme);
  known.set(line, text);
  return text;
}

function Pane(): ReactNode {
  useStore(stores.view);
  const rows = lines().map((line, index) => createElement(Row, { key: index, text: textOf(line) }));
  return createElement(Box, { flexDirection: 'column', width: SIZE.columns, height: SIZE.rows }, rows);
}

/** Processor time of a key in milliseconds, and its bytes. */
interface Figures {
  readonly time: number;
  readonly bytes: number;
}

/** Presses down many times, and gives the processor time of a key until its bytes are written, and the bytes. */
async function measure(bytes: () => number, afterKey: () => Promise<void>): Promise<Figures> {
  press('list.first');
  for (let row = 0; row < SIZE.rows; row++) {
    press('list.down');
  }
  await afterKey();
  const begun = process.threadCpuUsage();
  const sizes: number[] = [];
  for (let key = 0; key < KEYS; key++) {
    const written = bytes();
    press('list.down');
    await afterKey();
    sizes.push(bytes() - written);
  }
  const { user, system } = process.threadCpuUsage(begun);
  return { time: (user + system) / 1000 / KEYS, bytes: median(sizes) };
}

async function measurePainted() {
  const screen = createScreen();
  const encode = createLineEncoder(theme, { count: 0 });
  return measure(screen.bytes, () => {
    screen.show(lines().map((line) => encode(line, SIZE.columns)));
    return Promise.resolve();
  });
}

async function measureInk() {
  const screen = createScreen();
  const reader = new InkFrameReader();
  let frames = 0;
  let heard: () => void = () => undefined;
  const stream = new InkStream(SIZE, (frame) => {
    screen.show(reader.read(frame, SIZE.columns, SIZE.rows));
    frames++;
    heard();
  });
  const app = render(createElement(Pane), {
    stdout: stream as unknown as NodeJS.WriteStream,
    debug: true,
    interactive: true,
    patchConsole: false,
  });
  let seen = frames;
  const figures = await measure(screen.bytes, async () => {
    while (frames === seen) {
      await new Promise<void>((resolve) => (heard = resolve));
    }
    seen = frames;
  });
  app.unmount();
  return figures;
}

const painted: Figures[] = [];
const ink: Figures[] = [];
for (let round = 0; round < ROUNDS; round++) {
  painted.push(await measurePainted());
  ink.push(await measureInk());
}
const time = (figures: readonly Figures[]) => median(figures.map((each) => each.time));
const bytes = (figures: readonly Figures[]) => String(median(figures.map((each) => each.bytes)));
say('↓ in the feed, 160x45', 'processor time', 'bytes');
say('painted past React', inMilliseconds(time(painted)), bytes(painted));
say('through React and Ink', inMilliseconds(time(ink)), bytes(ink));
say('as much', timesAsMuch(time(ink), time(painted)));
process.exit();
