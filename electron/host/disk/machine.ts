/** Reads values from the machine. If one is unusable, returns a default and a sentence that says so. */
import { homedir } from 'node:os';
import { isTimeZone } from '../../../shared/assemblers/manifest';
import { toSlash } from './paths';

export interface Told {
  readonly value: string;
  /** Why the default is used. */
  readonly problem?: string;
}

/** `TZ` may be empty or unknown. JavaScript then has no name for the zone, or one it does not accept itself. */
export function machineTimeZone(): Told {
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone !== undefined && isTimeZone(zone)) return { value: zone };
  const said = process.env['TZ'];
  return {
    value: 'UTC',
    problem: `The time zone of this machine is not known${said === undefined ? '' : ` (TZ is "${said}")`}; UTC is used`,
  };
}

/** Without HOME, asks the system, which may not know the user. */
export function machineHome(): Told {
  const none = {
    value: '/',
    problem: 'This machine has no home folder for you (HOME is not set); files in it are left out',
  };
  try {
    const home = homedir();
    return home === '' ? none : { value: toSlash(home) };
  } catch {
    return none;
  }
}
