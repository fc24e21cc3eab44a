import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createRepositoryService,
  type Progress,
  type Repository,
  type RepositoryOptions,
} from '../../../../electron/host/repository/repository';
import { followRepository } from '../../../../electron/host/repository/service';
import type { SymbolTable } from '../../../../shared/sources/types';

let folder = '';
let cacheFolder = '';
let opened: Repository[] = [];

beforeEach(() => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'strata-symbols-')));
  folder = join(base, 'repository');
  cacheFolder = join(base, 'cache');
  mkdirSync(folder);
});

afterEach(async () => {
  await Promise.all(opened.map((each) => each.dispose()));
  opened = [];
  rmSync(dirname(folder), { recursive: true, force: true });
});

function open(options: RepositoryOptions = {}): Repository {
  const repository = createRepositoryService(folder, { cacheFolder, ...options });
  opened.push(repository);
  return repository;
}

function write(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

const shop = {
  'src/shop.ts': "import { Cart } from './cart';\nexport class Shop { add() { new Cart().put(); } }\n",
  'src/cart.ts': 'export class Cart { put() {} }\n',
  'tool.py': 'def run(path): pass\n',
  'README.md': '# Shop\n',
};

function names(table: SymbolTable): Record<string, string> {
  return Object.fromEntries(
    table.files.map(({ path, symbols }) => [path, [...new Set(symbols.map(({ name }) => name))].join(' ')]),
  );
}

/** Counts the parsed files by the reported progress. */
function counting(): { readonly options: RepositoryOptions; readonly parsed: () => number } {
  let total = 0;
  return {
    options: {
      onProgress: ({ phase, done, total: all }: Progress) =>
        phase === 'parse' && done === all ? (total += all) : total,
    },
    parsed: () => total,
  };
}

describe('the symbols of a repository', () => {
  it('are read to the end of a file of any length, whatever was read before it', async () => {
    const lengths = [0, 90, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 700_000];
    const last = 'def last(): pass\n';
    const text = (length: number): string => {
      const filled = length - Buffer.byteLength(`#\n${last}`);
      return length === 0 ? '' : `#${'é'.repeat(filled >> 1)}${'x'.repeat(filled % 2)}\n${last}`;
    };
    write(Object.fromEntries(lengths.map((length) => [`${length}.py`, text(length)])));
    expect(names(await open().symbols())).toEqual(
      Object.fromEntries(lengths.map((length) => [`${length}.py`, length === 0 ? '' : 'last'])),
    );
  });

  it('are read by a worker and linked', async () => {
    write(shop);
    const repository = open();
    expect(repository.state().symbols).toEqual({ files: [], complete: false });
    const table = await repository.symbols();
    expect(table.complete).toBe(true);
    expect(names(table)).toEqual({ 'src/cart.ts': 'Cart', 'src/shop.ts': 'Shop', 'tool.py': 'run' });
    expect(table.files[1]).toEqual({
      path: 'src/shop.ts',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      language: 'typescript',
      lines: 2,
      symbols: [
        { name: 'Shop', kind: 'class', line: 2 },
        {
          name: 'Shop',
          kind: 'class',
          line: 2,
          children: [{ name: 'add', kind: 'method', line: 2, signature: '()', calls: ['put'] }],
        },
      ],
      imports: [],
      importsLocal: ['./cart'],
      references: 0,
    });
    expect(repository.state().symbols).toBe(table);
    expect(repository.state().files?.map(({ path }) => path)).toEqual([
      'README.md',
      'src/cart.ts',
      'src/shop.ts',
      'tool.py',
    ]);
  });

  it('leave out ignored, binary and foreign files', async () => {
    execFileSync('git', ['-C', folder, 'init', '-q']);
    write({
      '.gitignore': 'out/\n',
      'out/a.ts': 'export const a = 1;',
      'b.ts': Buffer.from('export const \0 b'),
      'c.ts': 'export const c = 1;',
      'd.txt': 'text',
    });
    expect(names(await open().symbols())).toEqual({ 'c.ts': 'c' });
  });

  it('have an entry for a file that does not parse, and the rest of it', async () => {
    write({ 'broken.ts': 'export function fine() {}\nclass {{{\n', 'good.ts': 'export const good = 1;\n' });
    const table = await open().symbols();
    expect(table.files.map(({ path, failed, symbols }) => [path, failed, symbols[0]?.name])).toEqual([
      ['broken.ts', 'syntax error at line 2', 'fine'],
      ['good.ts', undefined, 'good'],
    ]);
  });

  it('are those of names with newlines and bytes that are no UTF-8', async () => {
    write({ 'a\nb.ts': 'export const newline = 1;\n' });
    writeFileSync(
      Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff]), Buffer.from('.py')]),
      'def odd(): pass\n',
    );
    expect(names(await open().symbols())).toEqual({ 'a\nb.ts': 'newline', '\\xFF.py': 'odd' });
  });
});

describe('after a change', () => {
  it('only the changed files are parsed again, and others that it concerns are linked again', async () => {
    write(shop);
    const { options, parsed } = counting();
    const repository = open(options);
    const before = await repository.symbols();
    expect(parsed()).toBe(3);
    write({ 'src/cart.ts': 'export class Basket {}\n' });
    repository.changed(['src/cart.ts']);
    const after = await repository.symbols();
    expect(parsed()).toBe(4);
    expect(names(after)['src/cart.ts']).toBe('Basket');
    expect([before, after].map((table) => table.files.find(({ path }) => path === 'src/cart.ts')?.references)).toEqual([
      1, 0,
    ]);
    expect(after.files.find(({ path }) => path === 'tool.py')).toBe(
      before.files.find(({ path }) => path === 'tool.py'),
    );
  });

  it('new and deleted files come and go', async () => {
    write(shop);
    const repository = open();
    await repository.symbols();
    write({ 'new/more.py': 'class More: pass\n' });
    unlinkSync(join(folder, 'src/cart.ts'));
    repository.changed(['new', 'src/cart.ts']);
    const table = await repository.symbols();
    expect(names(table)).toEqual({ 'new/more.py': 'More', 'src/shop.ts': 'Shop', 'tool.py': 'run' });
  });

  it('that changes nothing the table is the same object', async () => {
    write(shop);
    const repository = open();
    const first = await repository.symbols();
    const files = await repository.list();
    repository.changed('all');
    expect(repository.state().symbols).toEqual({ files: first.files, complete: false });
    expect(await repository.symbols()).toBe(first);
    expect(await repository.list()).toBe(files);
  });

  it('during the parse the last answer is that of the disk', async () => {
    write(shop);
    const repository = open();
    const first = repository.symbols();
    write({ 'tool.py': 'def walk(path): pass\n' });
    repository.changed(['tool.py']);
    await first;
    expect(names(await repository.symbols())['tool.py']).toBe('walk');
  });
});

describe('the cache', () => {
  it('survives a restart: nothing is parsed again', async () => {
    write(shop);
    const first = open();
    const table = await first.symbols();
    await first.dispose();
    const { options, parsed } = counting();
    expect(await open(options).symbols()).toEqual(table);
    expect(parsed()).toBe(0);
  });

  it('is keyed by content: a touched or moved file is not parsed again, a changed one is', async () => {
    write(shop);
    const first = open();
    await first.symbols();
    await first.dispose();
    unlinkSync(join(folder, 'tool.py'));
    write({
      'moved/tool.py': shop['tool.py'],
      'src/cart.ts': shop['src/cart.ts'],
      'src/shop.ts': 'export class Store {}\n',
    });
    const { options, parsed } = counting();
    expect(names(await open(options).symbols())).toEqual({
      'moved/tool.py': 'run',
      'src/cart.ts': 'Cart',
      'src/shop.ts': 'Store',
    });
    expect(parsed()).toBe(1);
  });

  it('of another version is dropped and written again', async () => {
    write(shop);
    const first = open();
    const table = await first.symbols();
    await first.dispose();
    const files = readdirSync(cacheFolder).map((name) => join(cacheFolder, name));
    for (const file of files)
      writeFileSync(file, readFileSync(file, 'utf8').replace('strata symbols ', 'strata symbols 0'));
    const { options, parsed } = counting();
    const again = open(options);
    expect(await again.symbols()).toEqual(table);
    await again.dispose();
    expect(parsed()).toBe(3);
    expect(files.map((file) => readFileSync(file, 'utf8').includes('strata symbols 0'))).toEqual([false, false, false]);
  });

  it('knows a changed file from the table it keeps', async () => {
    write(shop);
    const first = open();
    await first.symbols();
    await first.dispose();
    const repository = open();
    const before = await repository.symbols();
    write({ 'src/cart.ts': 'export class Cart { take() {} }\n' });
    unlinkSync(join(folder, 'tool.py'));
    repository.changed(['src/cart.ts', 'tool.py']);
    const after = await repository.symbols();
    expect(after.files.map(({ path }) => path)).toEqual(['src/cart.ts', 'src/shop.ts']);
    const member = (table: SymbolTable) => table.files[0]?.symbols[1]?.children?.[0];
    expect(member(before)).toMatchObject({ name: 'put', calledFrom: ['src/shop.ts:2'] });
    expect(member(after)).toEqual({ name: 'take', kind: 'method', line: 1, signature: '()' });
    await repository.dispose();
    expect(await open().symbols()).toEqual(after);
  });

  it('that cannot be written causes no failure', async () => {
    write(shop);
    writeFileSync(cacheFolder, 'a file where the folder should be');
    const repository = open({ cacheFolder: join(cacheFolder, 'symbols') });
    expect(names(await repository.symbols())['tool.py']).toBe('run');
    await repository.dispose();
    expect(repository.state().unsaved).toBe('a part of its path is not a folder');
  });
});

describe('a large repository', () => {
  const count = 120;
  beforeEach(() => {
    const body = Array.from(
      { length: 10 },
      (_, index) => `export function f${index}(a: number, b: string[]): number { return a * ${index} + b.length; }\n`,
    ).join('');
    write(
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `src/${index}.ts`,
          `${body}export const only${index} = ${index};\n`,
        ]),
      ),
    );
  });

  it('is read by two workers, with progress', async () => {
    const seen: Progress[] = [];
    const repository = open({ helpFrom: 0, onProgress: (progress) => seen.push(progress) });
    const table = await repository.symbols();
    expect(table.files.length).toBe(count);
    expect(table.files.every(({ symbols }) => new Set(symbols.map(({ name }) => name)).size === 11)).toBe(true);
    const parse = seen.filter(({ phase }) => phase === 'parse');
    expect(parse.at(0)).toEqual({ phase: 'parse', done: 0, total: count });
    expect(parse.at(-1)).toEqual({ phase: 'parse', done: count, total: count });
    expect(parse.map(({ done }) => done)).toEqual(
      parse.map(({ done }) => done).toSorted((left, right) => left - right),
    );
    const alone = createRepositoryService(folder, { helpFrom: Infinity });
    opened.push(alone);
    expect(await alone.symbols()).toEqual(table);
  });

  it('can be given up, and asked for again', async () => {
    const controller = new AbortController();
    const repository = open({
      helpFrom: 0,
      onProgress: ({ phase }) => (phase === 'parse' ? controller.abort(new Error('enough')) : undefined),
    });
    await expect(repository.symbols(controller.signal)).rejects.toThrow('enough');
    expect(repository.state().symbols.complete).toBe(false);
    expect((await repository.symbols()).files.length).toBe(count);
    await expect(repository.symbols(AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });

  it('continues for those who still want it', async () => {
    const controller = new AbortController();
    const repository = open();
    const one = repository.symbols(controller.signal);
    const other = repository.symbols();
    controller.abort(new Error('enough'));
    await expect(one).rejects.toThrow('enough');
    expect((await other).files.length).toBe(count);
  });

  it('can be closed in the middle', async () => {
    const repository = open();
    const refused = repository.symbols().catch((error: unknown) => String(error));
    await repository.dispose();
    expect(await refused).toMatch(/closed|Cancelled|ended/);
    await expect(repository.symbols()).rejects.toThrow('closed');
  });
});

describe('what the session sees', () => {
  it('is there at once, and more of it when it is known', async () => {
    write(shop);
    const following = followRepository(folder, open());
    const states: string[] = [];
    const first = following.symbols();
    expect(first.table).toEqual({ files: [], complete: false });
    expect(following.repository()).toEqual({ files: undefined, folders: [folder], findings: [] });
    expect(following.repository()).toBe(following.repository());
    following.onChanged(() =>
      states.push(
        `${following.repository().files?.length} ${following.symbols().table.files.length} ` +
          `${following.symbols().table.complete}`,
      ),
    );
    await following.settled();
    expect(states).toEqual(['4 0 false', '4 3 true']);
    expect(following.repository().folders).toEqual([folder, `${folder}/src`]);
    expect(following.symbols()).toBe(following.symbols());
  });

  it('follows what is touched, and nothing before it is asked', async () => {
    write(shop);
    const following = followRepository(folder, open());
    following.touched([`${folder}/tool.py`]);
    await following.settled();
    following.symbols();
    await following.settled();
    const before = following.symbols();
    write({ 'tool.py': 'def walk(): pass\n' });
    following.touched([`${folder}/tool.py`, '/elsewhere/x']);
    expect(following.symbols()).toBe(before);
    await following.settled();
    expect(names(following.symbols().table)['tool.py']).toBe('walk');
    following.touched(['/elsewhere/x']);
    await following.settled();
    await following.close();
  });

  it('has a finding when the folder is gone', async () => {
    const following = followRepository(join(folder, 'nowhere'), createRepositoryService(join(folder, 'nowhere')));
    following.symbols();
    await following.settled();
    expect(following.symbols().findings.map(({ severity, ruleId }) => `${severity} ${ruleId}`)).toEqual([
      'error repository-failed',
    ]);
    await following.close();
  });
});
