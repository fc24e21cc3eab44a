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
    exclude: ['test/e2e/**', 'test/long/**', 'test/fixtures/**', 'test/output/**', 'node_modules/**', 'out/**'],
    environment: 'node',
    // Vitest leaves one core free; on a machine with two, that halves the speed.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A hang is what this catches; how fast a test is depends on the machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
