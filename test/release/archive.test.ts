import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { packed, tar, type Entry } from '../../scripts/release/archive.ts';
import { debianPackage } from '../../scripts/release/debian.ts';

const TIME = 1_700_000_000;
const ENTRIES: readonly Entry[] = [
  { path: 'usr/bin/vigil', contents: '#!/bin/sh\necho vigil\n', runs: true },
  { path: 'usr/share/doc/vigil/copyright', contents: Buffer.alloc(1024, 'x') },
  { path: 'usr/share/doc/vigil/empty', contents: '' },
];

function inFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('an archive is what tar takes it for', () => {
  const folder = inFolder();
  writeFileSync(
    join(folder, 'it.tar.gz'),
    packed(tar(ENTRIES, TIME, { prefix: 'vigil-1.0.0/', withFolders: true })),
  );
  const run = (...given: readonly string[]) =>
    execFileSync('tar', [...given], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], TZ: 'UTC' },
    });
  expect(run('-tf', 'it.tar.gz').split('\n')).toEqual([
    'vigil-1.0.0/usr/',
    'vigil-1.0.0/usr/bin/',
    'vigil-1.0.0/usr/bin/vigil',
    'vigil-1.0.0/usr/share/',
    'vigil-1.0.0/usr/share/doc/',
    'vigil-1.0.0/usr/share/doc/vigil/',
    'vigil-1.0.0/usr/share/doc/vigil/copyright',
    'vigil-1.0.0/usr/share/doc/vigil/empty',
    '',
  ]);
  expect(run('-tvf', 'it.tar.gz')).toMatch(
    /-rwxr-xr-x \S*root[/ ]+\S*root\s.*2023-11-14 22:13.*usr\/bin\/vigil\n/,
  );
  run('-xf', 'it.tar.gz');
  expect(readFileSync(join(folder, 'vigil-1.0.0/usr/share/doc/vigil/copyright'))).toEqual(
    Buffer.alloc(1024, 'x'),
  );
  expect(execFileSync(join(folder, 'vigil-1.0.0/usr/bin/vigil'), { encoding: 'utf8' })).toBe('vigil\n');
});

test('an archive without folders leaves the modes of those where it is unpacked alone', () => {
  const folder = inFolder();
  writeFileSync(join(folder, 'it.tar.gz'), packed(tar(ENTRIES, TIME, { prefix: 'vigil-1.0.0/' })));
  mkdirSync(join(folder, 'usr/share'), { recursive: true, mode: 0o700 });
  execFileSync('tar', ['-xzf', 'it.tar.gz', '--strip-components', '1'], { cwd: folder });
  expect(statSync(join(folder, 'usr/share')).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(folder, 'usr/share/doc/vigil/empty'), 'utf8')).toBe('');
});

test('the same files make the same bytes, in whatever order, without a time of packing', () => {
  const archive = packed(tar(ENTRIES, TIME));
  expect(packed(tar(ENTRIES.toReversed(), TIME)).equals(archive)).toBe(true);
  expect([...archive.subarray(4, 8), archive[9]]).toEqual([0, 0, 0, 0, 3]);
});

const hasDpkg = () => {
  try {
    execFileSync('dpkg-deb', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

test.skipIf(!hasDpkg())('a Debian package is installed and removed by dpkg', () => {
  const folder = inFolder();
  const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim();
  const file = join(folder, 'vigil.deb');
  writeFileSync(
    file,
    debianPackage({
      version: '1.0.0',
      description: 'A console',
      maintainer: 'Vigil <vigil@example.org>',
      platform: architecture === 'arm64' ? 'linux-arm64' : 'linux-x64',
      time: TIME,
      entries: ENTRIES,
    }),
  );
  expect(execFileSync('dpkg-deb', ['--field', file, 'Description'], { encoding: 'utf8' })).toMatch(
    /^console\n/,
  );
  const instruct = (...given: readonly string[]) =>
    execFileSync(
      'dpkg',
      ['--root', folder, '--force-not-root', '--force-depends', '--log=/dev/null', ...given],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
  execFileSync('mkdir', ['-p', ...['updates', 'info'].map((name) => join(folder, 'var/lib/dpkg', name))]);
  writeFileSync(join(folder, 'var/lib/dpkg/status'), '');
  instruct('--install', file);
  expect(execFileSync(join(folder, 'usr/bin/vigil'), { encoding: 'utf8' })).toBe('vigil\n');
  expect(instruct('--verify', 'vigil')).toBe('');
  instruct('--remove', 'vigil');
  expect(() => readFileSync(join(folder, 'usr/bin/vigil'))).toThrow('ENOENT');
});
