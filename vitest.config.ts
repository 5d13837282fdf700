import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

/** The folders of tests of single layers, as in `src`. */
const LAYERS = ['lib', 'contract', 'api', 'stores', 'sync', 'commands', 'terminal', 'ui', 'server', 'cli'];

const CORES = availableParallelism();

export default defineConfig({
  test: {
    setupFiles: ['./test/helpers/fixed-seed.ts'],
    reporters: ['default', './test/helpers/closing-line-reporter.ts'],
    // For what never ends. What takes long is bounded by the clock of its test, or by what is counted.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        // React as the built program has it.
        oxc: { jsx: { development: false } },
        test: {
          name: 'layers',
          include: [`test/{${LAYERS.join(',')}}/**/*.test.{ts,tsx}`],
          // Their modules keep nothing from one test to another, and loading them takes longer than most tests.
          isolate: false,
          maxWorkers: CORES,
          // Behind the other project: every core stays busy to the end.
          sequence: { groupOrder: 1 },
          env: {
            NODE_ENV: 'production',
            // Where nothing says how large the terminal is, Ink starts programs to find out.
            COLUMNS: '100',
            LINES: '40',
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'program',
          globalSetup: ['./test/helpers/build-for-end-to-end.ts'],
          // Four fifths of the time of those in test/e2e are spent waiting for programs in terminals.
          maxWorkers: 3 * CORES,
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: LAYERS.map((layer) => `test/${layer}/**`),
        },
      },
    ],
  },
});
