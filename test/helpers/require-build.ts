import { fileURLToPath } from 'node:url';

import { expect } from 'vitest';

import { isBuilt } from '../../scripts/built-from.ts';

/** Those that start the built program; all others test the sources. */
const END_TO_END = fileURLToPath(new URL('../e2e/', import.meta.url));

if (expect.getState().testPath?.startsWith(END_TO_END) === true && !isBuilt('.')) {
  throw new Error('dist/ is not built from these sources: run npm run build first, or npm test, which does.');
}
