import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { nodeImports } from './support/node-imports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  plugins: [nodeImports(root)],
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: [
      'test/e2e/**',
      'test/long/**',
      'test/agents/**',
      'test/fixtures/**',
      'test/output/**',
      'node_modules/**',
      'out/**',
    ],
    environment: 'node',
    // Vitest leaves one core free, which halves the speed on a machine with two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Only catches hangs: the speed of a test depends on the machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
