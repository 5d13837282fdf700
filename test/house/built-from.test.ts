import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { beforeEach, expect, it } from 'vitest';

import { isBuilt, noteBuiltFrom, stateOfSources } from '../../scripts/built-from.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';

const WHEN = 1_772_000_000;
const SOURCE = 'src/deep/in/source.tsx';

let root: string;

function write(path: string, content: string, when = WHEN): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  utimesSync(join(root, path), when, when);
}

beforeEach(() => {
  root = dirname(temporaryFile());
  for (const path of [SOURCE, 'scripts/build.ts', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    write(path, 'before');
  }
  write('dist/vigil.js', '');
});

it('a program that does not say what it was built from is not built', () => {
  expect(isBuilt(root)).toBe(false);
});

it.each([
  ['a source that is newer', () => write(SOURCE, 'behind', WHEN + 1)],
  ['a source that is older, as from an archive', () => write(SOURCE, 'behind', WHEN - 1000)],
  ['a source of another size at the same time', () => write(SOURCE, 'otherwise')],
  ['a source of the same size at the same time', () => write(SOURCE, 'behind')],
  ['another name of a source', () => renameSync(join(root, SOURCE), join(root, 'src/source.tsx'))],
  ['a source that is gone', () => rmSync(join(root, SOURCE))],
  ['a source more', () => write('src/added.ts', '')],
  ['another way of building', () => write('scripts/build.ts', 'otherwise')],
  ['another text that is put into it', () => write('scripts/release/texts/a.txt', '')],
  ['another version', () => write('package.json', 'otherwise')],
  ['other packages to be installed', () => write('package-lock.json', 'otherwise')],
  ['other packages that are installed', () => write('node_modules/.package-lock.json', '')],
  ['no program', () => rmSync(join(root, 'dist'), { recursive: true })],
])('is built until there is %s', (_name, change) => {
  noteBuiltFrom(stateOfSources(root), root);
  expect(isBuilt(root)).toBe(true);
  change();
  expect(isBuilt(root)).toBe(false);
});

it('is built whatever happens to its documents, to its tests and to the times of its sources', () => {
  noteBuiltFrom(stateOfSources(root), root);
  write(SOURCE, 'before', WHEN + 1);
  write('src/README.md', '');
  write('test/some.test.ts', '');
  expect(isBuilt(root)).toBe(true);
});
