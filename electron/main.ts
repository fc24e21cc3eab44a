/** The first file to run: has V8 keep what it makes of our code for the next start, then starts the app. */
import * as modules from 'node:module';
import { join } from 'node:path';
import { app } from 'electron';

/** Electron's Node has it; the Node that the command line may run on, and whose types are used here, need not. */
function keepCompiled(folder: string): void {
  const enable: unknown = Reflect.get(modules, 'enableCompileCache');
  if (typeof enable === 'function') enable(folder);
}

keepCompiled(join(app.getPath('userData'), 'compiled'));
await import('./app');
