import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { PINNED_NODE, startConsole } from './console.ts';
import type { FeedProcess } from './feed-process.ts';
import { PEERS, isInstalled, type Material } from './peers.ts';
import { PtyProgram } from './pty-program.ts';
import { whenShown } from './replay.ts';
import { residentMemory } from './process-usage.ts';
import { median } from './statistics.ts';

/** Milliseconds from the start, the median of some; memory in bytes. */
export interface StartFigures {
  /** `node -e 0`, to its end. */
  readonly bareNode: number;
  /** Resident memory of Node that does nothing. */
  readonly bareNodeMemory: number;
  readonly firstBytes: number;
  /** The columns of the first pane stand on the screen. */
  readonly table: number;
  /** A key was answered: another pane stands there. */
  readonly whole: number;
  /** The newest events of the server stand there. */
  readonly events: number;
  /** To the first bytes of the others. */
  readonly peers: ReadonlyMap<string, number>;
}

/** The key that is pressed until it is answered: pressing it again changes nothing. */
const AGENTS_TAB = '3';
const PRESSES = 60;
const BETWEEN_PRESSES = 10;

const EVENTS_HEADING = /TIME +OUTCOME +PACKAGE/;
/** Behind the column that it is sorted by stands how. */
const AGENTS_HEADING = /STATUS +HOST\S* +USER/;
const A_ROW = /\d\d:\d\d:\d\dZ? +. (allow|REVIEW|BLOCK)/;

/** Starts everything by turns, so that all of it happens on an equally busy machine. */
export async function measureStart(
  feed: FeedProcess,
  home: string,
  material: Material,
  times: number,
): Promise<StartFigures> {
  const bare: number[] = [];
  const firstBytes: number[] = [];
  const tables: number[] = [];
  const wholes: number[] = [];
  const events: number[] = [];
  const peers = new Map<string, number[]>();
  await fillCompileCache(feed, home);
  for (let time = 0; time < times; time++) {
    bare.push(await bareNodeOnce());
    const once = await startOnce(feed, home);
    firstBytes.push(once.firstByte);
    tables.push(once.table);
    wholes.push(once.whole);
    events.push(await eventsOnce(feed, home));
    for (const peer of PEERS.filter(({ name }) => isInstalled(name))) {
      const program = new PtyProgram(peer.name, peer.argumentsFor(material), { HOME: home });
      await untilFirstByte(program);
      program.kill();
      peers.set(peer.name, [...(peers.get(peer.name) ?? []), program.firstByte ?? Number.NaN]);
    }
  }
  return {
    bareNode: median(bare),
    bareNodeMemory: await bareNodeMemory(),
    firstBytes: median(firstBytes),
    table: median(tables),
    whole: median(wholes),
    events: median(events),
    peers: new Map([...peers].map(([name, each]) => [name, median(each)])),
  };
}

async function bareNodeOnce(): Promise<number> {
  const begunAt = performance.now();
  await once(spawn(PINNED_NODE, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - begunAt;
}

async function bareNodeMemory(): Promise<number> {
  const program = new PtyProgram(PINNED_NODE, ['-e', 'setInterval(() => {}, 1e6)']);
  await sleep(500);
  const memory = residentMemory(program.pid);
  program.kill();
  return memory;
}

/** Node writes its compile cache at the end of a program that ends by itself, as programs do but for these trials. */
async function fillCompileCache(feed: FeedProcess, home: string): Promise<void> {
  const program = startConsole(feed, home, '--tab', 'events');
  await sleep(2500);
  program.write('q');
  await sleep(1000);
  program.kill();
}

async function startOnce(feed: FeedProcess, home: string) {
  const program = startConsole(feed, home, '--tab', 'events');
  await untilFirstByte(program);
  for (let presses = 0; presses < PRESSES; presses++) {
    program.write(AGENTS_TAB);
    await sleep(BETWEEN_PRESSES);
  }
  const [table, whole] = await whenShown(program.recording, [EVENTS_HEADING, AGENTS_HEADING]);
  program.kill();
  await sleep(50);
  return {
    firstByte: program.firstByte ?? Number.NaN,
    table: table ?? Number.NaN,
    whole: whole ?? Number.NaN,
  };
}

async function eventsOnce(feed: FeedProcess, home: string): Promise<number> {
  const program = startConsole(feed, home, '--tab', 'events');
  await sleep(700);
  const [row] = await whenShown(program.recording, [A_ROW]);
  program.kill();
  return row ?? Number.NaN;
}

async function untilFirstByte(program: PtyProgram): Promise<void> {
  for (let waited = 0; program.firstByte === undefined && waited < 5000; waited++) {
    await sleep(1);
  }
}
