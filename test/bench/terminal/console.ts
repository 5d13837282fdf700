import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { FeedProcess } from './feed-process.ts';
import { PtyProgram } from './pty-program.ts';

export const PINNED_NODE = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../../bin/vigil.js', import.meta.url));

/** The key is made up: the server takes any. */
const KEY = `sk_live_${'a'.repeat(32)}`;

/** The built console against a server, as a user starts it. `home` is a folder of its own. */
export function startConsole(feed: FeedProcess, home: string, ...flags: readonly string[]): PtyProgram {
  return new PtyProgram(PINNED_NODE, consoleArguments(feed, ...flags), consoleEnvironment(home));
}

/** What the pinned Node is given to run it. */
export function consoleArguments(feed: FeedProcess, ...flags: readonly string[]): readonly string[] {
  return [PROGRAM, '--base-url', feed.baseUrl, ...flags];
}

export function consoleEnvironment(home: string): Readonly<Record<string, string>> {
  return {
    HOME: home,
    // What one start keeps must not be measured with the next one.
    XDG_STATE_HOME: mkdtempSync(join(home, 'state-')),
    VIGIL_API_KEY: KEY,
  };
}

/** Nobody waits longer for the console to have read everything, in milliseconds. */
const LONGEST_LOADING = 150_000;

/** A console that has asked for no more events than these, as what is new may be, for so long has read what it reads. */
const FEW = 1000;
const SETTLED = 6000;

/** What was read, and the milliseconds that it took. */
export interface Loaded {
  readonly events: number;
  readonly milliseconds: number;
}

/** Waits until the console asks no more than what is new, or has taken too long for that. */
export async function untilLoaded(feed: FeedProcess, events: number): Promise<Loaded> {
  const begunAt = performance.now();
  let sent = 0;
  let readAt = begunAt;
  while (performance.now() - begunAt < LONGEST_LOADING && performance.now() - readAt < SETTLED) {
    await sleep(500);
    const { eventsSent } = await feed.report();
    sent += eventsSent;
    if (eventsSent >= FEW) {
      readAt = performance.now();
    }
  }
  return { events: Math.min(events, sent), milliseconds: readAt - begunAt };
}
