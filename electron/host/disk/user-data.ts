import { posix, win32 } from 'node:path';

export interface Machine {
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * Where Electron keeps the data of an app (`app.getPath('userData')`), by the same rule, for a process that is not
 * Electron.
 */
export function userDataFolder({ platform, environment, home }: Machine, product: string): string {
  const named = (name: string): string | undefined => (environment[name] === '' ? undefined : environment[name]);
  switch (platform) {
    case 'win32':
      return win32.join(named('APPDATA') ?? win32.join(home, 'AppData', 'Roaming'), product);
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support', product);
    default:
      return posix.join(named('XDG_CONFIG_HOME') ?? posix.join(home, '.config'), product);
  }
}
