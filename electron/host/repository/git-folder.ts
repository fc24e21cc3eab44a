/** Finds the repository around a folder and reads its files directly. Never runs git. */
import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { systemCode } from '../errors';
import { readIndexNames, type IndexNames } from './git-index';
import { machineHome } from '../disk/machine';
import { readBytesOf } from '../disk/open-file';

export interface GitFolder {
  /** Root of the work tree. */
  readonly root: string;
  /** The opened folder relative to the root, with `/`: '' or ending in `/`. */
  readonly inside: string;
  readonly gitDir: string;
  /** Same as `gitDir`, except in a linked work tree, where it is shared. */
  readonly commonDir: string;
}

/** The index of a million files has about 100 MB. */
const mostIndexBytes = 256 * 1024 * 1024;
export const mostRuleBytes = 1024 * 1024;
const mostPointerBytes = 64 * 1024;

/**
 * At most `most` bytes of a file. Undefined if it is missing, not a file, or not in the real folder `within`: git also
 * continues without.
 */
export function readOrNothing(path: string | Buffer, most: number, within?: string): Buffer | undefined {
  try {
    return readBytesOf(path, { most, within });
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return undefined;
  }
}

/** Undefined when no repository contains the folder, or the folder is inside `.git`. */
export function findGitFolder(folder: string): GitFolder | undefined {
  for (let root = folder; ; root = dirname(root)) {
    const gitDir = gitDirOf(root);
    if (gitDir === null) return undefined;
    if (gitDir !== undefined) {
      const inside = relative(root, folder).split(sep).join('/');
      if (inside.split('/').includes('.git')) return undefined;
      const common = readOrNothing(join(gitDir, 'commondir'), mostPointerBytes)?.toString('utf8').trimEnd();
      return {
        root,
        inside: inside === '' ? '' : `${inside}/`,
        gitDir,
        commonDir: common === undefined ? gitDir : resolve(gitDir, common),
      };
    }
    if (dirname(root) === root) return undefined;
  }
}

/** True if the folder is itself a repository. */
export function isRepository(folder: string): boolean {
  return typeof gitDirOf(folder) === 'string';
}

/** `.git` is the folder itself, or a file with its path. Null for an invalid file. */
function gitDirOf(folder: string): string | null | undefined {
  const path = join(folder, '.git');
  const stat = statOf(path);
  if (stat === undefined) return undefined;
  if (stat.isDirectory()) return isGitDir(path) ? path : undefined;
  const text = stat.isFile() ? readOrNothing(path, mostPointerBytes)?.toString('utf8') : undefined;
  if (text?.startsWith('gitdir: ') !== true) return null;
  const target = text.slice('gitdir: '.length).replace(/[\r\n]+$/, '');
  const gitDir = isAbsolute(target) ? target : resolve(folder, target);
  return isGitDir(gitDir) ? gitDir : null;
}

/** Same test as git: storage for objects and refs, and a HEAD that points at something. */
function isGitDir(path: string): boolean {
  const common = readOrNothing(join(path, 'commondir'), mostPointerBytes)?.toString('utf8').trimEnd();
  const storage = common === undefined ? path : resolve(path, common);
  return hasHead(path) && ['objects', 'refs'].every((name) => statOf(join(storage, name))?.isDirectory() === true);
}

function hasHead(path: string): boolean {
  const head = join(path, 'HEAD');
  try {
    if (lstatSync(head, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      return readlinkSync(head).startsWith('refs/');
  } catch {
    return false;
  }
  const text = readOrNothing(head, mostPointerBytes)?.toString('latin1') ?? '';
  return /^(?:ref:\s*refs\/|[\da-f]{40})/i.test(text);
}

function statOf(path: string): ReturnType<typeof statSync> | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Tracked names relative to the root; 'broken' for an unreadable index. */
export function trackedNames({ gitDir }: GitFolder): IndexNames | 'broken' {
  const path = join(gitDir, 'index');
  const stat = statOf(path);
  if (stat === undefined) return { names: [], links: [] };
  const read = (file: string): Buffer | undefined =>
    Number(statOf(file)?.size) > mostIndexBytes ? undefined : readOrNothing(file, mostIndexBytes);
  const bytes = read(path);
  const names =
    bytes === undefined ? undefined : readIndexNames(bytes, (id) => read(join(gitDir, `sharedindex.${id}`)));
  return names ?? 'broken';
}

/**
 * The user's own ignore file: from the user's git configuration, or git's default path. The folder's configuration is
 * not used.
 */
export function userIgnoreFile(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const home = machineHome().value;
  const config = join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'git');
  const named = [join(home, '.gitconfig'), join(config, 'config')]
    .map((file) => excludesFileIn(readOrNothing(file, mostRuleBytes)?.toString('utf8') ?? ''))
    .find((path) => path !== undefined);
  return named === undefined ? join(config, 'ignore') : named.replace(/^~(?=\/)/, home);
}

/** `[core] excludesFile = path`; the last one wins. */
function excludesFileIn(config: string): string | undefined {
  let section = '';
  let found: string | undefined;
  for (const line of config.split('\n')) {
    section = /^\s*\[([^\]"]*)/.exec(line)?.[1]?.trim().toLowerCase() ?? section;
    const value = /^\s*(?:\[core\]\s*)?excludesfile\s*=\s*(.*?)\s*$/i.exec(line)?.[1];
    if (section === 'core' && value !== undefined) found = value.replace(/\s[#;].*$/, '').replaceAll('"', '');
  }
  return found;
}
