import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheFile, loadCache, nothing, saveCache, type Remembered } from '../../../electron/host/symbols/cache';
import { failedFacts } from '../../../electron/host/symbols/facts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strata-cache-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const remembered: Remembered = {
  files: new Map([
    ['a.ts', { file: { path: 'a.ts', bytes: 3 }, stamp: '3:1:1:7' }],
    ['b.png', { file: { path: 'b.png', bytes: 9, excluded: 'binary' }, stamp: '9:1:1:8' }],
    ['young.ts', { file: { path: 'young.ts', bytes: 3 }, stamp: '' }],
    ['odd', { file: { path: 'odd', bytes: 3 }, stamp: '3:1:1:9', bytes: Buffer.from([0xff]) }],
  ]),
  keys: new Map([
    ['a.ts', { stamp: '3:1:1:7', key: 'typescript:aa' }],
    ['young.ts', { stamp: '', key: 'typescript:bb' }],
  ]),
  facts: new Map([
    ['typescript:aa', failedFacts('typescript', 'x', 1)],
    ['typescript:bb', failedFacts('typescript', 'y', 2)],
  ]),
};

describe('the cache on disk', () => {
  it('gives back what was put in, but for stamps that prove nothing', () => {
    const file = cacheFile(join(folder, 'new'), '/work tree');
    saveCache(file, '/work tree', remembered);
    expect(loadCache(file, '/work tree')).toEqual({
      files: new Map([...remembered.files].slice(0, 2)),
      keys: new Map([...remembered.keys].slice(0, 1)),
      facts: remembered.facts,
    });
    expect(readdirSync(join(folder, 'new')).length).toBe(1);
  });

  it('is one file a workspace', () => {
    expect(cacheFile(folder, '/a')).not.toBe(cacheFile(folder, '/b'));
    const file = cacheFile(folder, '/a');
    saveCache(file, '/a', remembered);
    expect(loadCache(file, '/b')).toEqual(nothing);
  });

  it('is as good as none when it is missing, broken or of another version', () => {
    const file = join(folder, 'x.json');
    expect(loadCache(file, '/a')).toEqual(nothing);
    saveCache(file, '/a', remembered);
    const good = readFileSync(file, 'utf8');
    expect(loadCache(file, '/a')).not.toEqual(nothing);
    const bad = [good.replace('strata symbols ', 'strata symbols 0'), good.slice(0, -1), good.replace('"files":[[', '"files":[7,['), good.replace('"symbols":[]', '"other":[]'), '', '[]', 'null', '{}', '{"version":'];
    for (const text of bad) {
      writeFileSync(file, text);
      expect(loadCache(file, '/a')).toEqual(nothing);
    }
  });
});
