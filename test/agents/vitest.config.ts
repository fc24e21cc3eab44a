import { defineConfig } from 'vitest/config';
import { base, maxWorkers } from '../vitest.base.ts';

// Runs the real agents: minutes, and about 1.1 GB in a cache. Run by `npm run agents`.
export default defineConfig({
  ...base,
  test: {
    maxWorkers,
    environment: 'node',
    include: ['test/agents/**/*.test.ts'],
    exclude: ['node_modules/**', 'out/**'],
    testTimeout: 7_200_000,
    hookTimeout: 600_000,
  },
});
