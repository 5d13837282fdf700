import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Duplex, Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { SCREEN_MODES } from '../../../src/terminal/life/modes.ts';
import { watchdogScript } from '../../../src/terminal/life/watchdog-script.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

/** What the watchdog writes to its terminal when it is told the words and then nothing any more. */
function toldThat(...words: readonly string[]): Promise<string> {
  return typedOn('ignore', words);
}

/** The same with what comes from the terminal. */
async function typedOn(input: number | 'ignore', words: readonly string[]): Promise<string> {
  const child = spawn('/bin/sh', ['-c', watchdogScript(SCREEN_MODES.leave)], {
    stdio: [input, 'pipe', 'inherit', 'pipe'],
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

test.each([
  { words: ['hold', 'asked'], left: 'ls' },
  { words: ['hold', 'asked', 'heard'], left: '\u001b[0nls' },
  { words: ['asked', 'hold', 'rest'], left: '\u001b[0nls' },
])('after $words, the shell is left with $left of what the terminal sent', async ({ words, left }) => {
  const sent = temporaryFile('sent');
  writeFileSync(sent, '\u001b[0nls');
  // Whoever reads it begins where the one before has ended, as with a terminal.
  const input = openSync(sent, 'r');
  await typedOn(input, words);
  expect(readFileSync(input, 'utf8')).toBe(left);
});

/** What is asked of a terminal of 100 columns when the console dies, and somebody else may have changed its settings. */
async function askedOfTerminal(settingsAtDeath: string): Promise<readonly string[]> {
  const log = temporaryFile('log');
  const settings = temporaryFile('settings');
  const stty = temporaryFile('stty');
  const asked = () => readFileSync(log, 'utf8').split('\n').slice(0, -1);
  writeFileSync(log, '');
  writeFileSync(settings, 'before');
  const answers = `case $1 in -g) cat ${settings} ;; size) echo 30 100 ;; esac`;
  writeFileSync(stty, `#!/bin/sh\n${answers}\necho "$*" >> ${log}\n`, { mode: 0o755 });
  const child = spawn('/bin/sh', ['-c', watchdogScript('')], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    env: { PATH: `${dirname(stty)}:${process.env['PATH']}` },
  });
  const socket = child.stdio[3] as Duplex;
  await once(socket, 'data');
  writeFileSync(settings, 'raw');
  socket.write('hold\n');
  while (asked().length < 2) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  writeFileSync(settings, settingsAtDeath);
  socket.end();
  await once(child, 'close');
  return asked().slice(3);
}

test('settings that nobody changed since go back to those from before', async () => {
  expect(await askedOfTerminal('raw')).toEqual(['before']);
});

test('a shell that has its terminal back keeps its settings, and draws its prompt again as for another size', async () => {
  expect(await askedOfTerminal('of a shell')).toEqual(['size', 'columns 99', 'columns 100']);
});
