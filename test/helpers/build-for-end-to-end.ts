import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Those that start the built program; all others test the sources. */
const END_TO_END = fileURLToPath(new URL('../e2e/', import.meta.url));
const BUILD = fileURLToPath(new URL('../../scripts/build.ts', import.meta.url));

/** What it looks at of a Vitest project that is about to run. */
export interface ProjectToRun {
  readonly vitest: { readonly state: { getPaths(): readonly string[] } };
}

/** Builds the program, unless it is what its sources say, before a run in which a test starts it. */
export default function buildForEndToEnd(
  { vitest }: ProjectToRun,
  build: () => boolean = buildIfChanged,
): void {
  const isNeeded = vitest.state.getPaths().some((path) => path.startsWith(END_TO_END));
  if (isNeeded && !build()) {
    throw new Error('The program cannot be built, which the tests in test/e2e start: see above.');
  }
}

function buildIfChanged(): boolean {
  return spawnSync(process.execPath, [BUILD, '--if-changed'], { stdio: 'inherit' }).status === 0;
}
