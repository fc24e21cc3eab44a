/** What the machine says of itself, with a default where it says nothing sensible, and the sentence for that. */
import { homedir } from 'node:os';
import { isTimeZone } from '../../../shared/assemblers/manifest';
import { toSlash } from './paths';

export interface Told {
  readonly value: string;
  /** Why the value is a default. */
  readonly problem?: string;
}

/**
 * `TZ` may be empty, or name a zone that nobody knows: then JavaScript has no name for it, or one it does not take
 * itself.
 */
export function machineTimeZone(): Told {
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone !== undefined && isTimeZone(zone)) return { value: zone };
  const said = process.env['TZ'];
  return {
    value: 'UTC',
    problem: `The time zone of this machine is not known${said === undefined ? '' : ` (TZ is "${said}")`}; UTC is used`,
  };
}

/** Without HOME the system is asked, and it may not know the user. */
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
