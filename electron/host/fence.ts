import { normalizePath } from '../../shared/sources/paths';
import type { SourceRoot } from '../../shared/sources/types';
import { systemCode, systemReason } from './errors';
import type { FileBoundary } from './files';
import { childOf, hasParentStep, isInside, parentOf } from './paths';

/** Where a requested path leads. `real` is the path behind all links; it equals `path` for what does not exist yet. */
export type Passage =
  | { readonly ok: true; readonly path: string; readonly real: string }
  | { readonly ok: false; readonly path: string; readonly ruleId: 'symlink-outside' | 'path-outside' | 'unreadable'; readonly problem: string };

export interface Roots {
  readonly workspace: string;
  readonly home: string;
}

/**
 * A request for the workspace stays in it by name; only `home`, `absolute` and `ancestors` may name something else.
 * Whatever is inside the workspace by name must also be inside it behind its links.
 */
export function resolveRequest(roots: Roots, root: SourceRoot, path: string): Passage {
  const base = root === 'workspace' ? roots.workspace : root === 'home' ? roots.home : '';
  const absolute = root === 'absolute' || isRooted(path) ? normalizePath(path) : normalizePath(childOf(base, path));
  const refused = { ok: false, path: absolute, ruleId: 'path-outside' } as const;
  if (path.includes('\0')) return { ...refused, path: absolute.replaceAll('\0', ''), problem: 'the name holds a NUL character' };
  if (root !== 'absolute' && hasParentStep(path)) return { ...refused, problem: `the name "${path}" leads out by ".."` };
  if (root !== 'absolute' && !isInside(base, absolute)) return { ...refused, problem: `"${path}" is outside the ${root} folder` };
  return { ok: true, path: absolute, real: absolute };
}

export function passFence(boundary: FileBoundary, workspace: string, path: string): Passage {
  try {
    const real = realOf(boundary, path);
    if (isInside(workspace, path) && !isInside(realOf(boundary, workspace), real)) {
      return { ok: false, path, ruleId: 'symlink-outside', problem: 'it leads out of the workspace by a symbolic link' };
    }
    return { ok: true, path, real };
  } catch (error) {
    return { ok: false, path, ruleId: 'unreadable', problem: systemReason(error) };
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
