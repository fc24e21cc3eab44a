import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listRepository, repositoryFiles, type Listing } from '../../../../electron/host/repository/list';
import { RepositoryLister } from '../../../../electron/host/repository/lister';
import { listedPath } from '../../../../electron/host/repository/names';
import { gitIn } from '../../../support/host/git-ways';

let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'strata-repository-')));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function write(files: Readonly<Record<string, string | Buffer>>, base = folder): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), content);
  }
}

function git(...args: string[]): string {
  return gitIn(folder, ...args);
}

function paths(listing: Listing): readonly string[] {
  return repositoryFiles(listing).map(({ path }) => path);
}

/** git's own list, without missing files and without the storage of git and Strata. */
function gitPaths(at = folder): readonly string[] {
  const listed = execFileSync('git', ['-C', at, 'ls-files', '-co', '--exclude-standard', '-z'], {
    encoding: 'latin1',
    maxBuffer: 1 << 26,
  });
  const there = [...new Set(listed.split('\0'))]
    .filter((name) => name !== '' && !/(?:^|\/)\.strata(?:\/|$)/.test(name))
    .map((name) => Buffer.from(name, 'latin1'));
  const files = there.filter(
    (name) => statSync(Buffer.concat([Buffer.from(`${at}/`), name]), { throwIfNoEntry: false })?.isFile() === true,
  );
  return files.map((name) => listedPath(name).path).toSorted();
}

/** Our list, which must equal git's. */
async function listAsGit(): Promise<Listing> {
  const listing = await listRepository(folder);
  expect(
    repositoryFiles(listing)
      .filter(({ excluded }) => excluded !== 'missing')
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(gitPaths());
  return listing;
}

describe('the files of a repository', () => {
  it('are tracked and untracked ones, without ignored ones, sorted by code unit', async () => {
    git('init', '-q');
    write({
      'b.ts': 'b',
      'a.ts': 'a',
      'Z.ts': 'z',
      'é.ts': 'e',
      'a/x.ts': 'x',
      'a-b.ts': '-',
      '.gitignore': 'out/\n*.log\n',
      'out/x.js': 'x',
      'x.log': 'x',
    });
    git('add', 'a.ts', 'Z.ts');
    const listing = await listAsGit();
    expect(paths(listing)).toEqual(['.gitignore', 'Z.ts', 'a-b.ts', 'a.ts', 'a/x.ts', 'b.ts', 'é.ts']);
  });

  it('follow nested ignore files, their exceptions and the order of rules', async () => {
    git('init', '-q');
    write({
      '.gitignore': '*.log\n/build\nnode_modules/\n*.tmp\n!keep.tmp\n',
      'a.log': '1',
      'keep.tmp': '1',
      'drop.tmp': '1',
      'build/x': '1',
      'sub/build/x': '1',
      'sub/.gitignore': '!special.log\n/only-here\ndeep/**/gone.ts\n',
      'sub/special.log': '1',
      'sub/other.log': '1',
      'sub/only-here': '1',
      'only-here': '1',
      'sub/deep/a/b/gone.ts': '1',
      'sub/deep/a/b/kept.ts': '1',
      'node_modules/.gitignore': '!back.js\n',
      'node_modules/back.js': '1',
      'sub/deep/.gitignore': 'a/*\n!a/b/\n',
    });
    const listing = await listAsGit();
    expect(paths(listing)).toEqual([
      '.gitignore',
      'keep.tmp',
      'only-here',
      'sub/.gitignore',
      'sub/build/x',
      'sub/deep/.gitignore',
      'sub/deep/a/b/kept.ts',
      'sub/special.log',
    ]);
  });

  it('are those below the opened folder when it lies inside a larger repository', async () => {
    git('init', '-q');
    write({
      '.gitignore': '*.log\n/packages/one/dist\n',
      'top.ts': '1',
      'packages/one/a.ts': '1',
      'packages/one/x.log': '1',
      'packages/one/dist/a.js': '1',
      'packages/two/b.ts': '1',
    });
    const root = folder;
    folder = join(root, 'packages/one');
    const listing = await listAsGit();
    folder = root;
    expect(paths(listing)).toEqual(['a.ts']);
  });

  it('are all of a folder that the repository around it ignores', async () => {
    git('init', '-q');
    write({
      '.gitignore': 'scratch/\n',
      'scratch/work/a.md': '1',
      'scratch/work/b.log': '1',
      'scratch/work/.gitignore': '*.log\n',
    });
    const listing = await listRepository(join(folder, 'scratch/work'));
    expect(paths(listing)).toEqual(['.gitignore', 'a.md']);
  });

  it('are found in a linked work tree', async () => {
    git('init', '-q');
    write({ 'a.ts': '1', '.gitignore': '*.log\n' });
    git('add', '.');
    git('commit', '-qm', 'start');
    const tree = `${folder}-tree`;
    git('worktree', 'add', '-q', tree);
    write({ 'new.ts': '1', 'x.log': '1' }, tree);
    const listing = await listRepository(tree);
    rmSync(tree, { recursive: true });
    expect(paths(listing)).toEqual(['.gitignore', 'a.ts', 'new.ts']);
  });

  it('are walked where there is no repository, and .git and .strata never count', async () => {
    write({
      'a.ts': '1',
      '.strata/tiers.json': '{}',
      'sub/.strata/x': '1',
      '.stratagem': '1',
      'sub/.git/config': '1',
      'sub/b.ts': '1',
      '.gitignore': '*.log\n',
      'x.log': '1',
    });
    const listing = await listRepository(folder);
    expect(paths(listing)).toEqual(['.gitignore', '.stratagem', 'a.ts', 'sub/b.ts']);
  });

  it('stops when the ignore rules take too long, and lists nothing that they might ignore', async () => {
    const names = Array.from({ length: 5 }, (_, index) => 'a'.repeat(200 + index));
    write({
      '.gitignore': `${'*a'.repeat(30)}b\n`.repeat(9000),
      ...Object.fromEntries(names.map((name) => [name, '1'])),
    });
    const listing = await listRepository(folder);
    expect(listing.problems).toEqual([
      { path: '', reason: 'its ignore rules take too long to match, and the rest is left out', isCut: true },
    ]);
    expect(paths(listing).length).toBeLessThan(names.length);
  });

  it('leave .strata out of a git listing too', async () => {
    git('init', '-q');
    write({ '.strata/tiers.json': '{}', 'a.ts': '1' });
    expect(paths(await listRepository(folder))).toEqual(['a.ts']);
  });

  it('keep tracked files that the disk lacks, and list a file of several merge stages once', async () => {
    git('init', '-q');
    write({ 'a.ts': 'base\n', 'gone.ts': '1', 'folder/gone.ts': '1' });
    git('add', '.');
    git('commit', '-qm', 'base');
    git('checkout', '-qb', 'other');
    write({ 'a.ts': 'other\n' });
    git('commit', '-qam', 'other');
    git('checkout', '-q', 'main');
    write({ 'a.ts': 'main\n' });
    git('commit', '-qam', 'main');
    expect(() => git('merge', 'other')).toThrow('merge other');
    unlinkSync(join(folder, 'gone.ts'));
    rmSync(join(folder, 'folder'), { recursive: true });
    writeFileSync(join(folder, 'folder'), 'a file where a folder was');
    const listing = await listRepository(folder);
    expect(paths(listing)).toEqual(['a.ts', 'folder', 'folder/gone.ts', 'gone.ts']);
    expect(repositoryFiles(listing).at(-1)).toEqual({ path: 'gone.ts', bytes: 0, excluded: 'missing' });
  });

  it('keep a tracked file that is deleted later, and lose an untracked one', async () => {
    git('init', '-q');
    write({ 'tracked.ts': '1', 'untracked.ts': '1' });
    git('add', 'tracked.ts');
    const lister = new RepositoryLister(folder, new Map());
    expect(paths(await lister.list())).toEqual(['tracked.ts', 'untracked.ts']);
    unlinkSync(join(folder, 'tracked.ts'));
    unlinkSync(join(folder, 'untracked.ts'));
    lister.changed(['tracked.ts', 'untracked.ts']);
    expect(paths(await lister.list())).toEqual(['tracked.ts']);
    write({ 'tracked.ts': 'back' });
    lister.changed(['tracked.ts']);
    expect(repositoryFiles(await lister.list())).toEqual([{ path: 'tracked.ts', bytes: 4 }]);
  });

  it('of a repository inside the repository are not listed, only its folder', async () => {
    git('init', '-q');
    write({ 'a.ts': '1', 'inner/b.ts': '1' });
    execFileSync('git', ['-C', join(folder, 'inner'), 'init', '-q']);
    const listing = await listRepository(folder);
    expect(paths(listing)).toEqual(['a.ts', 'inner/']);
    expect(listing.folders).toEqual(['']);
  });

  it('has a submodule by its name, also where its folder is not there', async () => {
    git('init', '-q');
    write({ 'a.ts': '1' });
    const commit = '1'.repeat(40);
    git('update-index', '--add', '--cacheinfo', `160000,${commit},inner`, '--cacheinfo', `160000,${commit},gone`);
    write({ 'inner/b.ts': '1' });
    expect(repositoryFiles(await listRepository(folder))).toEqual([
      { path: 'a.ts', bytes: 1 },
      { path: 'gone', bytes: 0, excluded: 'missing' },
      { path: 'inner', bytes: 0, excluded: 'no-file' },
    ]);
  });
});

describe('names', () => {
  it('may hold newlines, quotes, backslashes and blanks', async () => {
    git('init', '-q');
    const names = ['a\nb.ts', 'q"uote.ts', 'back\\slash.ts', ' lead.ts', 'trail ', "it's.ts"];
    write(Object.fromEntries(names.map((name) => [name, 'x'])));
    const listing = await listAsGit();
    expect(paths(listing)).toEqual(names.toSorted());
  });

  it('that are not UTF-8 are shown with their bytes, kept distinct, and read', async () => {
    git('init', '-q');
    const base = Buffer.from(`${folder}/`);
    writeFileSync(Buffer.concat([base, Buffer.from([0x61, 0xff, 0x62])]), 'four');
    writeFileSync(Buffer.concat([base, Buffer.from([0x61, 0xfe, 0x62])]), 'a\0b');
    writeFileSync(Buffer.concat([base, Buffer.from('é'), Buffer.from([0xc3])]), '');
    const expected = [
      { path: 'a\\xFEb', bytes: 3, excluded: 'binary' },
      { path: 'a\\xFFb', bytes: 4 },
      { path: 'é\\xC3', bytes: 0 },
    ];
    const listing = await listAsGit();
    expect(repositoryFiles(listing)).toEqual(expected);
  });
});

describe('a file that cannot be text', () => {
  it('is marked by its bytes, its extension or its size', async () => {
    const late = Buffer.concat([Buffer.alloc(8192, 'a'), Buffer.from([0])]);
    write({
      'nul.ts': Buffer.from('a\0b'),
      'late.txt': late,
      'picture.PNG': 'not really',
      'empty.txt': '',
      'edge.txt': Buffer.alloc(2 * 1024 * 1024, 'x'),
      'large.txt': Buffer.alloc(2 * 1024 * 1024 + 1, 'x'),
    });
    expect(repositoryFiles(await listRepository(folder))).toEqual([
      { path: 'edge.txt', bytes: 2097152 },
      { path: 'empty.txt', bytes: 0 },
      { path: 'large.txt', bytes: 2097153, excluded: 'too-large' },
      { path: 'late.txt', bytes: 8193 },
      { path: 'nul.ts', bytes: 3, excluded: 'binary' },
      { path: 'picture.PNG', bytes: 10, excluded: 'binary' },
    ]);
  });

  it('is marked when it is a link that leads out of the workspace', async () => {
    const outside = `${folder}-outside.txt`;
    writeFileSync(outside, 'secret');
    git('init', '-q');
    write({ 'real/a.ts': 'abc' });
    symlinkSync(outside, join(folder, 'out.txt'));
    symlinkSync('real/a.ts', join(folder, 'in.ts'));
    symlinkSync('real', join(folder, 'folder-link'));
    symlinkSync('nowhere', join(folder, 'dangling'));
    symlinkSync('loop', join(folder, 'loop'));
    const listing = await listRepository(folder);
    rmSync(outside);
    const expected = [
      { path: 'dangling', bytes: 0, excluded: 'no-file' },
      { path: 'folder-link', bytes: 0, excluded: 'no-file' },
      { path: 'in.ts', bytes: 3 },
      { path: 'loop', bytes: 0, excluded: 'no-file' },
      { path: 'out.txt', bytes: 0, excluded: 'symlink-outside' },
      { path: 'real/a.ts', bytes: 3 },
    ];
    expect(repositoryFiles(listing)).toEqual(expected);
  });
});

describe('listing', () => {
  it('ignores the variables that git sets for its hooks', async () => {
    git('init', '-q');
    write({ 'a.ts': '1' });
    vi.stubEnv('GIT_DIR', join(folder, 'elsewhere'));
    vi.stubEnv('GIT_INDEX_FILE', join(folder, 'elsewhere/index'));
    const listing = await listRepository(folder);
    expect(paths(listing)).toEqual(['a.ts']);
  });

  it('ends when it is cancelled', async () => {
    write(Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`${index % 50}/${index}.ts`, 'x'])));
    const controller = new AbortController();
    const stopped = listRepository(folder, {
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    });
    await expect(stopped).rejects.toThrow('enough');
    await expect(listRepository(folder, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  });

  it('reports progress up to the whole and lets other work in between', async () => {
    write(Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`${index % 50}/${index}.ts`, 'x'])));
    const seen: number[] = [];
    let turns = 0;
    const beat = setInterval(() => (turns += 1), 1);
    await listRepository(folder, { onProgress: (done, total) => seen.push(done / total) });
    clearInterval(beat);
    expect(seen).toEqual(seen.toSorted((left, right) => left - right));
    expect(seen.at(-1)).toBe(1);
    expect(turns).toBeGreaterThan(2);
  });

  it('names the folders to watch: also empty ones, not ignored ones', async () => {
    git('init', '-q');
    write({ '.gitignore': 'out/\n', 'src/deep/a.ts': '1', 'out/x/y.js': '1' });
    mkdirSync(join(folder, 'empty/inner'), { recursive: true });
    const listing = await listAsGit();
    expect(listing.folders).toEqual(['', 'empty/', 'empty/inner/', 'src/', 'src/deep/']);
  });

  it(
    'does not open a file again whose stamp is the same, and does when it changed or is too young to ' + 'trust',
    async () => {
      write({ 'a.txt': 'text', 'b.txt': 'text' });
      const pretend = (listing: Listing) =>
        new Map(
          listing.files.map((entry) => [
            entry.file.path,
            { ...entry, file: { ...entry.file, excluded: 'binary' as const } },
          ]),
        );
      const young = await listRepository(folder);
      expect(repositoryFiles(await listRepository(folder, { earlier: pretend(young) }))).toEqual(
        repositoryFiles(young),
      );

      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
      const settled = await listRepository(folder);
      write({ 'b.txt': 'longer text' });
      expect(repositoryFiles(await listRepository(folder, { earlier: pretend(settled) }))).toEqual([
        { path: 'a.txt', bytes: 4, excluded: 'binary' },
        { path: 'b.txt', bytes: 11 },
      ]);
    },
  );
});
