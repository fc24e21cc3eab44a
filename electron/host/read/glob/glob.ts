import { byCodePoint } from '../../../../shared/basics/code-point-order';
import { finding, type Finding } from '../../../../shared/sources/findings';
import { isAbsolute, normalizePath } from '../../../../shared/sources/paths';
import { systemCode, systemReason } from '../../errors';
import type { Ask } from '../../../../shared/sources/trust';
import type { PathGuard, Permit, Refused } from '../../disk/access/allowed-path';
import type { FileBoundary, FolderEntry } from '../../disk/files';
import { InterestSet, type Interests } from '../../watch/interests';
import { enterGlob, isWholeMatch, parseGlob, startGlob, type GlobState, type GlobAlternatives } from './glob-pattern';
import { childOf, isInside, upwards } from '../../disk/paths';
import { refusal } from '../../disk/access/refusals';
import { leftOut } from '../../disk/access/trust';
import { grouped } from '../../../../shared/basics/grouped';

export interface Listing {
  /** Absolute paths in code-unit order. */
  readonly paths: readonly string[];
  readonly interests: Interests;
  readonly findings: readonly Finding[];
  /** Links that lead out. */
  readonly asks: readonly Ask[];
}

export interface View {
  readonly boundary: FileBoundary;
  readonly workspace: string;
  readonly guard: PathGuard;
  /** The permit of the current request. */
  readonly permit?: Permit | undefined;
  /** Files that exist only as unsaved edits. */
  readonly unsaved: readonly string[];
}

/** More are no prompt; reading their names alone would hold everything up. */
const mostFiles = 10_000;
const mostEntries = 200_000;
/** Where one leads is asked of the disk, which takes some thirty times as long as its name. */
const mostLinks = 10_000;
/** Places in names that are looked at: less than a second. Patterns that people write need about one a character. */
const mostEffort = 100_000_000;

/** Files below `root` that match, and the folders searched: a new entry in any of them may match. */
export function listFiles(view: View, root: string, pattern: string): Listing {
  const { folder, rest } = splitPattern(root, pattern);
  const walk = new Walk(view, folder);
  const glob = parseGlob(rest);
  if (!glob.ok)
    return {
      paths: [],
      interests: walk.interests.folders,
      findings: [cut(pattern.slice(0, 100), `${glob.problem}: nothing is taken`)],
      asks: [],
    };
  const found = walk.files(glob.ways, pattern);
  return {
    paths: found.toSorted(byCodePoint),
    interests: walk.interests.folders,
    findings: walk.findings,
    asks: walk.asks,
  };
}

function cut(pattern: string, problem: string): Finding {
  return finding('warning', 'too-many-files', `The pattern ${pattern} is cut short: ${problem}`);
}

/** The steps before the first wildcard are the folder. A pattern without wildcards keeps its last step. */
export function splitPattern(root: string, pattern: string): { readonly folder: string; readonly rest: string } {
  const steps = pattern.split('/');
  let fixed = 0;
  while (fixed < steps.length - 1 && !/[*?[{(]/.test(steps[fixed] ?? '')) fixed += 1;
  const fixedSteps = steps.slice(0, fixed).map(unescaped);
  const folder = normalizePath(`${(isAbsolute(pattern) ? fixedSteps : [root, ...fixedSteps]).join('/')}/`);
  return { folder, rest: steps.slice(fixed).join('/') };
}

/** A backslash escapes the next character. */
function unescaped(step: string): string {
  return step.replaceAll(/\\(.)/g, '$1');
}

/** One walk: reads folders, follows links that stay inside, and reports the others as findings. */
class Walk {
  readonly interests = new InterestSet();
  readonly findings: Finding[] = [];
  readonly asks: Ask[] = [];
  readonly #view: View;
  readonly #base: string;
  #links = 0;

  constructor(view: View, base: string) {
    this.#view = view;
    this.#base = base;
  }

  files(ways: GlobAlternatives, pattern: string): readonly string[] {
    const found: string[] = [];
    const effort = { left: mostEffort };
    const waiting: { readonly folder: string; readonly state: GlobState }[] = [
      { folder: this.#base, state: startGlob(ways) },
    ];
    let entries = 0;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { folder, state } = next;
      this.interests.folder(folder);
      const couldMatch = (name: string): boolean => enterGlob(ways, state, name, effort).length > 0;
      for (const { name, kind } of this.#entries(folder, couldMatch)) {
        entries += 1;
        const problem =
          effort.left < 0
            ? 'it takes too long to match'
            : found.length >= mostFiles
              ? `more than ${grouped(mostFiles)} files match`
              : entries > mostEntries
                ? `there are more than ${grouped(mostEntries)} names to look at`
                : this.#links > mostLinks
                  ? `there are more than ${grouped(mostLinks)} links to follow`
                  : undefined;
        if (problem !== undefined) {
          this.findings.push(cut(pattern.slice(0, 100), problem));
          return found;
        }
        if (kind !== 'file' && kind !== 'folder') continue;
        const below = enterGlob(ways, state, name, effort);
        if (kind === 'file' && isWholeMatch(ways, below)) found.push(childOf(folder, name));
        if (kind === 'folder' && below.length > 0) waiting.push({ folder: childOf(folder, name), state: below });
      }
    }
    return found;
  }

  /** One after another: whoever stops asking follows no further link. A link that nothing asks for is not followed. */
  *#entries(folder: string, couldMatch: (name: string) => boolean): Generator<FolderEntry, void> {
    const names = new Set<string>();
    for (const entry of this.#onDisk(folder)) {
      const isWanted = entry.kind === 'link' && couldMatch(entry.name);
      const followed = isWanted ? this.#follow(folder, entry.name) : [entry];
      for (const each of followed) names.add(each.name);
      // A link that leads nowhere is still a step: the limit is looked at with each.
      yield* followed.length === 0 ? [entry] : followed;
    }
    const prefix = childOf(folder, '');
    for (const path of this.#view.unsaved) {
      if (!path.startsWith(prefix)) continue;
      const [name = '', ...further] = path.slice(prefix.length).split('/');
      if (names.has(name)) continue;
      names.add(name);
      yield { name, kind: further.length === 0 ? 'file' : 'folder' };
    }
  }

  #onDisk(folder: string): readonly FolderEntry[] {
    try {
      const { guard, boundary, permit } = this.#view;
      const checked = guard.pass(folder, permit);
      if (!checked.ok) return this.#refuse(checked);
      return boundary.list(checked.real, checked.within);
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error)))
        this.findings.push(refusal(this.#view.workspace, folder, 'unreadable', systemReason(error)));
      return [];
    }
  }

  #follow(folder: string, name: string): readonly FolderEntry[] {
    this.#links += 1;
    const path = childOf(folder, name);
    const { guard, workspace, permit } = this.#view;
    const checked = guard.pass(path, permit);
    if (!checked.ok) return this.#refuse(checked);
    const { real, stat } = checked;
    this.interests.path(real);
    if (stat === undefined) return [];
    if (stat.kind === 'folder' && this.#isLoop(folder, real)) {
      this.findings.push(refusal(workspace, path, 'symlink-loop', 'its symbolic link leads back to a folder above it'));
      return [];
    }
    return [{ name, kind: stat.kind }];
  }

  #refuse(checked: Refused): readonly FolderEntry[] {
    const { workspace } = this.#view;
    if (checked.wants === undefined)
      this.findings.push(refusal(workspace, checked.path, checked.ruleId, checked.problem));
    else {
      const left = leftOut(workspace, checked, checked.wants, {});
      this.findings.push(left.finding);
      this.asks.push(left.ask);
    }
    return [];
  }

  /** A link to a folder on the current path would recurse forever. */
  #isLoop(folder: string, real: string): boolean {
    const { guard } = this.#view;
    const walked = upwards(folder).filter((each) => isInside(this.#base, each));
    return walked.some((each) => guard.folder(each) === real) || isInside(real, guard.folder(folder));
  }
}
