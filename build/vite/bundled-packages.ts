import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'vite';

/** The last `node_modules/name` or `node_modules/@scope/name` of a module's path. */
const folder = /^.*[\\/](node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/**
 * Writes the list of bundled packages to `file`, as paths in node_modules, for the notices and the bill of materials.
 */
export function bundledPackages(file: string): Plugin {
  return {
    name: 'strata:bundled-packages',
    apply: 'build',
    writeBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((each) =>
        each.type === 'chunk' ? Object.keys(each.modules) : each.originalFileNames,
      );
      const packages = new Set(
        ids.flatMap((id) => folder.exec(id.split('?')[0] ?? '')?.[1]?.replaceAll('\\', '/') ?? []),
      );
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify([...packages].toSorted(), null, 2)}\n`);
    },
  };
}
