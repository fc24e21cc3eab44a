import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, type Dirent } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { systemReason } from './errors';
import { readTextOf } from './open-file';
import { withOpenFolder } from './open-folder';
import { createBreather } from './repository-breathe';
import { realFolderOf } from './repository-file';
import { isReserved, listedPath, type ListedPath, type ListingProblem } from './repository-names';

/** The rules of one `.gitignore`; `base` is its folder, relative to the opened one and ended by `/` ('' for the opened one). */
interface Rules {
  /** What to put before a path of the walk so that it is relative to the rules' folder; rules above the opened folder need it. */
  readonly above: string;
  readonly base: string;
  readonly matcher: Ignore;
}

export interface Walk {
  readonly paths: readonly ListedPath[];
  /** Every folder that was entered: '' for the opened one, the others ended by `/`. */
  readonly folders: readonly string[];
  readonly problems: readonly ListingProblem[];
}

const maxRulesBytes = 16 * 1024 * 1024;

const ignoreCase = process.platform === 'win32' || process.platform === 'darwin';

/** `within`: the folder it must really lie in; git follows no link here either. */
function readRules(file: string | Buffer, within: string | undefined, above: string, base: string): readonly Rules[] {
  let text: string;
  try {
    text = readTextOf(file, { most: maxRulesBytes, within });
  } catch {
    // No such file, a folder or a pipe of that name, or a link: git too goes on without.
    return [];
  }
  return [{ above, base, matcher: ignore({ ignorecase: ignoreCase }).add(text) }];
}

/** Rules that reach into `folder` from the repository around it, outermost first. */
function rulesAbove(folder: string): readonly Rules[] {
  const rules: Rules[] = [];
  let at = folder;
  while (!existsSync(join(at, '.git'))) {
    const parent = dirname(at);
    if (parent === at) return [];
    at = parent;
    rules.unshift(...readRules(join(at, '.gitignore'), realFolderOf(at), `${relative(at, folder).split(sep).join('/')}/`, ''));
  }
  const inside = relative(at, folder).split(sep).join('/');
  const all = [...readRules(join(at, '.git', 'info', 'exclude'), undefined, inside === '' ? '' : `${inside}/`, ''), ...rules];
  // A folder that the repository around it ignores as a whole is a workspace of its own.
  return inside !== '' && isIgnored(all, '', true) ? [] : all;
}

/** The innermost `.gitignore` that says anything decides; a folder's path ends with `/`, as the rules want it. */
function isIgnored(rules: readonly Rules[], path: string, folder: boolean): boolean {
  for (const { above, base, matcher } of rules.toReversed()) {
    const tested = above + path.slice(base.length) + (folder && path !== '' ? '/' : '');
    const { ignored, unignored } = matcher.test(tested);
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** All files below a folder except ignored ones, for where git cannot be asked. Links are listed, not followed. */
export async function walkPaths(folder: string, signal?: AbortSignal): Promise<Walk> {
  const paths: ListedPath[] = [];
  const folders: string[] = [];
  const problems: ListingProblem[] = [];
  const breathe = createBreather(signal);
  const within = realFolderOf(folder, true);
  const root = Buffer.from(`${within}/`);
  /** `disk` and `base` are the same folder, as bytes and as shown; both end with `/` below the opened folder. */
  const visit = async (disk: Buffer, base: string, outer: readonly Rules[]): Promise<void> => {
    await breathe();
    let entries: Dirent<Buffer>[];
    try {
      entries = withOpenFolder(Buffer.concat([root, disk]), within, (path) => readdirSync(path, { withFileTypes: true, encoding: 'buffer' }));
    } catch (error) {
      problems.push({ path: base, reason: systemReason(error) });
      return;
    }
    folders.push(base);
    const own = entries.some((entry) => entry.name.equals(ignoreFile)) ? readRules(Buffer.concat([root, disk, ignoreFile]), within, '', base) : [];
    const rules = own.length === 0 ? outer : [...outer, ...own];
    for (const entry of entries) {
      const name = listedPath(entry.name);
      const path = base + name.path;
      if (isReserved(name.path)) continue;
      if (entry.isDirectory()) {
        if (!isIgnored(rules, path, true)) await visit(Buffer.concat([disk, entry.name, slash]), `${path}/`, rules);
      } else if ((entry.isFile() || entry.isSymbolicLink()) && !isIgnored(rules, path, false)) {
        const bytes = Buffer.concat([disk, entry.name]);
        paths.push(isUtf8(bytes) ? { path } : { path, bytes });
      }
    }
  };
  await visit(Buffer.alloc(0), '', rulesAbove(folder));
  return { paths, folders, problems };
}

const ignoreFile = Buffer.from('.gitignore');
const slash = Buffer.from('/');
