import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { measureBurst } from './burst.ts';
import { startConsole, untilLoaded } from './console.ts';
import { writeFeedLog } from './feed-log.ts';
import { FeedProcess } from './feed-process.ts';
import { measureHeldKey } from './held-key.ts';
import { measureDown, measureFilter, measurePages, type KeyAmounts, type Keys } from './key-paint.ts';
import type { ConsoleFigures, Measured, PeerFigures, ThreeKeys } from './measured.ts';
import { measureTranscript } from './open-transcript.ts';
import {
  amountsFor,
  isInstalled,
  PEERS,
  VIGIL_KEYS,
  type Material,
  type MaterialSizes,
  type Peer,
} from './peers.ts';
import { residentMemory } from './process-usage.ts';
import { PtyProgram } from './pty-program.ts';
import { measureRunning } from './running.ts';
import { measureSlowLink, type SlowLink } from './slow-link.ts';
import { measureStall } from './stall.ts';
import { measureStart } from './start-up.ts';

export interface Sizes extends MaterialSizes, KeyAmounts {
  readonly events: number;
  readonly transcriptBytes: number;
  /** For what is watched over a time. */
  readonly seconds: number;
  readonly starts: number;
}

export const WHOLE: Sizes = {
  events: 200_000,
  textBytes: 100e6,
  logLines: 1_000_000,
  commits: 10_000,
  transcriptBytes: 100e6,
  lines: 120,
  pages: 20,
  filters: 8,
  seconds: 10,
  starts: 11,
};

/** A fifth of the time, for a look in between. */
export const QUICK: Sizes = {
  events: 20_000,
  textBytes: 20e6,
  logLines: 100_000,
  commits: 2000,
  transcriptBytes: 10e6,
  lines: 40,
  pages: 8,
  filters: 3,
  seconds: 4,
  starts: 5,
};

export interface Run {
  readonly material: Material;
  /** A folder that is the home of all programs. */
  readonly home: string;
  readonly sizes: Sizes;
  /** Called with what is being done. */
  readonly note: (line: string) => void;
  /** Given what has to be done at the end, whatever that is. */
  readonly onEnd: (end: () => void) => void;
}

const LIVE_RATE = 20;
const BURST = 10_000;
const LITTLE = 200;
const STALLED_SECONDS = 8;
/** Bytes a second. */
const SLOW_RATES = [300, 1200];

/** Measures everything, one thing after the other. */
export async function measureAll(run: Run): Promise<Measured> {
  const { sizes, material, home, note, onEnd } = run;
  note('start-up');
  const small = await FeedProcess.start(LITTLE, sizes.transcriptBytes);
  onEnd(() => small.stop());
  const start = await measureStart(small, home, material, sizes.starts);
  const littleMemory = await memoryWithLittle(small, home);
  note('a large transcript');
  const transcript = await measureTranscript(small, home, material.folder);
  const slowLinks: SlowLink[] = [];
  for (const rate of SLOW_RATES) {
    note(`a link of ${rate} bytes a second`);
    slowLinks.push(await measureSlowLink(small, home, rate));
  }
  small.stop();
  const peers = new Map<string, PeerFigures>();
  for (const peer of PEERS) {
    if (isInstalled(peer.name)) {
      note(peer.name);
      peers.set(peer.name, await measurePeer(peer, run));
    } else {
      note(`${peer.name} is not installed`);
    }
  }
  const feed = await FeedProcess.start(sizes.events);
  onEnd(() => feed.stop());
  const lnavMemory = isInstalled('lnav') ? await memoryOfLnav(feed, run) : undefined;
  const console = { ...(await measureConsole(feed, run)), littleMemory };
  note('a stalled terminal');
  const stall = await measureStall(feed, home, sizes.events, STALLED_SECONDS);
  feed.stop();
  return { start, peers, console, lnavMemory, stall, slowLinks, transcript };
}

async function measureConsole(
  feed: FeedProcess,
  { sizes, home, note, onEnd }: Run,
): Promise<Omit<ConsoleFigures, 'littleMemory'>> {
  note(`the console reads ${sizes.events} events`);
  // What was sent to others does not count.
  await feed.report();
  const program = startConsole(feed, home, '--tab', 'events');
  onEnd(() => program.kill());
  program.record(false);
  const loaded = await untilLoaded(feed, sizes.events);
  if (loaded.events < sizes.events) {
    note(`it has read only ${loaded.events} so far, and goes on`);
  }
  await sleep(3000);
  const memory = residentMemory(program.pid);
  note('keys');
  const keys = await measureKeys(program, VIGIL_KEYS, sizes);
  const narrowing = await measureFilter(
    program,
    { ...VIGIL_KEYS, filter: 'react' },
    Math.ceil(sizes.filters / 2),
  );
  const held = await measureHeldKey(program, VIGIL_KEYS, 90, 33);
  const heldFast = await measureHeldKey(program, VIGIL_KEYS, 500, 0);
  note('nothing happens');
  await program.press('F');
  await sleep(1000);
  const night = await measureRunning(program, sizes.seconds * 1000);
  note('a burst');
  const burst = await measureBurst(program, feed, BURST);
  note(`live at ${LIVE_RATE} events a second`);
  await feed.live(LIVE_RATE);
  await sleep(2500);
  const live = await measureRunning(program, sizes.seconds * 1000);
  const liveDown = await measureDown(program, VIGIL_KEYS, sizes.lines);
  await feed.live(0);
  program.kill();
  return {
    ...keys,
    events: loaded.events,
    loading: loaded.milliseconds,
    memory,
    narrowing,
    held,
    heldFast,
    night,
    burst,
    live,
    liveDown,
  };
}

async function measurePeer(peer: Peer, { material, home, sizes, onEnd }: Run): Promise<PeerFigures> {
  const program = new PtyProgram(peer.name, peer.argumentsFor(material), { HOME: home });
  onEnd(() => program.kill());
  program.record(false);
  await sleep(peer.settles);
  await program.quiet(500);
  await program.press(peer.keys.home);
  const memory = residentMemory(program.pid);
  const keys = await measureKeys(program, peer.keys, amountsFor(peer, sizes));
  program.kill();
  return { ...keys, memory };
}

async function measureKeys(program: PtyProgram, keys: Keys, amounts: KeyAmounts): Promise<ThreeKeys> {
  const down = await measureDown(program, keys, amounts.lines);
  const page = await measurePages(program, keys, amounts.pages);
  const filter = await measureFilter(program, keys, amounts.filters);
  return { down, page, filter };
}

async function memoryWithLittle(feed: FeedProcess, home: string): Promise<number> {
  const program = startConsole(feed, home, '--tab', 'events');
  await sleep(6000);
  const memory = residentMemory(program.pid);
  program.kill();
  return memory;
}

async function memoryOfLnav(feed: FeedProcess, { material, home }: Run): Promise<number> {
  const file = join(material.folder, 'events.log');
  await writeFeedLog(feed.baseUrl, file);
  const program = new PtyProgram('lnav', ['-N', file], { HOME: home });
  program.record(false);
  await sleep(6000);
  await program.quiet(1000);
  const memory = residentMemory(program.pid);
  program.kill();
  return memory;
}
