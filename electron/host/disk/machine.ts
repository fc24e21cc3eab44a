/** Reads values from the machine. If one is unusable, returns a default and a sentence that says so. */
import { homedir } from 'node:os';
import { isTimeZone } from '../../../shared/assemblers/manifest';
import { toSlash } from './paths';

export interface MachineValue {
  readonly value: string;
  /** Why the default is used. */
  readonly problem?: string;
}

/** `TZ` may be empty or unknown. JavaScript then has no name for the zone, or one it does not accept itself. */
export function machineTimeZone(): MachineValue {
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone !== undefined && isTimeZone(zone)) return { value: zone };
  const ofVariable = process.env['TZ'];
  const why = ofVariable === undefined ? '' : ` (TZ is "${ofVariable}")`;
  return { value: 'UTC', problem: `The time zone of this machine is not known${why}; UTC is used` };
}

/** Without HOME, asks the system, which may not know the user. */
export function machineHome(): MachineValue {
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
