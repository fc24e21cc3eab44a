import { defineConfig } from 'vitest/config';
import { base, maxWorkers } from './vitest.base.ts';

const excluded = [
  'test/e2e/**',
  'test/long/**',
  'test/agents/**',
  'test/fixtures/**',
  'test/output/**',
  'node_modules/**',
  'out/**',
];
/** Tests that put another module in the place of ours: each gets modules of its own. */
const isolated = 'test/**/*.isolated.test.ts';
// Only catches hangs: the speed of a test depends on the machine.
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  ...base,
  test: {
    maxWorkers,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared modules',
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: [...excluded, isolated],
          environment: 'node',
          // Loading every module anew for each file was a third of the whole time.
          isolate: false,
          ...timeouts,
        },
      },
      {
        extends: true,
        test: { name: 'own modules', include: [isolated], exclude: excluded, environment: 'node', ...timeouts },
      },
    ],
  },
});
