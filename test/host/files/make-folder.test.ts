import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { makePrivateFolder } from '../../../src/host/files/make-folder.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

it('makes a folder and those around it for this user alone, and lets be what is there', () => {
  const place = dirname(temporaryFile());
  mkdirSync(join(place, 'a'), { mode: 0o755 });
  const folder = join(place, 'a/b/c');
  makePrivateFolder(folder);
  makePrivateFolder(folder);
  const modes = ['a', 'a/b', 'a/b/c'].map((name) => statSync(join(place, name)).mode & 0o777);
  expect(modes).toEqual([0o755, 0o700, 0o700]);
});

it('says of the first that cannot be made why, as of a file system that can only be read', () => {
  const place = dirname(temporaryFile());
  const tried: string[] = [];
  const readOnly = ((path: string) => {
    tried.push(path);
    throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
  }) as typeof mkdirSync;
  expect(() => makePrivateFolder(join(place, 'a/b/c'), readOnly)).toThrow('EROFS');
  expect(tried).toEqual([join(place, 'a')]);
});

it('ends where a file is in the way, and where another process made it meanwhile', () => {
  const path = temporaryFile();
  writeFileSync(path, '');
  expect(() => makePrivateFolder(join(path, 'a'))).toThrow('ENOTDIR');
  const folder = join(dirname(path), 'a');
  const late = ((made: string, options: { readonly mode: number }) => {
    mkdirSync(made, options);
    mkdirSync(made, options);
  }) as typeof mkdirSync;
  makePrivateFolder(folder, late);
  expect(statSync(folder).isDirectory()).toBe(true);
});
