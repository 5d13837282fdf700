import { fileURLToPath } from 'node:url';

import { expect } from 'vitest';

import { whyNotBuiltFrom } from './built-from.ts';

/** Those that start the built program; all others test the sources. */
const END_TO_END = fileURLToPath(new URL('../e2e/', import.meta.url));

if (expect.getState().testPath?.startsWith(END_TO_END) === true) {
  const problem = whyNotBuiltFrom('src', 'dist/vigil.js');
  if (problem !== undefined) {
    throw new Error(problem);
  }
}
