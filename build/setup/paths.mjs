import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** What set-up downloads and remembers. `npm ci` clears it with the rest of node_modules. */
export const cache = join(root, 'node_modules', '.cache', 'strata');

export const example = join(root, 'build', 'examples', 'tagged-sections');
