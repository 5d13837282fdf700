import { fileURLToPath } from 'node:url';

import { buildProgram } from './build-program.ts';
import { isBuilt } from './built-from.ts';

/** Builds the program; with --if-changed only where it is not what its sources say now. */

const root = fileURLToPath(new URL('..', import.meta.url));

if (!process.argv.includes('--if-changed') || !isBuilt(root)) {
  await buildProgram(root);
}
