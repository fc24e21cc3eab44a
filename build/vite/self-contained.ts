import { builtinModules } from 'node:module';
import type { Plugin } from 'vite';

const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

interface Options {
  /** Names of entries that run on plain Node. Nothing they reach may import Electron. */
  readonly plainNode: readonly string[];
}

/** Fails the build if the output needs a package at run time, or if an entry for plain Node needs Electron. */
export function selfContained({ plainNode }: Options): Plugin {
  return {
    name: 'strata:self-contained',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
      );
      const outside = (fileName: string, seen = new Set<string>()): string[] => {
        const chunk = chunks.get(fileName);
        if (!chunk || seen.has(fileName)) return [];
        seen.add(fileName);
        return [...chunk.imports, ...chunk.dynamicImports].flatMap((name) =>
          chunks.has(name) ? outside(name, seen) : [name],
        );
      };
      for (const chunk of chunks.values()) {
        if (!chunk.isEntry) continue;
        const allowed = (name: string) =>
          builtins.has(name) || (name === 'electron' && !plainNode.includes(chunk.name));
        const wrong = [...new Set(outside(chunk.fileName))].filter((name) => !allowed(name));
        if (wrong.length > 0) this.error(`${chunk.fileName} would need at run time: ${wrong.join(', ')}`);
      }
    },
  };
}
