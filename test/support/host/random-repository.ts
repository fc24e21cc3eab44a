/** A repository with random files, ignore rules and tracked names, to compare our file list with git's. */
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { listRepository } from '../../../electron/host/repository/list';
import { listedPath } from '../../../electron/host/repository/names';

/** A seeded random number generator. */
function randomNumbers(seed: number): (below: number) => number {
  let state = (seed * 2654435761 + 1) >>> 0;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const names = [
  'a',
  'b',
  'ab',
  'abc',
  'foo',
  'bar',
  'foo.log',
  'x.log',
  'a b',
  'ab ',
  'é',
  'A',
  '[x]',
  'a*',
  '!a',
  '#a',
  '-',
  'b]',
  'a\\b',
  '1',
  'x1',
  'build',
];
const pieces = [
  'a',
  'b',
  'ab',
  'foo',
  'bar',
  '*',
  '**',
  '?',
  '*.log',
  'f*o',
  '[ab]',
  '[!a]*',
  '[a-c]',
  '[[:alpha:]]',
  '[[:digit:]]*',
  '[]x]*',
  '[',
  '[a',
  '\\a',
  '\\!a',
  '\\#a',
  'a\\ ',
  'a\\*',
  'é',
  '?b',
  'x?',
  '*1',
  '[^x]',
  '[\\]]',
  '[a-]',
  '[--/]',
  'build',
  'a***b',
  '[[:nope:]]',
  'a\\',
];

function pathOf(random: (below: number) => number): string {
  return Array.from({ length: 1 + random(4) }, () => names[random(names.length)] ?? '').join('/');
}

function ruleOf(random: (below: number) => number): string {
  const parts = Array.from(
    { length: 1 + random(3) },
    () => (pieces[random(pieces.length)] ?? '') + (random(6) === 0 ? (pieces[random(pieces.length)] ?? '') : ''),
  );
  const body = parts.join(random(8) === 0 ? '//' : '/');
  const sometimes = (oneIn: number, text: string): string => (random(oneIn) === 0 ? text : '');
  const start = sometimes(4, '!') + sometimes(3, '/');
  const middle = random(3) === 0 ? (parts[0] ?? '') : body;
  return start + middle + sometimes(3, '/') + sometimes(8, ' ') + sometimes(8, '\r');
}

function write(path: string, content: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  } catch {
    // A file where a folder is wanted, or the reverse: the first one stays.
  }
}

/** The target is a file, a folder, missing, or the link itself. */
function link(path: string, target: string): void {
  if (isFolder(dirname(path)) && lstatSync(path, { throwIfNoEntry: false }) === undefined) symlinkSync(target, path);
}

function leadsThroughLink(folder: string, name: string): boolean {
  const parts = name.split('/').slice(0, -1);
  return parts.some((_, index) => {
    const parent = join(folder, ...parts.slice(0, index + 1));
    return lstatSync(parent, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  });
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** Makes the repository, opens it or a folder in it, and expects the same list as git's. */
export async function expectGitsList(folder: string, seed: number): Promise<void> {
  const random = randomNumbers(seed);
  const isolated = { ...process.env, HOME: folder, XDG_CONFIG_HOME: '', GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: readonly string[]): Buffer =>
    execFileSync('git', ['-C', folder, '-c', 'core.ignorecase=false', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1 << 26,
      env: isolated,
    });
  const some = <T>(count: number, make: () => T): readonly T[] => Array.from({ length: random(count) }, make);
  const rules = (count: number): string =>
    (random(10) === 0 ? '\uFEFF' : '') + some(count, () => ruleOf(random)).join('\n') + (random(2) === 0 ? '\n' : '');

  git('init', '-q', ...(random(4) === 0 ? ['--object-format=sha256'] : []));
  for (const path of some(40, () => pathOf(random))) write(join(folder, path), 'x');
  const tracked = random(3);
  if (tracked > 0) git('add', '--all', '--force');
  if (tracked > 1) git('update-index', '--index-version', String(2 + random(3)));
  if (random(3) === 0) git('update-index', '--split-index');
  for (const path of some(20, () => pathOf(random))) write(join(folder, path), 'y');
  if (random(2) === 0) git('add', '--all', '--force', '--', '.');
  for (const path of some(10, () => pathOf(random)))
    if (existsSync(join(folder, path))) rmSync(join(folder, path), { recursive: true, force: true });
  if (random(3) === 0) git('add', '--update');
  for (const path of some(5, () => pathOf(random)))
    if (isFolder(join(folder, path))) execFileSync('git', ['-C', join(folder, path), 'init', '-q'], { env: isolated });
  for (const path of some(5, () => pathOf(random))) link(join(folder, path), names[random(names.length)] ?? '');
  write(join(folder, '.gitignore'), rules(8));
  for (const path of some(4, () => pathOf(random)))
    if (isFolder(join(folder, path))) write(join(folder, path, '.gitignore'), rules(4));
  if (random(3) === 0) write(join(folder, '.git', 'info', 'exclude'), rules(4));

  const inner = join(folder, names[random(5)] ?? '');
  const opened = random(4) === 0 && isFolder(inner) ? inner : folder;
  const listed = execFileSync(
    'git',
    ['-C', opened, '-c', 'core.ignorecase=false', 'ls-files', '-co', '--exclude-standard', '-z'],
    { encoding: 'latin1', env: isolated },
  );
  const there = [...new Set(listed.split('\0'))]
    .filter((name) => name !== '')
    .map((name) => listedPath(Buffer.from(name, 'latin1')).path)
    // A tracked name behind a link is not listed (docs/designs/tiered-messages.md, choice 8).
    .filter((name) => !leadsThroughLink(opened, name));
  const own = (await listRepository(opened)).files.map(({ file: { path } }) => path);
  // A folder that the surrounding repository ignores entirely is listed as a separate workspace.
  if (there.length === 0 && opened !== folder) return;
  expect(own.toSorted(), `seed ${seed}`).toEqual(there.toSorted());
}
