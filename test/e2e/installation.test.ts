import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { transformSync } from 'esbuild';
import { beforeEach, describe, expect, it } from 'vitest';

import { temporaryFile } from '../helpers/temporary-file.ts';

/** What the shim says where it cannot start the program, which depends on how it came to this machine. */

let folder: string;

beforeEach(() => {
  folder = dirname(temporaryFile());
  cpSync(fileURLToPath(new URL('../../bin', import.meta.url)), join(folder, 'bin'), { recursive: true });
});

/** Runs the shim of the folder in a Node that takes itself for this version. */
function runUnder(version: string) {
  const shim = join(folder, 'bin/vigil.js');
  const program = `Object.defineProperty(process, 'version', { value: ${JSON.stringify(`v${version}`)} });
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: ${JSON.stringify(version)} } });
process.argv.splice(1, 0, ${JSON.stringify(shim)});
require(${JSON.stringify(shim)});`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', program, '--', '--demo', 'x y'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' },
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

const makeClone = () => writeFileSync(join(folder, 'package-lock.json'), '{}');

it.each(['vigil.js', 'process-guard.js', 'compile-cache.js'])('Node 10 can read %s', (name) => {
  const code = readFileSync(join(folder, 'bin', name), 'utf8');
  const as = (target: string) => transformSync(code, { target, supported: { 'dynamic-import': true } }).code;
  expect(as('node10')).toBe(as('esnext'));
  expect(code).not.toMatch(/['"]node:/);
  expect(code).not.toMatch(/\.(at|flat|flatMap|replaceAll|matchAll|hasOwn|fromEntries)\(/);
});

describe.each([
  ['10.24.1', '22.19'],
  ['20.20.2', '22.19'],
  ['22.18.0', '22.19'],
  ['23.4.0', '23.5'],
])('under Node %s', (version, needed) => {
  it('a package says in a sentence that a newer one is needed', () => {
    expect(runUnder(version)).toEqual({
      stdout: '',
      stderr: `vigil: Node ${needed} or newer is needed, and this is v${version}: install a newer Node.\n`,
      status: 2,
    });
  });

  it('a clone says what brings one along, and uses it once it is there', () => {
    makeClone();
    expect(runUnder(version)).toEqual({
      stdout: '',
      stderr: `vigil: Node ${needed} or newer is needed, and this is v${version}: run \`npm ci\` in its folder, it brings one along.\n`,
      status: 2,
    });
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/.bin/node'), '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 7\n', {
      mode: 0o755,
    });
    expect(runUnder(version)).toEqual({
      stdout: ['--disable-sigusr1', join(folder, 'bin/vigil.js'), '--demo', 'x y', ''].join('\n'),
      stderr: '',
      status: 7,
    });
  });
});

describe('without the built program', () => {
  it('a clone says how it is built', () => {
    makeClone();
    expect(runUnder('22.19.0')).toMatchObject({
      stderr: 'vigil: The program is not built yet. Run `npm ci && npm run build` in its folder first.\n',
      status: 2,
    });
  });

  it('a package says to install it again', () => {
    expect(runUnder('24.0.0')).toMatchObject({
      stderr: 'vigil: The program cannot be loaded: its files are incomplete. Install it again.\n',
      status: 2,
    });
  });

  it('of which only the names are left, each says what is right for it', () => {
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/vigil.js'), '');
    const incomplete =
      'vigil: The program cannot be loaded: its files are incomplete. Start it again, and if that does not help,';
    expect(runUnder('24.0.0').stderr).toBe(`${incomplete} install it again.\n`);
    makeClone();
    expect(runUnder('24.0.0').stderr).toBe(`${incomplete} run \`npm ci && npm run build\` in its folder.\n`);
  });
});
