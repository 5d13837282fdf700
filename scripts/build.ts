import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { isBuilt, noteBuiltFrom, stateOfSources } from './built-from.ts';
import { BUNDLE_OPTIONS, WORKER_OPTIONS } from './bundle-options.ts';
import { bundledPackages } from './release/bundled-packages.ts';
import { thirdParty } from './release/third-party.ts';

/** Builds the program; with --if-changed only where it is not what its sources say now. */

const root = fileURLToPath(new URL('..', import.meta.url));

if (!process.argv.includes('--if-changed') || !isBuilt(root)) {
  const state = stateOfSources(root);
  rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
  const made = [
    await build({ ...BUNDLE_OPTIONS, metafile: true }),
    await build({ ...WORKER_OPTIONS, metafile: true }),
  ];
  const packages = bundledPackages(made.map(({ metafile }) => metafile));
  writeFileSync(new URL('../dist/THIRD-PARTY.txt', import.meta.url), thirdParty(packages));
  noteBuiltFrom(state, root);
}
