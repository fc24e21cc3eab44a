import { byCodePoint } from '../../shared/document/code-point-order';
import { resolve } from 'node:path';
import type { Dirent } from 'node:fs';
import { globSync, isDynamicPattern } from 'tinyglobby';
import type { Finding } from '../../shared/sources/findings';
import { isAbsolute, normalizePath } from '../../shared/sources/paths';
import { systemCode, systemReason } from './errors';
import type { Fence } from './fence';
import type { FileBoundary, FolderEntry } from './files';
import { InterestSet, type Interests } from './interests';
import { childOf, isInside, toSlash, upwards } from './paths';
import { refusal } from './refusals';

export interface Listing {
  /** Absolute, in code-unit order. */
  readonly paths: readonly string[];
  readonly interests: Interests;
  readonly findings: readonly Finding[];
}

export interface View {
  readonly boundary: FileBoundary;
  readonly workspace: string;
  readonly fence: Fence;
  /** Files that exist only as unsaved edits. */
  readonly unsaved: readonly string[];
}

/** tinyglobby sees the tree under this name, so that no letter of the real path is taken for a pattern. */
const mount = toSlash(resolve('/strata'));

/** Files below `root` that match; also the folders that were looked into, since a new entry in any of them may match. */
export function listFiles(view: View, root: string, pattern: string): Listing {
  const { folder, rest } = splitPattern(root, pattern);
  const walk = new Walk(view, folder);
  const options = { cwd: mount, dot: true, expandDirectories: false, followSymbolicLinks: false, fs: { readdirSync: walk.readdir as never } };
  const found = globSync(rest, options).map((path) => childOf(folder, path));
  return { paths: found.toSorted(byCodePoint), interests: walk.interests.folders, findings: walk.findings };
}

export function isDynamicGlob(pattern: string): boolean {
  return isDynamicPattern(pattern);
}

/** The steps before the first one with a wildcard are a folder; a pattern without wildcards keeps its last step. */
export function splitPattern(root: string, pattern: string): { readonly folder: string; readonly rest: string } {
  const steps = pattern.split('/');
  let fixed = 0;
  while (fixed < steps.length - 1 && !isDynamicPattern(steps[fixed] ?? '')) fixed += 1;
  const fixedSteps = steps.slice(0, fixed).map(unescaped);
  const folder = normalizePath(`${(isAbsolute(pattern) ? fixedSteps : [root, ...fixedSteps]).join('/')}/`);
  return { folder, rest: steps.slice(fixed).join('/') };
}

/** A backslash keeps the next character from being a wildcard. */
function unescaped(step: string): string {
  return step.replaceAll(/\\(.)/g, '$1');
}

/** One walk: reads folders, follows links that stay inside, and refuses the others with a finding. */
class Walk {
  readonly interests = new InterestSet();
  readonly findings: Finding[] = [];
  readonly #view: View;
  readonly #base: string;

  constructor(view: View, base: string) {
    this.#view = view;
    this.#base = base;
  }

  readdir = (mounted: string): readonly Pick<Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink'>[] => {
    const below = mounted.replace(/\/$/, '').slice(mount.length + 1);
    const folder = below === '' ? this.#base : childOf(this.#base, below);
    this.interests.folder(folder);
    return this.#entries(folder).map(({ name, kind }) => ({
      name,
      isFile: () => kind === 'file',
      isDirectory: () => kind === 'folder',
      isSymbolicLink: () => false,
    }));
  };

  #entries(folder: string): readonly FolderEntry[] {
    const entries = this.#onDisk(folder).flatMap((entry) => (entry.kind === 'link' ? this.#follow(folder, entry.name) : [entry]));
    const names = new Set(entries.map((entry) => entry.name));
    const prefix = childOf(folder, '');
    for (const path of this.#view.unsaved) {
      if (!path.startsWith(prefix)) continue;
      const [name = '', ...further] = path.slice(prefix.length).split('/');
      if (!names.has(name)) entries.push({ name, kind: further.length === 0 ? 'file' : 'folder' });
      names.add(name);
    }
    return entries;
  }

  #onDisk(folder: string): readonly FolderEntry[] {
    try {
      const { fence, workspace, boundary } = this.#view;
      const passage = fence.pass(folder);
      if (!passage.ok) {
        this.findings.push(refusal(workspace, folder, passage.ruleId, passage.problem));
        return [];
      }
      return boundary.list(passage.real, passage.within);
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error))) this.findings.push(refusal(this.#view.workspace, folder, 'unreadable', systemReason(error)));
      return [];
    }
  }

  #follow(folder: string, name: string): readonly FolderEntry[] {
    const path = childOf(folder, name);
    const { fence, workspace } = this.#view;
    const passage = fence.pass(path);
    if (!passage.ok) {
      this.findings.push(refusal(workspace, path, passage.ruleId, passage.problem));
      return [];
    }
    const { real, stat } = passage;
    this.interests.path(real);
    if (stat === undefined) return [];
    if (stat.kind === 'folder' && this.#isLoop(folder, real)) {
      this.findings.push(refusal(workspace, path, 'symlink-loop', 'its symbolic link leads back to a folder above it'));
      return [];
    }
    return [{ name, kind: stat.kind }];
  }

  /** A link to a folder that is already being walked through would never end. */
  #isLoop(folder: string, real: string): boolean {
    const { fence } = this.#view;
    const walked = upwards(folder).filter((each) => isInside(this.#base, each));
    return walked.some((each) => fence.folder(each) === real) || isInside(real, fence.folder(folder));
  }
}
