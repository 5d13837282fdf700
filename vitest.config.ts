import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    reporters: ['default', './test/helpers/closing-line-reporter.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
