import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { lazyImport, LazyImportError, loadLazyImports } from '../../src/lib/lazy-import.ts';

describe('a lazy import', () => {
  it('is loaded when it is first asked for, and once', async () => {
    let times = 0;
    const part = lazyImport(() => Promise.resolve({ loaded: ++times }));
    expect(times).toBe(0);
    expect(await Promise.all([part(), part()])).toEqual([{ loaded: 1 }, { loaded: 1 }]);
    expect(await part()).toEqual({ loaded: 1 });
  });

  it('is asked for again after it could not be loaded', async () => {
    let isThere = false;
    const part = lazyImport(() => (isThere ? Promise.resolve('it') : Promise.reject(new Error('not there'))));
    await expect(part()).rejects.toThrow(LazyImportError);
    await expect(part()).rejects.toMatchObject({ cause: { message: 'not there' } });
    await expect(loadLazyImports()).rejects.toThrow('Quit vigil and start it again');
    isThere = true;
    expect(await part()).toBe('it');
  });

  it('is loaded with the others although one before it could not be', async () => {
    let isThere = true;
    let isFirstThere = false;
    const first = lazyImport(() =>
      isFirstThere ? Promise.resolve('first') : Promise.reject(new Error('gone')),
    );
    const second = lazyImport(() =>
      isThere ? Promise.resolve('it') : Promise.reject(new Error('replaced')),
    );
    await expect(loadLazyImports()).rejects.toThrow(LazyImportError);
    isThere = false;
    expect(await second()).toBe('it');
    isFirstThere = true;
    expect(await first()).toBe('first');
  });

  it('is loaded with all others, and then needs its file no more', async () => {
    let isThere = true;
    const part = lazyImport(() => (isThere ? Promise.resolve('it') : Promise.reject(new Error('replaced'))));
    await loadLazyImports();
    isThere = false;
    expect(await part()).toBe('it');
  });
});

/** What is imported late by a start itself. */
const AT_THE_START = [
  'cli/console/console-program.ts',
  'cli/console/load-interface.ts',
  'cli/console/organization-options.ts',
  'cli/doctor/examine-configuration.ts',
  'cli/run.ts',
  'cli/session/command-session.ts',
];

it('is the only way in which a running console imports something', () => {
  const root = join(import.meta.dirname, '../../src');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  const importing = sources.filter((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    // A command of the command line ends before anybody replaces its files.
    const addsCommands = path.startsWith('cli/') && /\bdoes\(/.test(source);
    return !addsCommands && /(?<!lazyImport\(\(\) => )\bimport\(/.test(source);
  });
  expect(importing.sort()).toEqual(AT_THE_START);
});
