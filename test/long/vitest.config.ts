import { defineConfig } from 'vitest/config';
import usual from '../vitest.config.ts';

// Long fuzz, kill loops and random comparisons: too slow for `npm test`, run by `npm run long`.
export default defineConfig({
  ...usual,
  test: {
    maxWorkers: usual.test?.maxWorkers,
    environment: 'node',
    include: ['test/long/**/*.test.ts'],
    exclude: ['node_modules/**', 'out/**'],
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
});
