import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { startConsole } from './console.ts';
import type { FeedProcess } from './feed-process.ts';
import type { PtyProgram } from './pty-program.ts';

/** What a terminal that takes nothing does to the program. */
export interface Stall {
  /** The longest time that its main thread stood in one write, in milliseconds; undefined where /proc does not say. */
  readonly blocked: number | undefined;
  /** The longest pause between an answer and the next request, in milliseconds, before and while it stalled. */
  readonly pauseBefore: number;
  readonly pauseWhile: number;
  /** Milliseconds from SIGTERM to its end while it stalled; undefined when it did not end within 5 s. */
  readonly end: number | undefined;
}

/** The console reads so many events with one request. */
const PAGE = 1000;

/** Until it turns pages, in seconds. It does for as long before the terminal stalls as while it does. */
const UNTIL_PAGES = 2;

/** Answers come so late that the console reads back through its events, and so goes on asking, all the time. */
export async function measureStall(
  feed: FeedProcess,
  home: string,
  events: number,
  seconds: number,
): Promise<Stall> {
  const late = ((UNTIL_PAGES + 2 * seconds + 2) * 1000) / (events / PAGE);
  await feed.slowDown(late);
  const program = startConsole(feed, home, '--tab', 'events');
  await sleep(UNTIL_PAGES * 1000);
  await feed.report();
  await pressFor(program, seconds);
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
