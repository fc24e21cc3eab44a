/** What the three test suites share: `npm test`, `npm run long` and `npm run agents`. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { nodeImports } from './support/node-imports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export const base = { root, plugins: [nodeImports(root)] };

/** Vitest leaves one core free, which halves the speed on a machine with two. */
export const maxWorkers = Math.max(2, availableParallelism() - 1);
