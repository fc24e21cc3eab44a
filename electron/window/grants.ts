/** The folders and files the user opened. A page may name others but cannot read them. No Electron here. */
import { HostError } from '../host/errors';
import { absolutePath, isInside } from '../host/disk/paths';

export interface Grants {
  /** The user named the path: in a dialog, by dropping it, on the command line, or in an earlier run. */
  allow(path: string): void;
  /** True if the path is allowed or below an allowed one. */
  allows(path: string): boolean;
  /** Returns the path if it is allowed or below an allowed one; throws otherwise. */
  check(path: string): string;
}

export function createGrants(): Grants {
  const allowed = new Set<string>();
  const allows = (path: string): boolean => [...allowed].some((each) => isInside(each, absolutePath(path)));
  return {
    allows,
    allow: (path) => void allowed.add(absolutePath(path)),
    check(path) {
      if (!allows(path))
        throw new HostError('forbidden', `${path} was not opened by you: use Open Folder, or drop it on the window`);
      return path;
    },
  };
}

/** Grants of this run. */
export const grants = createGrants();
