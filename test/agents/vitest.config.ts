import { defineConfig } from 'vitest/config';
import usual from '../vitest.config.ts';

// Runs the real agents: minutes, and about 1.1 GB in a cache. Run by `npm run agents`.
export default defineConfig({
  ...usual,
  test: {
    maxWorkers: usual.test?.maxWorkers,
    environment: 'node',
    include: ['test/agents/**/*.test.ts'],
    exclude: ['node_modules/**', 'out/**'],
    testTimeout: 7_200_000,
    hookTimeout: 600_000,
  },
});
