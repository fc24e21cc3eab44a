import { realpathSync } from 'node:fs';
import { systemCode, systemReason } from '../host/errors';
import { readTextOf } from '../host/disk/open-file';
import { toSlash } from '../host/disk/paths';
import { UsageError } from './inspect-folder';

/** A saved document of the largest prompt Strata reads is smaller. */
const maxBytes = 256 * 1024 * 1024;

interface Named {
  /** The option that named it. */
  readonly before?: string;
  /** What to do about it. */
  readonly after?: string;
  /** A folder that it stands in and must not lead out of: the folder named it, not the user. */
  readonly inside?: string | undefined;
}

/** A text file that a command works on; one that cannot be read is wrong usage. */
export function readNamed(path: string, { before = '', after = '', inside }: Named = {}): string {
  try {
    return readTextOf(path, {
      most: maxBytes,
      ...(inside === undefined ? {} : { within: toSlash(realpathSync.native(inside)) }),
    });
  } catch (error) {
    if (systemCode(error) === '') throw error;
    throw new UsageError(`${before}${path} cannot be read: ${systemReason(error)}${after}`);
  }
}
