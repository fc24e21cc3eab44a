import { beforeAll, describe, expect, it } from 'vitest';
import { languageOf } from '../../../../../electron/host/symbols/read/languages';
import { readText } from '../../../../../electron/host/symbols/read/read-text';
import { languages, loadGrammars, outline, parsers, read } from '../../../../support/host/symbols';

beforeAll(loadGrammars);

describe('a file that does not parse', () => {
  it('says where, and keeps what could be read', () => {
    const broken = read(
      'typescript',
      'export function good(a: number) {}\nclass Half {\n  method( {\n}\nexport const after = 1;\n',
    );
    expect(broken.failed).toMatch(/^syntax error at line [2-5]$/);
    expect(outline(broken)).toContain('function good(a):1');
    expect(read('python', 'def f(:\n  pass\n').failed).toBe('syntax error at line 1');
  });

  it('may be anything', () => {
    for (const language of languages) {
      for (const text of [
        '',
        '\n',
        '\uFEFFx',
        '\0\0',
        '((((((',
        '"',
        "'",
        '`${',
        '/*',
        '{'.repeat(5000),
        'é'.repeat(100),
        '\ud800',
        '#'.repeat(300),
        '<?php ?> <?',
        'class',
        'import',
        'use {',
        'from . import',
      ]) {
        expect(read(language, text).language).toBe(language);
      }
    }
  });

  it('is given up when its time limit is reached', () => {
    expect(
      readText(parsers.get('typescript'), 'typescript', 'const a = [1, 2, 3];\n'.repeat(20000), () => true),
    ).toEqual({
      language: 'typescript',
      lines: 20000,
      symbols: [],
      imports: [],
      importsLocal: [],
      names: '',
      failed: 'parsing took too long',
    });
    expect(read('typescript', 'const a = 1;').failed).toBeUndefined();
  });
});

describe('the language of a file', () => {
  it.each([
    ['a.ts', 'typescript'],
    ['a.d.ts', 'typescript'],
    ['a.MTS', 'typescript'],
    ['x/y.tsx', 'tsx'],
    ['a.jsx', 'javascript'],
    ['a.py', 'python'],
    ['a.h', 'c'],
    ['a.hpp', 'cpp'],
    ['.ts', undefined],
    ['Makefile', undefined],
    ['a.ts/b', undefined],
    ['a.md', undefined],
  ] as const)('%s → %s', (path, language) => {
    expect(languageOf(path)).toBe(language);
  });
});
