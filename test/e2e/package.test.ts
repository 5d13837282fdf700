import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface PackageFile {
  readonly name: string;
  readonly private?: boolean;
  readonly scripts: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly [field: string]: unknown;
}

interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly inBundle?: boolean;
}

const read = (path: string): unknown => JSON.parse(readFileSync(`${ROOT}/${path}`, 'utf8'));
const packageFile = read('package.json') as PackageFile;

describe('the package', () => {
  it('holds the program with what belongs to it, and nothing else', () => {
    const answer = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [packed] = Object.values(
      JSON.parse(answer) as Readonly<Record<string, { size: number; files: { path: string }[] }>>,
    );
    const paths = packed?.files.map(({ path }) => path) ?? [];
    expect(paths).toEqual(expect.arrayContaining(['dist/demo-worker.js', 'dist/vigil.js']));
    expect(paths.filter((path) => !/^dist\/[\w-]+\.js$/.test(path)).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin/compile-cache.js',
      'bin/package.json',
      'bin/process-guard.js',
      'bin/vigil.js',
      'dist/THIRD-PARTY.txt',
      'package.json',
    ]);
    expect(packed?.size).toBeLessThan(1.32e6);
  });

  it('needs no other package, and runs nothing where it is installed', () => {
    expect(packageFile.name).toMatch(/^@[a-z-]+\/vigil$/);
    expect(packageFile.private).toBeUndefined();
    expect(Object.keys(packageFile).filter((field) => /dependenc/i.test(field))).toEqual(['devDependencies']);
    expect(
      Object.keys(packageFile.scripts).filter((name) => /^((pre|post)?install|prepare)$/.test(name)),
    ).toEqual([]);
  });
});

describe('what a clone installs', () => {
  const { packages } = read('package-lock.json') as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  );

  it('comes from whatever registry there is, as what the lock file has the hash of', () => {
    expect(installed.length).toBeGreaterThan(200);
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(installed.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true)).toEqual([]);
  });

  it('runs no script', () => {
    const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(scripted.map(([path]) => [path.replace('node_modules/', ''), false])).toEqual(
      Object.entries(packageFile.allowScripts),
    );
  });

  it.skipIf(process.platform !== 'linux')(
    'brings a Node along that needs no library that a bare system lacks',
    () => {
      // Instead of starting a program, the loader then lists what it would load.
      const libraries = execFileSync(`${ROOT}/node_modules/.bin/node`, {
        env: { LD_TRACE_LOADED_OBJECTS: '1' },
        encoding: 'utf8',
      });
      expect(libraries).toContain('libc.so.6');
      expect(libraries).not.toContain('libatomic');
    },
  );
});
