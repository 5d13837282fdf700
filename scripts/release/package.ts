import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { makeExecutable } from './executable.ts';
import { ownPlatform, PLATFORMS } from './node-binaries.ts';

/** Makes single executables in `build`: `npm run package` the one of this machine, `npm run package -- PLATFORM…` others. */

const BUILD = fileURLToPath(new URL('../../build/', import.meta.url));

const named = process.argv.slice(2);
const asked = named.length > 0 ? named : [ownPlatform() ?? `${process.platform}-${process.arch}`];
for (const name of asked) {
  const platform = PLATFORMS.find((each) => each === name);
  if (platform === undefined) {
    throw new Error(`No executable is made for ${name}, only for ${PLATFORMS.join(', ')}.`);
  }
  await makeExecutable(platform, join(BUILD, platform, 'vigil'));
  process.stdout.write(`build/${platform}/vigil\n`);
}
