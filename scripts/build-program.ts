import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';

import { noteBuiltFrom, stateOfSources } from './built-from.ts';
import { BUNDLE_OPTIONS, WORKER_OPTIONS } from './bundle-options.ts';
import { bundledPackages, type BundledPackage } from './release/bundled-packages.ts';
import { thirdParty } from './release/third-party.ts';

/** Builds the program into `dist`, with the terms of the packages that are in it. Resolves with these packages. */
export async function buildProgram(root: string): Promise<readonly BundledPackage[]> {
  const state = stateOfSources(root);
  const folder = join(root, 'dist');
  rmSync(folder, { recursive: true, force: true });
  const made = [
    await build({ ...BUNDLE_OPTIONS, metafile: true }),
    await build({ ...WORKER_OPTIONS, metafile: true }),
  ];
  const packages = bundledPackages(made.map(({ metafile }) => metafile));
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), thirdParty(packages));
  noteBuiltFrom(state, root);
  return packages;
}
