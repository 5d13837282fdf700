import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { BUNDLE_OPTIONS } from '../../scripts/bundle-options.ts';

/** What runs before the first frame is painted: each loads the next one when it is known to be needed. */
const FIRST_FRAME = ['src/cli/main.ts', 'src/cli/console/start-console.ts'];

/** Every file costs a start about as much as 50 kB of code. */
const MOST_FILES = 6;

/** Packages that a start waits for: those that Ink, the API and the service need are loaded after the first frame. */
const LOADED_EARLY = [
  'ansi-regex',
  'fuzzysort',
  'get-east-asian-width',
  'string-width',
  'strip-ansi',
  'zustand',
];

/** The files of the bundle that are loaded with a source, without those that are imported when they are needed. */
function filesWith(source: string, { outputs }: Metafile): readonly string[] {
  const [entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source) ?? [];
  const seen = new Set<string>();
  const visit = (path: string) => {
    const output = outputs[path];
    if (output !== undefined && !seen.has(path)) {
      seen.add(path);
      output.imports
        .filter(({ kind }) => kind === 'import-statement')
        .forEach((imported) => visit(imported.path));
    }
  };
  visit(entry ?? `no file of the bundle begins with ${source}`);
  return [...seen];
}

/** The name of the package that a source is of; undefined for one of ours. */
function packageOf(source: string): string | undefined {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
}

/** What a program prints that is bundled as the console is. */
async function printed(program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { outputFiles } = await build({
    ...BUNDLE_OPTIONS,
    entryPoints: [],
    splitting: false,
    stdin: { contents: program, resolveDir: BUNDLE_OPTIONS.absWorkingDir },
    write: false,
  });
  const file = join(folder, 'program.mjs');
  writeFileSync(file, outputFiles.find(({ path }) => path.endsWith('.js'))?.contents ?? '');
  return execFileSync(process.execPath, [file], { encoding: 'utf8' });
}

describe('the bundle', () => {
  let files: ReadonlySet<string>;
  let loaded: readonly string[];
  let sources: readonly string[];

  beforeAll(async () => {
    const { metafile } = await build({ ...BUNDLE_OPTIONS, write: false, metafile: true });
    sources = Object.keys(metafile.inputs);
    files = new Set(FIRST_FRAME.flatMap((source) => filesWith(source, metafile)));
    loaded = [...files].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
  });

  it('is named after sources in this folder, wherever that is', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((source) => source.includes(BUNDLE_OPTIONS.absWorkingDir))).toEqual([]);
  });

  it('loads few files before the first frame', () => {
    const advice =
      'What is imported lazily shares a file with the console by itself; what is imported both lazily and at once needs a line in scripts/chunk-groups.ts.';
    expect(files.size, advice).toBeLessThanOrEqual(MOST_FILES);
  });

  it('loads no module of Node by an import, which would copy all its exports and load what they need', async () => {
    const { outputFiles } = await build({ ...BUNDLE_OPTIONS, write: false });
    const imports = outputFiles.flatMap(({ text }) => text.match(/\bfrom\s*"node:[^"]*"/g) ?? []);
    expect(imports).toEqual([]);
  });

  it('loads no package before the first frame that it could do without', () => {
    const packages = new Set(loaded.map(packageOf).filter((name) => name !== undefined));
    expect([...packages].sort()).toEqual(LOADED_EARLY);
  });

  it('loads neither schemas nor what talks to a server before the first frame', () => {
    const early = loaded.filter((source) =>
      /src\/(server\/|sync\/(?!deferred-sync)|contract\/tolerant)/.test(source),
    );
    expect(early).toEqual([]);
    expect(loaded.filter((source) => /zod\/.*\/(classic|locales)\//.test(source))).toEqual([]);
  });

  it('cuts text into graphemes although what cuts it is made lazily', async () => {
    const program = `import wrap from 'wrap-ansi';
console.log(JSON.stringify(wrap('\\u4e2d\\u4e2de\\u0301x', 4, { hard: true })));`;
    expect(await printed(program)).toBe('"\u4e2d\u4e2d\\n\u00e9x"\n');
  });

  it('measures text although what measures it is loaded lazily', async () => {
    const program = `import width from 'string-width';
console.log(['abc', '\\u4e2d', 'e\\u0301', '\\u{1f468}\\u200d\\u{1f469}\\u200d\\u{1f467}'].map((text) => width(text)).join());`;
    expect(await printed(program)).toBe('3,2,1,2\n');
  });

  it('lays out without the fetch that would load all of undici', async () => {
    const program = `import Yoga from 'yoga-layout';
globalThis.fetch = () => { throw new Error('It was fetched.'); };
const node = Yoga.Node.create();
node.setWidth(7);
node.calculateLayout(undefined, undefined, Yoga.DIRECTION_LTR);
console.log(node.getComputedWidth(), process.moduleLoadList.some((name) => name.includes('undici')));`;
    expect(await printed(program)).toBe('7 false\n');
  });
});
