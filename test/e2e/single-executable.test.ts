import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import { newestCrashFile } from '../../src/host/faults/crash-file.ts';
import { version } from '../../src/host/version.ts';
import { temporaryState } from '../helpers/command-process.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';
import { Terminal } from '../helpers/terminal.ts';

/**
 * What a single executable runs first, with the files of the build as its assets. Making a whole one takes too long here:
 * VIGIL_EXECUTABLE has the other tests of this folder run one.
 */

const RUNNER = fileURLToPath(new URL('../fixtures/as-single-executable.ts', import.meta.url));
const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

const run = (assets: string, argument: string, environment: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, [RUNNER, assets, argument], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...environment },
    encoding: 'utf8',
  });

/** The files of the build, of which those of a name hold something else. */
function filesWith(name: RegExp, contents: string): string {
  const folder = join(dirname(temporaryFile()), 'assets');
  cpSync(DIST, folder, { recursive: true });
  readdirSync(folder)
    .filter((each) => name.test(each))
    .forEach((each) => writeFileSync(join(folder, each), contents));
  return folder;
}

test('it needs no file, and heeds no option in the environment', () => {
  const { status, stdout, stderr } = run(DIST, '--version', { NODE_OPTIONS: '--tls-keylog=/dev/null' });
  expect([status, stdout, stderr]).toEqual([0, `${version}\n`, '']);
});

test('it runs the service of the demo on a thread, which heeds no option in the environment either', async () => {
  const assets = filesWith(
    /^demo-worker\.js$/,
    'throw new Error(`The thread runs, options: ${process.env.NODE_OPTIONS}.`);\n',
  );
  const environment = { NODE_OPTIONS: '--no-warnings' };
  const terminal = new Terminal(process.execPath, [RUNNER, assets, '--demo'], { environment });
  onTestFinished(() => terminal.dispose());
  await terminal.waitForExit();
  expect(terminal.text).toContain('The thread runs, options: undefined.');
});

test('of a fault it keeps where in our sources that was', () => {
  const assets = filesWith(/^run-command-line.*\.js$/, 'export const runCommandLine = () => null.length;\n');
  const state = temporaryState();
  expect(run(assets, 'events', { XDG_STATE_HOME: state }).status).toBe(1);
  expect(readFileSync(newestCrashFile({ XDG_STATE_HOME: state }) ?? '', 'utf8')).toMatch(
    /TypeError: [^]*\(src\/cli\/run\.ts:\d+/,
  );
});

test('without a first file it says so in a sentence', () => {
  const { status, stderr } = run(filesWith(/^vigil\.js$/, 'import "./none.js";\n'), '--version');
  expect([status, stderr]).toEqual([
    2,
    'vigil: The program cannot be loaded: its executable is not whole. Install it again.\n',
  ]);
});
