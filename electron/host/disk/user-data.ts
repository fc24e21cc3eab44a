import { posix, win32 } from 'node:path';

export interface Machine {
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Same folder as Electron's `app.getPath('userData')`, for a process without Electron. */
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
