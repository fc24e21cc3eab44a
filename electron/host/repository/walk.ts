import { isUtf8 } from 'node:buffer';
import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { systemReason } from '../errors';
import {
  findGitFolder,
  isRepository,
  mostRuleBytes,
  readOrNothing,
  trackedNames,
  userIgnoreFile,
  type GitFolder,
} from './git-folder';
import type { Work } from './git-pattern';
import { mostRules, parseIgnoreRules, type IgnoreRules } from './git-ignore';
import { withOpenFolder } from '../disk/open-folder';
import { createYielder } from './yielding';
import { realFolderOf } from './file';
import { isReserved, isStraight, listedPath, mostListed, type ListedPath, type ListingProblem } from './names';

/** Rules and their base: how many bytes of a path (from the repository's root) belong to folders above. */
interface PlacedRules {
  readonly above: number;
  readonly rules: IgnoreRules;
}

export interface Walk {
  readonly paths: readonly ListedPath[];
  /** The tracked paths, on disk or not. */
  readonly tracked: ReadonlySet<string>;
  /** Folders where a new file would belong to the list: '' for the opened one, the others end in `/`. */
  readonly folders: readonly string[];
  readonly problems: readonly ListingProblem[];
}

const ignoreCase = process.platform === 'win32' || process.platform === 'darwin';
const ignoreFile = Buffer.from('.gitignore');
const slash = Buffer.from('/');
/** A few seconds of matching. Usual rules take under a hundred steps per file; most take none. */
const mostMatching = 3e8;

/** The innermost file with a matching rule decides. `path` is in bytes, from the repository's root. */
function isIgnored(all: readonly PlacedRules[], path: string, isFolder: boolean): boolean {
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const placed = all[at];
    const decided = placed?.rules.decide(path.slice(placed.above), isFolder);
    if (decided !== undefined) return decided === 'ignored';
  }
  return false;
}

/**
 * Lists what `git ls-files --cached --others --exclude-standard` lists below a folder, without running git, which would
 * read the folder's configuration: files that no rule ignores, plus tracked files on disk. Without a repository, all
 * files that no rule ignores. Links are listed, not followed.
 */
export async function walkPaths(folder: string, signal?: AbortSignal): Promise<Walk> {
  const paths: ListedPath[] = [];
  const folders: string[] = [];
  const problems: ListingProblem[] = [];
  const yieldIfDue = createYielder(signal);
  const work: Work = { left: mostMatching };
  const within = realFolderOf(folder, true);
  const root = Buffer.from(`${within}/`);
  const git = findGitFolder(folder);
  const tracked = trackedBelow(git, problems);

  const placed: Placed = (file, shown, above, inFolder) => {
    const bytes = readOrNothing(file, mostRuleBytes + 1, inFolder);
    if (bytes === undefined || bytes.length === 0) return [];
    const { rules, cut } = parseIgnoreRules(bytes.subarray(0, mostRuleBytes), ignoreCase, work);
    if (cut || bytes.length > mostRuleBytes)
      problems.push({
        path: shown,
        reason: `only its first ${mostRules.toLocaleString('en-US')} lines within 1 MB are used`,
        isCut: true,
      });
    return [{ above, rules }];
  };

  /**
   * `disk`, `base` and `inside` are the same folder: as bytes, as displayed, and in bytes from the repository's root.
   */
  const visit = async (disk: Buffer, base: string, inside: string, outer: readonly PlacedRules[]): Promise<void> => {
    await yieldIfDue();
    let entries: Dirent<Buffer>[];
    try {
      entries = withOpenFolder(Buffer.concat([root, disk]), within, (path) =>
        readdirSync(path, { withFileTypes: true, encoding: 'buffer' }),
      );
    } catch (error) {
      problems.push({ path: base, reason: systemReason(error) });
      return;
    }
    folders.push(base);
    const own = entries.some((entry) => entry.name.equals(ignoreFile))
      ? placed(Buffer.concat([root, disk, ignoreFile]), `${base}.gitignore`, inside.length, within)
      : [];
    const rules = own.length === 0 ? outer : [...outer, ...own];
    for (const entry of entries) {
      if (paths.length > mostListed || work.left < 0) return;
      await yieldIfDue();
      const name = listedPath(entry.name);
      if (isReserved(name.path)) continue;
      const path = base + name.path;
      const bytes = inside + entry.name.toString('latin1');
      if (entry.isDirectory()) {
        if (isIgnored(rules, bytes, true)) continue;
        if (isForeign(path)) {
          // Git lists a submodule by name, and another repository as a folder.
          const whole = Buffer.concat([disk, entry.name, slash]);
          if (!tracked.links.has(path))
            paths.push(isUtf8(whole) ? { path: `${path}/` } : { path: `${path}/`, bytes: whole });
          continue;
        }
        await visit(Buffer.concat([disk, entry.name, slash]), `${path}/`, `${bytes}/`, rules);
      } else if ((entry.isFile() || entry.isSymbolicLink()) && !isIgnored(rules, bytes, false) && work.left >= 0) {
        const whole = Buffer.concat([disk, entry.name]);
        paths.push(isUtf8(whole) ? { path } : { path, bytes: whole });
      }
    }
  };
  /** A nested repository is separate, unless this one tracks files in it. */
  const isForeign = (path: string): boolean =>
    git !== undefined &&
    (tracked.links.has(path) || (!tracked.folders.has(`${path}/`) && isRepository(`${folder}/${path}`)));

  const start = git === undefined ? { rules: [], ignored: false } : rulesAbove(git, placed);
  if (!start.ignored) await visit(Buffer.alloc(0), '', git === undefined ? '' : latin1(git.inside), start.rules);
  // A folder that the repository around it ignores, with no tracked files, is a workspace of its own.
  else if (tracked.files.size === 0) await visit(Buffer.alloc(0), '', '', []);
  else folders.push('');

  if (work.left < 0)
    problems.push({
      path: '',
      reason: 'its ignore rules take too long to match, and the rest is left out',
      isCut: true,
    });

  const found = new Set(paths.map(({ path }) => path));
  const names = new Map([...tracked.files, ...tracked.links]);
  const kindOf = kindsIn(folder);
  const entered = new Set(folders);
  for (const [path, listed] of names) {
    if (found.has(path)) continue;
    await yieldIfDue();
    const parents = parentsOf(path);
    // A tracked name must not lead through a link.
    if (parents.some((parent) => kindOf(parent) === 'link')) continue;
    paths.push(listed);
    for (const parent of parents)
      if (kindOf(parent) === 'folder' && !entered.has(parent) && entered.add(parent)) folders.push(parent);
  }
  return { paths, tracked: new Set(names.keys()), folders, problems };
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

interface Tracked {
  readonly files: ReadonlyMap<string, ListedPath>;
  /** Each ends in `/`. */
  readonly folders: ReadonlySet<string>;
  /** Submodules. */
  readonly links: ReadonlyMap<string, ListedPath>;
}

/** Relative to the opened folder. Names that would lead elsewhere are dropped. */
function trackedBelow(git: GitFolder | undefined, problems: ListingProblem[]): Tracked {
  const index = git === undefined ? undefined : trackedNames(git);
  if (index === 'broken')
    problems.push({
      path: '.git/index',
      reason: 'it cannot be read as an index of git; tracked files that are ignored are left out',
    });
  if (git === undefined || index === undefined || index === 'broken')
    return { files: new Map(), folders: new Set(), links: new Map() };
  const prefix = Buffer.from(git.inside);
  const below = (names: readonly Buffer[]): readonly ListedPath[] =>
    names
      .filter((name) => name.subarray(0, prefix.length).equals(prefix))
      .map((name) => listedPath(name.subarray(prefix.length)))
      .filter(({ path }) => isStraight(path) && !isReserved(path));
  const files = below(index.names);
  const folders = new Set<string>();
  for (const { path } of files)
    for (const parent of parentsOf(path).toReversed()) if (folders.size === folders.add(parent).size) break;
  return {
    files: new Map(files.map((listed) => [listed.path, listed])),
    folders,
    links: new Map(below(index.links).map((listed) => [listed.path, listed])),
  };
}

/** The folders above a path, outermost first, each ending in `/`. */
function parentsOf(path: string): readonly string[] {
  const parents: string[] = [];
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) parents.push(path.slice(0, end + 1));
  return parents;
}

/** What is at the path of a folder (ending in `/`). */
function kindsIn(folder: string): (path: string) => 'folder' | 'link' | 'other' {
  const kinds = new Map<string, 'folder' | 'link' | 'other'>();
  const look = (path: string): 'folder' | 'link' | 'other' => {
    try {
      const stat = lstatSync(join(folder, path.slice(0, -1)), { throwIfNoEntry: false });
      return stat?.isSymbolicLink() === true ? 'link' : stat?.isDirectory() === true ? 'folder' : 'other';
    } catch {
      // Part of the path is not a folder, so nothing is there.
      return 'other';
    }
  };
  return (path) => kinds.get(path) ?? kinds.set(path, look(path)).get(path) ?? 'other';
}

/** Reads rules. `inFolder` is the real folder they must lie in, unless git itself names the path. */
type Placed = (file: string | Buffer, shown: string, above: number, inFolder?: string) => readonly PlacedRules[];

/**
 * The rules of the surrounding repository that apply to the opened folder, outermost first, and whether they ignore all
 * of it.
 */
function rulesAbove(
  git: GitFolder,
  placed: Placed,
): { readonly rules: readonly PlacedRules[]; readonly ignored: boolean } {
  const rules = [
    ...placed(userIgnoreFile(), userIgnoreFile(), 0),
    ...placed(join(git.commonDir, 'info', 'exclude'), '.git/info/exclude', 0),
  ];
  let ignored = false;
  for (const parent of ['', ...parentsOf(git.inside)]) {
    const bytes = latin1(parent);
    ignored ||= parent !== '' && isIgnored(rules, bytes.slice(0, -1), true);
    if (parent !== git.inside)
      rules.push(
        ...placed(
          join(git.root, parent, '.gitignore'),
          join(git.root, parent, '.gitignore'),
          bytes.length,
          realFolderOf(git.root),
        ),
      );
  }
  return { rules, ignored };
}
