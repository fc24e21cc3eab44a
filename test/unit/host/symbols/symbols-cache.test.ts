import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClassifiedFile } from '../../../../electron/host/repository/classify';
import { openCache, type FactsKey } from '../../../../electron/host/symbols/cache';
import { failedFacts } from '../../../../electron/host/symbols/facts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strata-cache-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const files = new Map<string, ClassifiedFile>([
  ['a\n.ts', { file: { path: 'a\n.ts', bytes: 3 }, stamp: '3:1:1:7' }],
  ['b.png', { file: { path: 'b.png', bytes: 9, excluded: 'binary' }, stamp: '9:1:1:8' }],
  ['young.ts', { file: { path: 'young.ts', bytes: 3 }, stamp: '' }],
  ['odd', { file: { path: 'odd', bytes: 3 }, stamp: '3:1:1:9', bytes: Buffer.from([0xff]) }],
]);
const keys = new Map<string, FactsKey>([
  ['a\n.ts', { stamp: '3:1:1:7', key: 'typescript:aa' }],
  ['young.ts', { stamp: '', key: 'typescript:bb' }],
]);
const facts = new Map([
  ['typescript:aa', failedFacts('typescript', 'x', 1)],
  ['typescript:bb', failedFacts('typescript', 'y\n', 2)],
]);
const entries = ['{"path":"a\\n.ts"}', '{"path":"é"}'];

function filled(cacheFolder: string, workspace: string) {
  const cache = openCache(cacheFolder, workspace);
  cache.saveFiles({ files, keys });
  cache.saveFacts(facts);
  cache.saveTable('made from this', entries);
  return cache;
}

describe('the cache on disk', () => {
  it('returns what was stored, except for entries that prove nothing', () => {
    const cache = filled(join(folder, 'new'), '/work tree');
    expect(cache.loadFiles()).toEqual({ files: new Map([...files].slice(0, 2)), keys });
    expect(cache.loadFacts()).toEqual(facts);
    expect(cache.loadTable('made from this')?.toString()).toBe(`${entries.join('\n')}\n`);
    expect(cache.loadTable('made from that')).toBeUndefined();
    expect(readdirSync(join(folder, 'new')).length).toBe(3);
  });

  it('may be empty', () => {
    const cache = openCache(folder, '/a');
    cache.saveTable('x', []);
    expect(cache.loadTable('x')?.toString()).toBe('');
  });

  it('is separate for each workspace', () => {
    filled(folder, '/a');
    const other = openCache(folder, '/b');
    expect([other.loadFiles().files.size, other.loadFacts().size, other.loadTable('made from this')]).toEqual([
      0,
      0,
      undefined,
    ]);
  });

  it('is ignored when it is missing, broken or of another version', () => {
    const cache = filled(folder, '/a');
    const damages: ((text: string) => string)[] = [
      (text) => text.replace('strata symbols ', 'strata symbols 0'),
      (text) => text.replace('"/a"', '"/b"'),
      (text) => text.slice(0, -1),
      (text) => text.slice(0, -5),
      () => '',
      () => '[]\n',
      () => 'null',
    ];
    const names = readdirSync(folder).map((name) => join(folder, name));
    const good = names.map((name) => readFileSync(name, 'utf8'));
    for (const damage of damages) {
      names.forEach((name, index) => writeFileSync(name, damage(good[index] ?? '')));
      expect([cache.loadFiles().files.size, cache.loadFacts().size, cache.loadTable('made from this')]).toEqual([
        0,
        0,
        undefined,
      ]);
    }
    names.forEach((name, index) =>
      writeFileSync(
        name,
        (good[index] ?? '').replace('"b.png",9', '"b.png","9"').replace('"symbols":[]', '"other":[]'),
      ),
    );
    expect([cache.loadFiles().files.size, cache.loadFacts().size]).toEqual([0, 0]);
    for (const name of names) rmSync(name);
    expect([cache.loadFiles().files.size, cache.loadFacts().size, cache.loadTable('made from this')]).toEqual([
      0,
      0,
      undefined,
    ]);
  });
});
