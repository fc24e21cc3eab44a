import { basename, join } from 'node:path';
import { build, type Plugin } from 'vite';

const kind = /\?(nodeWorker|modulePath|asset)$/;
const own = '\0node-import:';

// The id holds the path encoded, because Vitest leaves ids with node_modules in them to Node.
const encode = (path: string) => Buffer.from(path).toString('base64url');
const decode = (code: string) => Buffer.from(code, 'base64url').toString();

/**
 * Implements electron-vite's Node imports for tests that run the host from source: `?asset` is a path, `?modulePath` is
 * the path of a bundled module, `?nodeWorker` is a function that starts one as a worker.
 */
export function nodeImports(root: string): Plugin {
  const outDir = join(root, 'out', 'test-modules');

  async function bundle(file: string): Promise<string> {
    const name = basename(file).replace(/\.\w+$/, '');
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [nodeImports(root)],
      ssr: { noExternal: true },
      build: {
        outDir,
        emptyOutDir: false,
        target: 'node20.19',
        ssr: true,
        rolldownOptions: {
          input: { [name]: file },
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    });
    return join(outDir, `${name}.mjs`);
  }

  return {
    name: 'strata:node-imports',
    enforce: 'pre',
    async resolveId(id, importer) {
      const query = kind.exec(id)?.[0];
      if (!query) return undefined;
      const file = await this.resolve(id.slice(0, -query.length), importer, { skipSelf: true });
      return file ? `${own}${encode(file.id)}${query}` : undefined;
    },
    async load(id) {
      const query = kind.exec(id)?.[1];
      if (!query || !id.startsWith(own)) return undefined;
      const file = decode(id.slice(own.length, id.lastIndexOf('?')));
      if (query === 'asset') return `export default ${JSON.stringify(file)};`;
      const path = JSON.stringify(await bundle(file));
      if (query === 'modulePath') return `export default ${path};`;
      return `import { Worker } from 'node:worker_threads';\nexport default (options) => new Worker(${path}, options);`;
    },
  };
}
