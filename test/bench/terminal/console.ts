import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { FeedProcess } from './feed-process.ts';
import { PtyProgram } from './pty-program.ts';

export const PINNED_NODE = fileURLToPath(new URL('../../../node_modules/node/bin/node', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../../bin/vigil.js', import.meta.url));

/** The key is made up: the server takes any. */
const KEY = `sk_live_${'a'.repeat(32)}`;

/** The built console against a server, as a user starts it. `home` is a folder of its own. */
export function startConsole(feed: FeedProcess, home: string, ...flags: readonly string[]): PtyProgram {
  return new PtyProgram(PINNED_NODE, [PROGRAM, '--base-url', feed.baseUrl, ...flags], {
    HOME: home,
    VIGIL_API_KEY: KEY,
  });
}

/** Waits until the console has read so many events and asks no more than what is new; resolves with the milliseconds. */
export async function untilLoaded(feed: FeedProcess, events: number): Promise<number> {
  const begunAt = performance.now();
  let sent = 0;
  let sentBefore = -1;
  for (let seconds = 0; seconds < 120; seconds += 0.5) {
    await sleep(500);
    sent += (await feed.report()).eventsSent;
    if (sent >= events && sent - sentBefore < 1000) {
      return performance.now() - begunAt;
    }
    sentBefore = sent;
  }
  throw new Error(`The console has read ${sent} of ${events} events and goes on no further.`);
}
