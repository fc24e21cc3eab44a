import type { Plugin } from 'vite';

/** The bundler names modules in comments; where it writes a full path, the folder of this machine is left out. */
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
