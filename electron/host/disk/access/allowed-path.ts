import { isAbsolute, normalizePath } from '../../../../shared/sources/paths';
import type { SourceRoot } from '../../../../shared/sources/types';
import { systemCode, systemReason } from '../../errors';
import type { FileBoundary, FileStat } from '../files';
import { followLink } from './follow-link';
import { childOf, isInside, nameOf, parentOf } from '../paths';

/**
 * Where a requested path leads: `real` is the path behind all links, `stat` what is there. The opened file must lie
 * `within`.
 */
export type CheckedPath =
  | {
      readonly ok: true;
      readonly path: string;
      readonly real: string;
      readonly within: string;
      readonly stat: FileStat | undefined;
    }
  | Refused;

export interface Refused {
  readonly ok: false;
  readonly path: string;
  readonly ruleId: 'symlink-outside' | 'path-outside' | 'unreadable';
  readonly problem: string;
  /** The path the user must allow. */
  readonly wants?: string;
}

export type Resolved = { readonly ok: true; readonly path: string } | Refused;

export interface Roots {
  readonly workspace: string;
  readonly home: string;
}

/** True if this path outside the workspace may be read. */
export type Permit = (path: string) => boolean;

/** The absolute path of a request. The guard decides whether it may be read. */
export function resolveRequest(roots: Roots, root: SourceRoot, path: string): Resolved {
  const base = root === 'workspace' ? roots.workspace : root === 'home' ? roots.home : '';
  const absolute = root === 'absolute' || isAbsolute(path) ? normalizePath(path) : normalizePath(childOf(base, path));
  if (!path.includes('\0')) return { ok: true, path: absolute };
  return {
    ok: false,
    path: absolute.replaceAll('\0', ''),
    ruleId: 'path-outside',
    problem: 'the name holds a NUL character',
  };
}

type Reached = { readonly real: string } | { readonly wants: string };

/**
 * Resolves paths, and refuses those that leave the workspace without a permit, by name or by link. Nothing outside is
 * even looked at before it is permitted. It caches folders: use a new guard for each build.
 */
export class PathGuard {
  readonly #boundary: FileBoundary;
  readonly #workspace: string;
  readonly #allowed: Permit;
  readonly #folders = new Map<string, Reached>();
  #own: string | undefined;

  constructor(boundary: FileBoundary, workspace: string, allowed: Permit) {
    this.#boundary = boundary;
    this.#workspace = workspace;
    this.#allowed = allowed;
  }

  pass(path: string, permit: Permit = this.#allowed): CheckedPath {
    try {
      return isInside(this.#workspace, path)
        ? this.#passOwn(path, permit)
        : this.#passOutside(path, path, permit, 'path-outside');
    } catch (error) {
      if (systemCode(error) === '') throw error;
      return { ok: false, path, ruleId: 'unreadable', problem: systemReason(error) };
    }
  }

  /** The real path of a folder. For a link that leads out, the path it leads to. */
  folder(folder: string): string {
    const reached = this.#folder(folder);
    return 'real' in reached ? reached.real : reached.wants;
  }

  get #ownFolder(): string {
    this.#own ??= realOf(this.#boundary, this.#workspace);
    return this.#own;
  }

  #passOwn(path: string, permit: Permit): CheckedPath {
    const { stat, ...reached } = this.#reach(path);
    if ('wants' in reached) return this.#passOutside(path, reached.wants, permit, 'symlink-outside');
    return { ok: true, path, real: reached.real, within: this.#ownFolder, stat };
  }

  /** Both the requested path and its target must be allowed. */
  #passOutside(path: string, wants: string, permit: Permit, ruleId: 'symlink-outside' | 'path-outside'): CheckedPath {
    const refused = (wanted: string, why: Refused['ruleId']): Refused => ({
      ok: false,
      path,
      ruleId: why,
      wants: wanted,
      problem: problemOf(why, wanted),
    });
    if (!permit(wants)) return refused(wants, ruleId);
    const parent = parentOf(wants);
    const named = parent === wants ? wants : childOf(this.folder(parent), nameOf(wants));
    const stat = this.#boundary.lstat(named);
    const real = stat?.kind === 'link' ? realOf(this.#boundary, named) : named;
    const isBack = isInside(this.#ownFolder, real);
    if (real !== wants && !isBack && !permit(real)) return refused(real, 'symlink-outside');
    return {
      ok: true,
      path,
      real,
      within: isBack ? this.#ownFolder : real,
      stat: real === named ? stat : this.#boundary.lstat(real),
    };
  }

  #folder(folder: string): Reached {
    const cached = this.#folders.get(folder);
    if (cached !== undefined) return cached;
    const { stat: _, ...reached } = isInside(this.#workspace, folder)
      ? this.#reach(folder)
      : { stat: undefined, real: realOf(this.#boundary, folder) };
    this.#folders.set(folder, reached);
    return reached;
  }

  /** Goes step by step, to notice a link that leads out before following it. */
  #reach(path: string): Reached & { readonly stat: FileStat | undefined } {
    if (path === this.#workspace) return { real: this.#ownFolder, stat: this.#boundary.lstat(this.#ownFolder) };
    const parent = this.#folder(parentOf(path));
    if ('wants' in parent) return { wants: childOf(parent.wants, nameOf(path)), stat: undefined };
    const real = childOf(parent.real, nameOf(path));
    const stat = this.#boundary.lstat(real);
    if (stat?.kind !== 'link') return { real, stat };
    const target = followLink(this.#boundary, this.#ownFolder, real);
    return isInside(this.#ownFolder, target)
      ? { real: target, stat: this.#boundary.lstat(target) }
      : { wants: target, stat: undefined };
  }
}

function problemOf(why: Refused['ruleId'], wants: string): string {
  return why === 'symlink-outside'
    ? `it leads out of the folder by a symbolic link, to ${wants}`
    : 'it lies outside the folder';
}

/** The real path. If nothing is there, the real path of the nearest existing folder plus the rest. */
export function realOf(boundary: FileBoundary, path: string): string {
  try {
    return boundary.realpath(path);
  } catch (error) {
    const parent = parentOf(path);
    if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error)) || parent === path) throw error;
    return childOf(realOf(boundary, parent), path.slice(childOf(parent, '').length));
  }
}
