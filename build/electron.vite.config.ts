import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'electron-vite';
import { bundledPackages } from './vite/bundled-packages';
import { noMachinePaths } from './vite/no-machine-paths';
import { packedRanks } from './vite/packed-ranks';
import { selfContained } from './vite/self-contained';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const main: UserConfig['main'] = {
  plugins: [
    packedRanks(),
    selfContained({ plainNode: ['cli'] }),
    noMachinePaths(at('')),
    bundledPackages(at('out/packages/main.json')),
  ],
  build: {
    outDir: at('out/main'),
    // The command line runs on the user's Node, so main is built for the oldest one that package.json allows.
    target: 'node20.19',
    externalizeDeps: false,
    rolldownOptions: {
      input: { main: at('electron/main.ts'), cli: at('electron/cli.ts') },
      // All in one folder: locations.ts uses the folder of its own code, whichever chunk that is in.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
};

/** The command alone, for its own package. */
const cli: UserConfig['main'] = {
  plugins: [
    packedRanks(),
    selfContained({ plainNode: ['cli'] }),
    noMachinePaths(at('')),
    bundledPackages(at('out/cli-packages/cli.json')),
  ],
  build: {
    ...main.build,
    outDir: at('out/cli'),
    emptyOutDir: true,
    rolldownOptions: {
      input: { cli: at('electron/cli.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
};

const preload: UserConfig['preload'] = {
  plugins: [selfContained({ plainNode: [] }), bundledPackages(at('out/packages/preload.json'))],
  build: {
    outDir: at('out/preload'),
    externalizeDeps: false,
    rolldownOptions: {
      input: { preload: at('electron/preload.ts') },
      // A sandboxed preload must be one CommonJS file.
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
};

const renderer: UserConfig['renderer'] = {
  root: at('renderer'),
  base: './',
  plugins: [react(), bundledPackages(at('out/packages/renderer.json'))],
  worker: { format: 'es' },
  build: {
    outDir: at('out/renderer'),
    emptyOutDir: true,
    minify: true,
    chunkSizeWarningLimit: 8000,
    rolldownOptions: { input: at('renderer/index.html') },
  },
};

/** STRATA_PARTS=command builds only what the `strata` command needs, `cli` the command for its own package. */
export default defineConfig(
  process.env['STRATA_PARTS'] === 'cli'
    ? { main: cli }
    : process.env['STRATA_PARTS'] === 'command'
      ? { main }
      : { main, preload, renderer },
);
