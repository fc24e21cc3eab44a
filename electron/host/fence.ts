import { normalizePath } from '../../shared/sources/paths';
import type { SourceRoot } from '../../shared/sources/types';
import { systemCode, systemReason } from './errors';
import type { FileBoundary, FileStat } from './files';
import { childOf, hasParentStep, isInside, nameOf, parentOf } from './paths';

/** Where a requested path leads: `real` is the path behind all links, `stat` what is there. Whoever opens it must find it `within`. */
export type Passage = { readonly ok: true; readonly path: string; readonly real: string; readonly within: string; readonly stat: FileStat | undefined } | Refused;

export type Refused = { readonly ok: false; readonly path: string; readonly ruleId: 'symlink-outside' | 'path-outside' | 'unreadable'; readonly problem: string };

export type Resolved = { readonly ok: true; readonly path: string } | Refused;

export interface Roots {
  readonly workspace: string;
  readonly home: string;
}

/**
 * A request for the workspace stays in it by name; only `home`, `absolute` and `ancestors` may name something else.
 * Whatever is inside the workspace by name must also be inside it behind its links.
 */
export function resolveRequest(roots: Roots, root: SourceRoot, path: string): Resolved {
  const base = root === 'workspace' ? roots.workspace : root === 'home' ? roots.home : '';
  const absolute = root === 'absolute' || isRooted(path) ? normalizePath(path) : normalizePath(childOf(base, path));
  const refused = { ok: false, path: absolute, ruleId: 'path-outside' } as const;
  if (path.includes('\0')) return { ...refused, path: absolute.replaceAll('\0', ''), problem: 'the name holds a NUL character' };
  if (root !== 'absolute' && hasParentStep(path)) return { ...refused, problem: `the name "${path}" leads out by ".."` };
  if (root !== 'absolute' && !isInside(base, absolute)) return { ...refused, problem: `"${path}" is outside the ${root} folder` };
  return { ok: true, path: absolute };
}

/** Tells where paths really lead. It remembers folders, so it is good for one moment: make a new one for each build. */
export class Fence {
  readonly #boundary: FileBoundary;
  readonly #workspace: string;
  readonly #folders = new Map<string, string>();

  constructor(boundary: FileBoundary, workspace: string) {
    this.#boundary = boundary;
    this.#workspace = workspace;
  }

  pass(path: string): Passage {
    try {
      const { real, stat } = this.#look(path);
      const isOwn = isInside(this.#workspace, path);
      const own = this.folder(this.#workspace);
      if (isOwn && !isInside(own, real)) return { ok: false, path, ruleId: 'symlink-outside', problem: 'it leads out of the workspace by a symbolic link' };
      return { ok: true, path, real, within: isOwn ? own : real, stat };
    } catch (error) {
      if (systemCode(error) === '') throw error;
      return { ok: false, path, ruleId: 'unreadable', problem: systemReason(error) };
    }
  }

  /** The real path of a folder. */
  folder(folder: string): string {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const real = realOf(this.#boundary, folder);
    this.#folders.set(folder, real);
    return real;
  }

  #look(path: string): { readonly real: string; readonly stat: FileStat | undefined } {
    const parent = parentOf(path);
    const real = parent === path ? path : childOf(this.folder(parent), nameOf(path));
    const stat = this.#boundary.lstat(real);
    if (stat?.kind !== 'link') return { real, stat };
    const target = realOf(this.#boundary, real);
    return { real: target, stat: this.#boundary.stat(target) };
  }
}

/** The real path, or for something that is not there the real path of its nearest existing folder plus the rest. */
export function realOf(boundary: FileBoundary, path: string): string {
  try {
    return boundary.realpath(path);
  } catch (error) {
    const parent = parentOf(path);
    if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error)) || parent === path) throw error;
    return childOf(realOf(boundary, parent), path.slice(childOf(parent, '').length));
  }
}

function isRooted(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}
