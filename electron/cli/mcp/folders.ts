/** The folders a server may read. Everything else is refused, also through links and `..`. */
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { systemCode, systemReason } from '../../host/errors';
import { UsageError } from '../usage-error';

export class Folders {
  readonly #roots: readonly string[];

  constructor(folders: readonly string[]) {
    this.#roots = folders.map((folder) => {
      const real = realOf(folder);
      if (real === undefined || !statSync(real).isDirectory()) throw new UsageError(`${folder} is not a folder`);
      return real;
    });
  }

  get names(): readonly string[] {
    return this.#roots;
  }

  /** The real path of what is asked for. A relative path is looked for in each folder, in their order. */
  allowed(asked: string): string {
    const candidates = isAbsolute(asked) ? [asked] : this.#roots.map((root) => resolve(root, asked));
    for (const candidate of candidates) {
      const real = realOf(candidate);
      if (real !== undefined && this.#roots.some((root) => isWithin(root, real))) return real;
    }
    throw new UsageError(`"${asked}" is not in the folders this server was started for: ${this.#roots.join(', ')}`);
  }
}

function isWithin(root: string, path: string): boolean {
  const below = relative(root, path);
  return below === '' || (!isAbsolute(below) && below !== '..' && !below.startsWith(`..${sep}`));
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (systemCode(error) === '') throw error;
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return undefined;
    throw new UsageError(`${path} cannot be read: ${systemReason(error)}`);
  }
}
