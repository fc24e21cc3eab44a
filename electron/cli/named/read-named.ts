import { realpathSync } from 'node:fs';
import { systemCode, systemReason } from '../../host/errors';
import { readTextOf } from '../../host/disk/open-file';
import { toSlash } from '../../host/disk/paths';
import { UsageError } from '../usage-error';

/** Larger than a saved document of the largest prompt Strata reads. */
const maxBytes = 256 * 1024 * 1024;

interface Named {
  /** The option that named the file. */
  readonly before?: string;
  /** Advice for the user. */
  readonly after?: string;
  /** The folder that named the file, if the user did not. The file must lie inside it. */
  readonly inside?: string | undefined;
}

/** Reads a text file that a command works on. An unreadable file is wrong usage. */
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
