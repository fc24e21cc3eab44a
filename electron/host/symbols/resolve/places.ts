import { normalizePath } from '../../../../shared/sources/paths';

/** Where an import leads. */
export interface Resolution {
  /** The files that hold what is imported. */
  readonly files: readonly string[];
  /** Imported names that are files themselves. */
  readonly modules?: ReadonlyMap<string, string>;
  /** A package of several files; which of them is meant is decided by the names used. */
  readonly package?: string;
}

/** The repository as resolvers see it: paths, and the few contents that name packages. */
export interface Places {
  has(path: string): boolean;
  hasFolder(folder: string): boolean;
  /** All paths that end with `/name` or are it. */
  named(name: string): readonly string[];
  readonly goModules: readonly { readonly folder: string; readonly module: string }[];
}

export function createPlaces(paths: readonly string[], goModules: Places['goModules'] = []): Places {
  const all = new Set(paths);
  const folders = new Set<string>();
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [path]);
    else same.push(path);
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const size = folders.size;
      if (folders.add(path.slice(0, end)).size === size) break;
    }
  }
  return {
    has: (path) => all.has(path),
    hasFolder: (folder) => folder === '' || folders.has(folder),
    named(name) {
      const found = byName.get(name.slice(name.lastIndexOf('/') + 1)) ?? [];
      return name.includes('/') ? found.filter((path) => path === name || path.endsWith(`/${name}`)) : found;
    },
    goModules,
  };
}

/** The folder of a file; '' for one at the root. */
export function folderOfPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Undefined for a path that leaves the repository. */
export function within(folder: string, path: string): string | undefined {
  const joined = normalizePath(folder === '' ? path : `${folder}/${path}`);
  if (joined === '..' || joined.startsWith('../') || joined.startsWith('/')) return undefined;
  return joined === '.' ? '' : joined;
}

/** The folder and those above it, innermost first, ended by the root ''. */
export function foldersUp(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== ''; ) {
    at = folderOfPath(at);
    folders.push(at);
  }
  return folders;
}

/** The candidate that shares the longest path with `from`; of equals, the first by code unit. */
export function nearest(candidates: readonly string[], from: string): string | undefined {
  const shared = (path: string): number => {
    let at = 0;
    while (at < path.length && path.charCodeAt(at) === from.charCodeAt(at)) at += 1;
    return path.lastIndexOf('/', at);
  };
  let best: string | undefined;
  for (const candidate of candidates) if (best === undefined || shared(candidate) > shared(best)) best = candidate;
  return best;
}
