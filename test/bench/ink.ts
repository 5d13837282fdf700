import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { build } from 'esbuild';

import { BUNDLE_OPTIONS } from '../../scripts/bundle-options.ts';

/** Runs `ink/measure-ink.tsx` bundled as the program is. Beside the sources, as its packages are looked for from there. */
const folder = mkdtempSync(join(fileURLToPath(new URL('../../dist', import.meta.url)), 'bench-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
await build({
  ...BUNDLE_OPTIONS,
  entryPoints: { bench: 'test/bench/ink/measure-ink.tsx' },
  outdir: folder,
  outExtension: { '.js': '.mjs' },
});
await import(pathToFileURL(join(folder, 'bench.mjs')).href);
