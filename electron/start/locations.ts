/** Where the app's own files stand, built and packaged. */
import { join } from 'node:path';
import { app } from 'electron';

const out = join(import.meta.dirname, '..');

export const locations = {
  page: () => join(out, 'renderer'),
  preload: () => join(out, 'preload', 'preload.cjs'),
  /** The bundled examples; a packaged app keeps them beside its archive. */
  examples: () => (app.isPackaged ? join(process.resourcesPath, 'examples') : join(out, '..', 'build', 'examples')),
  cache: () => join(app.getPath('userData'), 'computed'),
  /** Edits that were not saved yet, should the app end without asking. */
  unsaved: () => join(app.getPath('userData'), 'unsaved'),
  state: (name: string) => join(app.getPath('userData'), `${name}.json`),
};
