import { defineConfig } from 'vitest/config';

import { INK_TABLE_FILE, inkTableAsModule } from './scripts/ink-table-module.ts';

export default defineConfig({
  plugins: [
    {
      name: 'ink-table-as-module',
      enforce: 'pre',
      transform: (code, id) => (INK_TABLE_FILE.test(id) ? inkTableAsModule(code) : undefined),
    },
  ],
  test: {
    server: { deps: { inline: ['ink-table'] } },
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['./test/helpers/fixed-seed.ts'],
    reporters: ['default', './test/helpers/closing-line-reporter.ts'],
    // One core less is taken otherwise: much of the time is spent waiting for programs in terminals.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
