import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runProgram } from '../helpers/built-program.ts';
import { eventually } from '../helpers/eventually.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';
import { NO_SERVER } from '../helpers/terminal-state.ts';
import { startVigil } from '../helpers/terminal.ts';

/** Compiled code is as good as the program itself: nobody else may be able to write it. */

const versionWith = async (environment: Readonly<Record<string, string>>) =>
  (await runProgram(['--version'], { environment })).status;

test('compiled code is kept in a folder of the user alone', async () => {
  const home = dirname(temporaryFile());
  expect(await versionWith({ HOME: home })).toBe(0);
  const folder = join(home, '.cache', 'vigil');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder)).not.toEqual([]);
});

test('a folder that others can write to is not used', async () => {
  const caches = dirname(temporaryFile());
  const folder = join(caches, 'vigil');
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  expect(await versionWith({ XDG_CACHE_HOME: caches })).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

test('without a home the program starts all the same', async () => {
  expect(await versionWith({ HOME: '/nonexistent' })).toBe(0);
});

test('a console keeps its compiled code while it runs, since it may be killed', async () => {
  const caches = dirname(temporaryFile());
  const terminal = startVigil([], { environment: { ...NO_SERVER, XDG_CACHE_HOME: caches } });
  onTestFinished(() => terminal.dispose());
  const folder = join(caches, 'vigil');
  await eventually(() => {
    const kept = readdirSync(folder, { recursive: true, withFileTypes: true });
    expect(kept.filter((entry) => entry.isFile()).length).toBeGreaterThan(5);
  });
});
