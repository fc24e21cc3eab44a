/** Where the app's own files are, built and packaged. */
import { join } from 'node:path';
import { app } from 'electron';

const out = join(import.meta.dirname, '..');

export const locations = {
  page: () => join(out, 'renderer'),
  preload: () => join(out, 'preload', 'preload.cjs'),
  /** The bundled examples; a packaged app has them beside its archive. */
  examples: () => (app.isPackaged ? join(process.resourcesPath, 'examples') : join(out, '..', 'build', 'examples')),
  cache: () => join(app.getPath('userData'), 'computed'),
  /** Unsaved edits, in case the app crashes. */
  unsaved: () => join(app.getPath('userData'), 'unsaved'),
  /** Sessions of agents, and what they taught about the agents' own prompts. */
  captures: () => join(app.getPath('userData'), 'captures'),
  frames: () => join(app.getPath('userData'), 'frames'),
  state: (name: string) => join(app.getPath('userData'), `${name}.json`),
};
