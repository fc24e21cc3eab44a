/** Path arithmetic on absolute and relative `/` paths, without a file system. A drive letter (`C:/`) is also a root. */

export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}

/** Resolves `.` and `..`; `..` at the root stays at the root. */
export function normalizePath(path: string): string {
  const root = /^(?:[A-Za-z]:)?\//.exec(path)?.[0] ?? '';
  const parts: string[] = [];
  for (const part of path.slice(root.length).split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (root === '') parts.push('..');
  }
  return root + parts.join('/') || '.';
}

/** True if `path` is the folder itself or below it. Both must be absolute and normalized. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

export function joinPath(base: string, path: string): string {
  return normalizePath(isAbsolute(path) ? path : `${base}/${path}`);
}

/** `~` and `~/x` → home; absolute paths unchanged; relative paths against `base`. */
export function expandPath(path: string, base: string, home: string): string {
  if (path === '~') return normalizePath(home);
  if (path.startsWith('~/')) return joinPath(home, path.slice(2));
  return joinPath(base, path);
}

/** Like Node's `path.join`: keeps a trailing slash. */
function joinKeepingSlash(base: string, path: string): string {
  const joined = path === '' ? base : `${base}/${path}`;
  const tidy = normalizePath(joined);
  return joined.endsWith('/') && !tidy.endsWith('/') ? `${tidy}/` : tidy;
}

/** A leading `~` → home, absolute paths unchanged, everything else below `base`; keeps a trailing slash. */
export function resolveWritten(path: string, base: string, home: string): string {
  if (path.startsWith('~')) return joinKeepingSlash(home, path.slice(1));
  return isAbsolute(path) ? path : joinKeepingSlash(base, path);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  if (at === -1) return '.';
  return at === 0 ? '/' : path.slice(0, at);
}
