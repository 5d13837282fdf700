import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { describeInstallation } from '../../../src/cli/doctor/examine-program.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

it.each([
  ['/usr/lib/node_modules/@vigil-console/vigil', 'a global package of npm'],
  ['/home/a/.nvm/versions/node/v24.0.0/lib/node_modules/@vigil-console/vigil', 'a global package of npm'],
  ['/home/a/project/node_modules/@vigil-console/vigil', 'a package of npm'],
  ['/nonexistent/package', 'an unpacked package'],
])('in %s it is %s', (root, what) => {
  expect(describeInstallation(join(root, 'dist'), undefined)).toBe(`${what}, ${root}`);
});

it('is a clone where its sources are', () => {
  const folder = dirname(temporaryFile());
  mkdirSync(join(folder, 'src', 'cli'), { recursive: true });
  writeFileSync(join(folder, 'src', 'cli', 'main.ts'), '');
  expect(describeInstallation(join(folder, 'dist'), undefined)).toBe(`a clone, ${folder}`);
});

it('is a single executable wherever it is', () => {
  expect(describeInstallation('/usr/lib/node_modules/vigil/dist', '/usr/bin/vigil')).toBe(
    'a single executable, /usr/bin/vigil',
  );
});
