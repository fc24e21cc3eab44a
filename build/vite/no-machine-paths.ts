import type { Plugin } from 'vite';

/** The bundler writes module paths in comments. Removes this machine's folder from them. */
export function noMachinePaths(root: string): Plugin {
  return {
    name: 'strata:no-machine-paths',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk')
          file.code = file.code.replaceAll(/^\/\/.*$/gm, (comment) => comment.replaceAll(root, ''));
      }
    },
  };
}
