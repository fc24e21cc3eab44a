import { app } from 'electron';

/**
 * Ends the process at once, from the command mode: taking Electron down while it still comes up aborts now and then,
 * and `process.exit` goes the same way. All output is written by then.
 */
export function exitNow(code: number): void {
  const end: unknown = Reflect.get(process, 'reallyExit');
  if (typeof end === 'function') Reflect.apply(end, process, [code]);
  app.exit(code);
}
