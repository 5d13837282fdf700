import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { isBuilt, noteBuiltFrom, stateOfSources } from './built-from.ts';
import { BUNDLE_OPTIONS, WORKER_OPTIONS } from './bundle-options.ts';

/** Builds the program; with --if-changed only where it is not what its sources say now. */

const root = fileURLToPath(new URL('..', import.meta.url));

if (!process.argv.includes('--if-changed') || !isBuilt(root)) {
  const state = stateOfSources(root);
  rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
  await build(BUNDLE_OPTIONS);
  await build(WORKER_OPTIONS);
  noteBuiltFrom(state, root);
}
