import { describe, expect, test } from 'vitest';
import { isTestFile, signatureData, symbolMap } from '../../../../shared/assemblers/tiered-messages/symbol-map';
import type { CodeSymbol, FileSymbols } from '../../../../shared/sources/types';

function file(path: string, rest: Partial<FileSymbols> = {}): FileSymbols {
  return { path, hash: 'h', language: 'x', lines: 1, symbols: [], imports: [], importsLocal: [], references: [], ...rest };
}

function block(symbols: readonly CodeSymbol[], rest: Partial<FileSymbols> = {}): string | undefined {
  return symbolMap({ files: [file('x.ts', { symbols, ...rest })], complete: true }).blocks.get('x.ts');
}

describe('legend', () => {
  test('there is none without files', () => {
    expect(symbolMap({ files: [], complete: true })).toEqual({ legend: '', blocks: new Map() });
  });

  test('the folders printed most often get an alias, those printed once or as short as one do not', () => {
    const files = [
      file('a.ts', { importsLocal: ['src/deep/one.ts', 'src/deep/two.ts', 'src/once/x.ts', 'q/y.ts', 'q/z.ts', 'src/more/a.ts', 'src/more/b.ts', 'src/more/c.ts'] }),
      file('tests/a.test.ts', { importsLocal: ['src/once/x.ts'] }),
    ];
    const { legend, blocks } = symbolMap({ files, complete: true });
    expect(legend.split('\n').slice(4)).toEqual(['# @1/=src/more/', '# @2/=src/deep/']);
    expect(blocks.get('a.ts')).toBe('a.ts:\ni→ @2/one.ts,@2/two.ts,src/once/x.ts,q/y.ts,q/z.ts,@1/a.ts,@1/b.ts,@1/c.ts');
  });
});

describe('blocks', () => {
  test('stand in path order with incoming references counted once a file', () => {
    const { blocks } = symbolMap({ files: [file('b.ts', { importsLocal: ['a.ts'], references: ['a.ts'] }), file('c.ts', { references: ['a.ts'] }), file('a.ts', { references: ['a.ts'] })], complete: true });
    expect([...blocks.keys()]).toEqual(['a.ts', 'b.ts', 'c.ts']);
    expect(blocks.get('a.ts')).toBe('a.ts: ←2');
  });

  test('every kind has its letter', () => {
    const kinds = ['class', 'interface', 'struct', 'enum', 'trait', 'type', 'module', 'function', 'method', 'property', 'variable'] as const;
    expect(block(kinds.map((kind) => ({ name: 'n', kind, line: 1 })))?.split('\n').slice(1).map((line) => line.split(' ')[0])).toEqual(['c', 'c', 'c', 'c', 'c', 'c', 'c', 'f', 'm', 'p', 'v']);
    expect(block([{ name: 'go', kind: 'function', line: 3, async: true }])).toBe('x.ts:\naf go:3');
  });

  test('a single reference names its place, equal ones are dittoed, calls come last', () => {
    const referencedBy = { count: 1, first: { path: 'y.ts', line: 8 } };
    expect(
      block([
        { name: 'f', kind: 'function', line: 1, signature: '()', referencedBy, calls: ['a', 'B.c'] },
        { name: 'g', kind: 'function', line: 2, signature: '()', referencedBy },
        { name: 'h', kind: 'function', line: 3 },
        { name: 'i', kind: 'function', line: 4, referencedBy },
      ]),
    ).toBe('x.ts:\nf f():1 ←y.ts:8 →a,B.c\nf g():2 ″\nf h:3\nf i:4 ←y.ts:8');
  });

  test('imports that lead nowhere in the repository stand on their own line', () => {
    expect(block([], { imports: ['os', './y'], importsExternal: ['os'], importsLocal: ['y.ts'] })).toBe('x.ts:\ni os\ni→ y.ts');
    expect(block([], { imports: ['os', './gone'] })).toBe('x.ts:\ni os');
  });

  test('a file that did not parse keeps its header', () => {
    expect(block([], { failed: 'syntax' })).toBe('x.ts:');
  });
});

test.each([
  ['src/a.test.ts', true],
  ['src/a_test.go', true],
  ['pkg/test_a.py', true],
  ['tests/helper.py', true],
  ['src/__tests__/x.js', true],
  ['src/contest.ts', false],
  ['src/latest/a.ts', false],
  ['testing/a.ts', false],
])('%s is a test file: %s', (path, expected) => expect(isTestFile(path)).toBe(expected));

test('the hashed data changes with a signature and not with a line', () => {
  const at = (line: number, signature: string) => signatureData(file('a.ts', { symbols: [{ name: 'f', kind: 'function', line, signature }] }));
  expect(at(1, '(a)')).toBe(at(9, '(a)'));
  expect(at(1, '(a)')).not.toBe(at(1, '(a,b)'));
});
