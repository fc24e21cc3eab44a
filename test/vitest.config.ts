import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { nodeImports } from './support/node-imports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

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
  root,
  plugins: [nodeImports(root)],
  test: {
    // Vitest leaves one core free, which halves the speed on a machine with two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
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
