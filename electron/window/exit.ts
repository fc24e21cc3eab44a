import { app } from 'electron';

/**
 * Ends the process at once in command mode. Quitting Electron while it starts sometimes aborts, and so does
 * `process.exit`. All output is written by then.
 */
export function exitNow(code: number): void {
  const end: unknown = Reflect.get(process, 'reallyExit');
  if (typeof end === 'function') Reflect.apply(end, process, [code]);
  app.exit(code);
}
