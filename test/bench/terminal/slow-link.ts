import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { setTimeout as sleep } from 'node:timers/promises';

import { consoleArguments, consoleEnvironment, PINNED_NODE } from './console.ts';
import type { FeedProcess } from './feed-process.ts';

/** The console on a terminal of 80x24 behind a link of so many bytes a second; times in seconds. */
export interface SlowLink {
  readonly rate: number;
  /** From the first byte to the last row of the first screen. */
  readonly firstScreen: number;
  /** From the key that goes to another tab to the top of its table. */
  readonly tab: number;
  /** From a key behind twenty others, ten a second, to what it leads to. */
  readonly keys: number;
  /** The most bytes that waited before the link. */
  readonly queue: number;
}

const SIZE = { cols: 80, rows: 24 } as const;
/** The link carries what it carries in so many milliseconds at once. */
const STEP = 50;
const LONGEST_WAIT = 60_000;
/** Until what the first requests brought is on the screen. */
const SETTLES = 15_000;

/** Everything that the program writes waits before the link at once, as in a connection; the terminal answers what came. */
export async function measureSlowLink(feed: FeedProcess, home: string, rate: number): Promise<SlowLink> {
  const pty = spawn(PINNED_NODE, [...consoleArguments(feed)], {
    ...SIZE,
    name: 'xterm-256color',
    env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...consoleEnvironment(home) },
    encoding: null,
  });
  const terminal = new xterm.Terminal({ ...SIZE, allowProposedApi: true });
  let waiting = Buffer.alloc(0);
  let most = 0;
  const begun = Promise.withResolvers<void>();
  pty.onData((data) => {
    begun.resolve();
    waiting = Buffer.concat([waiting, data as unknown as Buffer]);
    most = Math.max(most, waiting.length);
  });
  terminal.onData((answer) => pty.write(answer));
  const link = setInterval(() => {
    const through = waiting.subarray(0, (rate * STEP) / 1000);
    waiting = waiting.subarray(through.length);
    terminal.write(through);
  }, STEP);
  const text = () => {
    const { active } = terminal.buffer;
    return Array.from({ length: SIZE.rows }, (_, row) => active.getLine(row)?.translateToString(true)).join(
      '\n',
    );
  };
  const secondsTo = async (isThere: (text: string) => boolean): Promise<number> => {
    const begunAt = performance.now();
    while (!isThere(text())) {
      if (performance.now() - begunAt > LONGEST_WAIT) {
        return Number.POSITIVE_INFINITY;
      }
      await sleep(STEP);
    }
    return (performance.now() - begunAt) / 1000;
  };
  try {
    await begun.promise;
    const firstScreen = await secondsTo((screen) => screen.includes('q quit'));
    await sleep(SETTLES);
    most = 0;
    pty.write('2');
    // Only the overview has columns beside each other.
    const tab = await secondsTo((screen) => screen.includes('PACKAGE') && !screen.includes('│'));
    for (let key = 0; key < 20; key++) {
      pty.write(key % 2 === 0 ? 'j' : 'k');
      await sleep(100);
    }
    pty.write('1');
    const keys = await secondsTo((screen) => screen.includes('Outcomes'));
    return { rate, firstScreen, tab, keys, queue: most };
  } finally {
    clearInterval(link);
    pty.kill('SIGKILL');
    terminal.dispose();
  }
}
