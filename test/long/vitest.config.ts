import { defineConfig } from 'vitest/config';
import { base, maxWorkers } from '../vitest.base.ts';

// Long fuzz, kill loops and random comparisons: too slow for `npm test`, run by `npm run long`.
export default defineConfig({
  ...base,
  test: {
    maxWorkers,
    environment: 'node',
    include: ['test/long/**/*.test.ts'],
    exclude: ['node_modules/**', 'out/**'],
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
});
