import { setTimeout as sleep } from 'node:timers/promises';

import type { FeedProcess } from './feed-process.ts';
import type { PtyProgram } from './pty-program.ts';
import { cpuShare, cpuTime } from './process-usage.ts';

/** What a burst of events takes. */
export interface Burst {
  readonly events: number;
  /** Milliseconds of CPU of the whole program until they were all read and drawn, without what it takes anyway. */
  readonly cpu: number;
  /** Milliseconds that JSON.parse alone takes for the same answers. */
  readonly parse: number;
}

/** The server is asked so often, in milliseconds, what it has sent. */
const STEP = 100;
/**
 * They are read once the server was asked nothing for so long. What the next polls ask again counts in no burst: how many of
 * them there are by some time is chance.
 */
const QUIET_STEPS = 6;
const LONGEST = 20_000;

export async function measureBurst(program: PtyProgram, feed: FeedProcess, events: number): Promise<Burst> {
  const idle = await cpuShare(program.pid, 3000);
  await feed.report();
  const begunAt = performance.now();
  const before = cpuTime(program.pid);
  await feed.burst(events);
  let sent = 0;
  let quiet = 0;
  while (performance.now() - begunAt < LONGEST && (sent < events || quiet < QUIET_STEPS)) {
    await sleep(STEP);
    const { eventsSent } = await feed.report();
    sent += eventsSent;
    quiet = eventsSent > 0 ? 0 : quiet + 1;
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
