import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { startConsole } from './console.ts';
import type { FeedProcess } from './feed-process.ts';
import type { Keys } from './key-paint.ts';
import type { PtyProgram } from './pty-program.ts';
import { cpuShare, cpuTime } from './process-usage.ts';

/** What a program takes while nobody touches it: the share of a core, from 0 to 1, and bytes a second. */
export interface Running {
  readonly cpu: number;
  readonly bytesPerSecond: number;
}

export async function measureRunning(program: PtyProgram, milliseconds: number): Promise<Running> {
  const before = program.bytes;
  const cpu = await cpuShare(program.pid, milliseconds);
  return { cpu, bytesPerSecond: ((program.bytes - before) / milliseconds) * 1000 };
}

/** What holding a key does. */
export interface HeldKey {
  readonly pressed: number;
  /** Paints that were written while it was held. */
  readonly paints: number;
  /** Milliseconds from the last press to the end of the last paint for it. */
  readonly lag: number;
}

/** Holds ↓ for a while; `every` 0 sends them as fast as they go out, as a paste of keys does. */
export async function measureHeldKey(
  program: PtyProgram,
  keys: Keys,
  presses: number,
  every: number,
): Promise<HeldKey> {
  await program.press(keys.home);
  await sleep(300);
  program.record(true);
  const begunAt = performance.now();
  for (let press = 0; press < presses; press++) {
    program.write(keys.down);
    await (every === 0
      ? new Promise(setImmediate)
      : sleep(Math.max(0, begunAt + (press + 1) * every - performance.now())));
  }
  const releasedAt = performance.now() - begunAt;
  await sleep(60);
  await program.quiet(60);
  const { recording } = program;
  program.record(false);
  return {
    pressed: presses,
    paints: paintsOf(recording),
    lag: Math.max(0, (recording.at(-1)?.at ?? 0) - releasedAt),
  };
}

/** Pieces that come within a millisecond of each other are one paint. */
function paintsOf(recording: PtyProgram['recording']): number {
  return recording.filter(({ at }, index) => at - (recording[index - 1]?.at ?? Number.NEGATIVE_INFINITY) > 1)
    .length;
}

/** What a burst of events takes. */
export interface Burst {
  readonly events: number;
  /** Milliseconds of CPU of the whole program until they were all read, without what it takes anyway. */
  readonly cpu: number;
  /** Milliseconds that JSON.parse alone takes for the same answers. */
  readonly parse: number;
}

export async function measureBurst(program: PtyProgram, feed: FeedProcess, events: number): Promise<Burst> {
  const idle = await cpuShare(program.pid, 3000);
  await feed.report();
  const begunAt = performance.now();
  const before = cpuTime(program.pid);
  await feed.burst(events);
  let sent = 0;
  let last = -1;
  while (performance.now() - begunAt < 20_000 && (sent < events || sent !== last)) {
    last = sent;
    await sleep(1500);
    sent += (await feed.report()).eventsSent;
  }
  const cpu = cpuTime(program.pid) - before - idle * (performance.now() - begunAt);
  return { events, cpu, parse: await parseTime(feed.baseUrl, events) };
}

async function parseTime(baseUrl: string, events: number): Promise<number> {
  let total = 0;
  for (let offset = 0; offset < events; offset += 1000) {
    const text = await (await fetch(`${baseUrl}/events?limit=1000&offset=${offset}`)).text();
    const begunAt = performance.now();
    JSON.parse(text);
    total += performance.now() - begunAt;
  }
  return total;
}

/** What a terminal that takes nothing does to the program. */
export interface Stall {
  /** The longest time that its main thread stood in one write, in milliseconds; undefined where /proc does not tell. */
  readonly blocked: number | undefined;
  /** The longest pause between an answer and the next request, in milliseconds, before and while it stalled. */
  readonly pauseBefore: number;
  readonly pauseWhile: number;
  /** Milliseconds from SIGTERM to its end while it stalled; undefined when it did not end within 5 s. */
  readonly end: number | undefined;
}

/** The console reads so many events with one request. */
const PAGE = 1000;

/** Until it turns pages, and how long it does before the terminal stalls, in seconds. */
const UNTIL_PAGES = 2;
const BEFORE = 3;

/** Answers come so late that the console reads back through its events, and so goes on asking, all the time. */
export async function measureStall(
  feed: FeedProcess,
  home: string,
  events: number,
  seconds: number,
): Promise<Stall> {
  const late = ((UNTIL_PAGES + BEFORE + seconds + 2) * 1000) / (events / PAGE);
  await feed.slowDown(late);
  const program = startConsole(feed, home, '--tab', 'events');
  await sleep(UNTIL_PAGES * 1000);
  await feed.report();
  await pressFor(program, BEFORE);
  const before = await feed.report();
  const resume = program.stall();
  const blocked = watchWrites(program.pid);
  await pressFor(program, seconds);
  const during = await feed.report();
  const longest = blocked.stop();
  const end = await timeToEnd(program);
  resume();
  program.kill();
  await feed.slowDown(0);
  return {
    blocked: longest,
    pauseBefore: Math.max(...before.pauses),
    pauseWhile: Math.max(...during.pauses),
    end,
  };
}

/** Turns pages all the time, so that there is much to write. */
async function pressFor(program: PtyProgram, seconds: number): Promise<void> {
  for (let press = 0; press < seconds * 10; press++) {
    program.write(press % 20 < 10 ? '\u001b[6~' : '\u001b[5~');
    await sleep(100);
  }
}

/** Looks every few milliseconds whether the main thread stands in the same system call that writes. */
function watchWrites(pid: number): { stop(): number | undefined } {
  const WRITES = new Set(process.arch === 'x64' ? ['1', '20'] : ['64', '66']);
  let longest: number | undefined;
  let call = '';
  let since = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    const line = systemCallOf(pid);
    if (line === undefined) {
      return;
    }
    longest ??= 0;
    if (!WRITES.has(line.split(' ', 1)[0] ?? '')) {
      call = '';
    } else if (line === call) {
      longest = Math.max(longest, now - since);
    } else {
      call = line;
      since = now;
    }
  }, 4);
  return {
    stop: () => {
      clearInterval(timer);
      return longest;
    },
  };
}

/** The number and the arguments of the system call that the main thread is in (proc(5)). */
function systemCallOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/syscall`, 'utf8');
  } catch {
    return undefined;
  }
}

async function timeToEnd(program: PtyProgram): Promise<number | undefined> {
  const begunAt = performance.now();
  program.kill('SIGTERM');
  while (performance.now() - begunAt < 5000) {
    if (!isRunning(program.pid)) {
      return performance.now() - begunAt;
    }
    await sleep(2);
  }
  return undefined;
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
