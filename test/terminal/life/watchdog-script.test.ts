import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex, Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { SCREEN_MODES } from '../../../src/terminal/life/modes.ts';
import { watchdogScript } from '../../../src/terminal/life/watchdog-script.ts';

/** What the watchdog writes to its terminal when it is told the words and then nothing any more. */
async function toldThat(...words: readonly string[]): Promise<string> {
  const child = spawn('/bin/sh', ['-c', watchdogScript(SCREEN_MODES.leave)], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const socket = child.stdio[3] as Duplex;
  const [ready] = (await once(socket, 'data')) as [Buffer];
  expect(ready.toString()).toBe('ready\n');
  let written = '';
  (child.stdout as Readable).on('data', (data: Buffer) => (written += data.toString('latin1')));
  // Nobody can make it go by asking it to.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGTSTP', 'SIGQUIT'] as const) {
    child.kill(signal);
  }
  socket.end(words.map((word) => `${word}\n`).join(''));
  await once(child, 'close');
  return written;
}

test('a death while the terminal is held puts its modes right', async () => {
  expect(await toldThat('hold')).toBe(SCREEN_MODES.leave);
  expect(await toldThat('hold', 'rest', 'hold')).toBe(SCREEN_MODES.leave);
});

test('a death before that, while somebody else has the terminal, or after the end changes nothing', async () => {
  expect(await toldThat()).toBe('');
  expect(await toldThat('hold', 'rest')).toBe('');
  expect(await toldThat('hold', 'done')).toBe('');
});
