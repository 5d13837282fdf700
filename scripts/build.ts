import { fileURLToPath } from 'node:url';

import { isBuilt } from './built-from.ts';

/** Builds the program; with --if-changed only where it is not what its sources say now, which `npm start` asks each time. */

const root = fileURLToPath(new URL('..', import.meta.url));

if (!process.argv.includes('--if-changed') || !isBuilt(root)) {
  // Loaded only here: most of the time there is nothing to build.
  const { buildProgram } = await import('./build-program.ts');
  try {
    await buildProgram(root);
  } catch (error) {
    // What is wrong in a source, esbuild has said itself.
    if (!(error instanceof Error && 'errors' in error)) {
      throw error;
    }
    process.exitCode = 1;
  }
}
