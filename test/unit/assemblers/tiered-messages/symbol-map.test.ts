import { describe, expect, test } from 'vitest';
import { isTestFile, symbolMap } from '../../../../shared/assemblers/tiered-messages/symbol-map';
import type { CodeSymbol, FileSymbols } from '../../../../shared/sources/types';

function file(path: string, rest: Partial<FileSymbols> = {}): FileSymbols {
  return {
    path,
    hash: 'h',
    language: 'x',
    lines: 1,
    symbols: [],
    imports: [],
    importsLocal: [],
    references: 0,
    ...rest,
  };
}

function block(symbols: readonly CodeSymbol[], rest: Partial<FileSymbols> = {}, path = 'x.ts'): string | undefined {
  return symbolMap({ files: [file(path, { symbols, ...rest })], complete: true }).blocks.get(path);
}

const table = (...files: readonly FileSymbols[]) => ({ files, complete: true });

describe('aliases', () => {
  const paths = [
    'source/b/1.py',
    'source/b/2.py',
    'source/b/3.py',
    'source/c.py',
    'src/1.py',
    'src/2.py',
    'src/3.py',
    'src/4.py',
    'src/5.py',
    'other/1.py',
    'other/2.py',
  ];

  test(
    'go to the folders with the most files, if they have three and a name of six characters; the ' +
      'first that fits is taken',
    () => {
      const { legend, blocks } = symbolMap(table(...paths.map((path) => file(path))));
      expect(legend.split('\n')[2]).toBe('# @1/=source/ @2/=source/b/');
      expect(blocks.get('source/b/1.py')).toBe('\n@1/b/1.py:');
      expect(blocks.get('src/1.py')).toBe('\nsrc/1.py:');
    },
  );

  test('do not count selected files, nor files of languages that the design does not read', () => {
    const files = paths.map((path) => file(path));
    expect(symbolMap(table(...files), new Set(['source/b/1.py'])).legend.split('\n')[2]).toBe('# @1/=source/');
    const go = ['golang/1.go', 'golang/2.go', 'golang/3.go', 'golang/4.go', 'golang/5.go'].map((path) =>
      file(path, { extra: true }),
    );
    expect(symbolMap(table(...go, ...files)).legend).toBe(symbolMap(table(...files)).legend);
    expect(symbolMap(table(...go)).legend.split('\n')[2]).toBe('# @1/=golang/');
  });

  test('are those of a session without a selection where everything is selected', () => {
    const files = table(...paths.map((path) => file(path)));
    expect(symbolMap(files, new Set(paths))).toEqual(symbolMap(files));
  });
});

describe('blocks', () => {
  test(
    'stand in path order, by code point, each behind a newline of its own, with the number of calls ' +
      'from elsewhere',
    () => {
      const { blocks } = symbolMap(
        table(file('\u{1F600}.ts'), file('\uFF5E.ts'), file('b.ts', { references: 2 }), file('B.ts')),
      );
      expect([...blocks]).toEqual([
        ['B.ts', '\nB.ts:'],
        ['b.ts', '\nb.ts: ←2'],
        ['\uFF5E.ts', '\n\uFF5E.ts:'],
        ['\u{1F600}.ts', '\n\u{1F600}.ts:'],
      ]);
    },
  );

  test('every kind has its letter, and only functions and methods are async', () => {
    const kinds = [
      'class',
      'interface',
      'struct',
      'enum',
      'trait',
      'type',
      'module',
      'function',
      'method',
      'property',
      'variable',
    ] as const;
    const shown = block(kinds.map((kind) => ({ name: 'n', kind, line: 1, async: true })))
      ?.split('\n')
      .slice(2);
    expect(shown?.map((line) => line.split(' ')[0])).toEqual(['c', 'c', 'c', 'c', 'c', 'c', 'c', 'af', 'am', 'p', 'v']);
  });

  test('what a constructor sets is listed under its class, before the members', () => {
    const symbol: CodeSymbol = {
      name: 'A',
      kind: 'class',
      line: 1,
      fields: ['name'],
      children: [{ name: 'go', kind: 'method', line: 2, signature: '()->dict | None' }],
    };
    expect(block([symbol])).toBe('\nx.ts:\nc A:1\n  v name\n  m go()->dict | None:2');
  });

  test('places of calls, equal ones dittoed, then what it calls', () => {
    const calledFrom = ['y.ts:8', 'z.ts:1'];
    expect(
      block([
        { name: 'f', kind: 'function', line: 1, signature: '()', calledFrom, calledMore: 3, calls: ['a', 'c'] },
        { name: 'g', kind: 'function', line: 2, signature: '()', calledFrom, calledMore: 3 },
        { name: 'h', kind: 'function', line: 3 },
        { name: 'i', kind: 'function', line: 4, calledFrom: ['y.ts:8'] },
      ]),
    ).toBe('\nx.ts:\nf f():1 ←y.ts:8,z.ts:1 +3 →a,c\nf g():2 ←″\nf h:3\nf i:4 ←y.ts:8');
  });

  test('a class is compared with the line above it, and so is its first member', () => {
    const member: CodeSymbol = { name: 'm', kind: 'method', line: 3, calledFrom: ['y.ts:8'] };
    const symbols: CodeSymbol[] = [
      { name: 'v', kind: 'variable', line: 1, calledFrom: ['y.ts:8'] },
      { name: 'C', kind: 'class', line: 2, calledFrom: ['z.ts:1'], children: [member] },
      { name: 'w', kind: 'variable', line: 4, calledFrom: ['z.ts:1'] },
    ];
    expect(block(symbols)).toBe('\nx.ts:\nv v:1 ←y.ts:8\nc C:2 ←z.ts:1\n  m m:3 ←″\nv w:4 ←″');
  });

  test('calls from selected files are only counted', () => {
    const symbols: CodeSymbol[] = [
      { name: 'f', kind: 'function', line: 1, calledFrom: ['a.py:1', 'b.py:2'], calledMore: 1 },
      { name: 'g', kind: 'function', line: 2, calledFrom: ['a.py:4'] },
    ];
    const files = table(file('a.py'), file('b.py'), file('x.py', { symbols }));
    const selected = new Set(['a.py']);
    const map = symbolMap(files, selected);
    expect(map.blocks.get('x.py')).toBe('\nx.py:\nf f:1 ←b.py:2 +2\nf g:2');
    expect(symbolMap(files, selected, symbolMap(files))).toEqual(map);
  });

  test('imports as written, those of the repository on a line of their own', () => {
    expect(block([], { imports: ['os', 'os'], importsLocal: ['./y', '@scope/z'] })).toBe(
      '\nx.ts:\ni os,os\ni→ ./y,@scope/z',
    );
  });

  test('a file that did not parse keeps its header', () => {
    expect(block([], { failed: 'syntax' })).toBe('\nx.ts:');
  });

  test('a test file is one line of counts, with the functions that are no tests', () => {
    const symbols: CodeSymbol[] = [
      { name: 'client', kind: 'function', line: 1 },
      { name: 'test_it', kind: 'function', line: 2 },
      { name: 'TestA', kind: 'class', line: 3, children: [{ name: 'test_b', kind: 'method', line: 4 }] },
    ];
    expect(block(symbols, { imports: ['pytest'], references: 2 }, 'tests/a.py')).toBe(
      '\ntests/a.py: ←2\ni pytest\n# 1c/3m fixtures:client',
    );
    expect(block(symbols.slice(0, 2), {}, 'tests/a.py')).toBe('\ntests/a.py:\n# 2m fixtures:client');
    expect(block([], {}, 'tests/a.py')).toBe('\ntests/a.py:\n# ');
  });
});

test.each([
  ['src/a.test.ts', true],
  ['src/a_test.go', true],
  ['pkg/test_a.py', true],
  ['TESTS/helper.py', true],
  ['src/latest/a.ts', true],
  ['src/__tests__/x.js', false],
  ['src/contest.ts', false],
  ['testing/a.ts', false],
])('%s is a test file: %s', (path, expected) => expect(isTestFile(path)).toBe(expected));
