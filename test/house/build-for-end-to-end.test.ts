import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import buildForEndToEnd from '../helpers/build-for-end-to-end.ts';

const run = (paths: readonly string[], build: () => boolean) =>
  buildForEndToEnd(
    {
      vitest: {
        state: { getPaths: () => paths.map((path) => fileURLToPath(new URL(path, import.meta.url))) },
      },
    },
    build,
  );

it('builds before a run in which a test starts the program, and before no other', () => {
  let builds = 0;
  const build = () => {
    builds++;
    return true;
  };
  run(['../lib/clock.test.ts', 'build-for-end-to-end.test.ts', '../release/sbom.test.ts'], build);
  expect(builds).toBe(0);
  run(['../lib/clock.test.ts', '../e2e/serve.test.ts'], build);
  expect(builds).toBe(1);
});

it('begins no run with a program that cannot be built', () => {
  expect(() => run(['../e2e/serve.test.ts'], () => false)).toThrow('cannot be built');
});
