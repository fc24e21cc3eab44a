import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { sourceId } from '../../../shared/document/builders';
import { configAt, configValue, stringAt, type ConfigNode } from '../../../shared/sources/config/config-node';
import { ropeText, type Rope } from '../../../shared/sources/text/rope';
import { parseYaml } from '../../../shared/sources/config/yaml';
import { expectVerbatim } from '../../support/provenance';

const id = sourceId('a.yaml');

function read(text: string, start = 0, end = text.length) {
  const { root, findings } = parseYaml({ id, text }, start, end);
  return {
    root,
    findings,
    value: root === undefined ? undefined : configValue(root),
    rope: (...path: readonly string[]) => pieces(stringAt(root, path), text),
  };
}

/** Each leaf as `verbatim` or `raw→value`. Also checks the law of verbatim leaves. */
function pieces(rope: Rope, text: string): readonly string[] {
  expectVerbatim(rope, text);
  return rope.map(({ value, origin }) => {
    if (origin.kind !== 'file') throw new Error('a scalar comes from its file');
    const raw = text.slice(origin.span.start, origin.span.end);
    return origin.change === undefined ? raw : `${raw}→${value}`;
  });
}

function firstKey(root: ConfigNode | undefined): readonly string[] {
  return root?.kind === 'object' ? root.entries.slice(0, 1).map((entry) => entry.key) : [];
}

describe('values', () => {
  it('reads maps, lists and scalars', () => {
    expect(read('a: 1\nb: [x, "y", null]\nc:\n  d: true\n').value).toEqual({
      a: 1,
      b: ['x', 'y', null],
      c: { d: true },
    });
  });

  it('reads CRLF like LF', () => {
    expect(read('a: 1\r\nb:\r\n  - x\r\n  - y\r\n').value).toEqual({ a: 1, b: ['x', 'y'] });
  });

  it('has no root for an empty text', () => {
    expect(read('')).toMatchObject({ root: undefined, findings: [] });
    expect(read('# only a comment\n').value).toBeUndefined();
  });

  it('lets the last of two equal keys win', () => {
    expect(read('a: 1\na: 2\n')).toMatchObject({ value: { a: 2 }, findings: [] });
  });

  it('keeps __proto__ an own property', () => {
    const { value } = read('__proto__:\n  polluted: yes\nname: x\n');
    expect(Object.hasOwn(Object(value), '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  it('places values in the offsets of the whole file', () => {
    const text = '---\nname: Dill\nlist: [a, b]\n---\nbody';
    const { root } = read(text, 4, 28);
    const name = configAt(root, ['name']);
    expect(text.slice(name?.span.start, name?.span.end)).toBe('Dill');
    const item = configAt(root, ['list', 1]);
    expect(text.slice(item?.span.start, item?.span.end)).toBe('b');
  });
});

describe('provenance of scalars', () => {
  it.each([
    ['plain', 'a: some words\n', ['some words']],
    ['plain that repeats its key', 'aa: aa\n', ['aa']],
    ['plain over lines', 'a: one\n  two\n\n\n  three\n', ['one', '\n  → ', 'two', '\n\n\n  →\n\n', 'three']],
    ['single quoted', "a: 'it''s'\n", ['it', "''→'", 's']],
    ['single quoted over lines', "a: 'x \n  y'\n", ['x', ' \n  → ', 'y']],
    ['double quoted', 'a: "as it is"\n', ['as it is']],
    ['an escape whose letter is in it', 'a: "\\u0075"\n', ['\\u0075→u']],
    ['escapes', 'a: "x\\ty\\x41\\U0001F600\\N"\n', ['x', '\\t→\t', 'y', '\\x41→A', '\\U0001F600→😀', '\\N→\u0085']],
    ['a surrogate pair', 'a: "\\uD83D\\uDE00!"\n', ['\\uD83D\\uDE00→😀', '!']],
    ['an escaped line end', 'a: "one \\\n   two\\\n   \\ three"\n', ['one ', 'two', '\\ → ', 'three']],
    ['a backslash before a line end', 'a: "one\\\\\n  two"\n', ['one', '\\\\→\\', '\n  → ', 'two']],
    ['a fold before an escaped line feed', 'a: "one\n  \\ntwo"\n', ['one', '\n  → ', '\\n→\n', 'two']],
    ['literal', 'a: |\n  one\n\n    two\n', ['one\n\n', '  two\n']],
    ['literal with its text in the header comment', 'a: | # text\n  text\n', ['text\n']],
    ['literal, stripped', 'a: |-\n  one\n  two\n\n', ['one\n', 'two']],
    ['literal, kept', 'a: |+\n  one\n\n', ['one\n\n']],
    ['literal with an indentation indicator', 'a: |1\n   one\n  two\n', ['  one\n', ' two\n']],
    ['literal, CRLF', 'a: |\r\n  one\r\n  two\r\n', ['one', '\n', 'two', '\n']],
    ['literal without a final line end', 'a: |\n  one', ['one', '→\n']],
    ['folded', 'a: >\n  one\n  two\n\n  three\n', ['one', '\n  → ', 'two', '\n\n  →\n', 'three\n']],
    [
      'folded with a more indented line',
      'a: >-\n  one\n    two\n  three\n',
      ['one', '\n  →\n', '  two', '\n  →\n', 'three'],
    ],
    ['folded, CRLF', 'a: >\r\n  one\r\n  two\r\n', ['one', '\r\n  → ', 'two', '\r\n→\n']],
  ])('%s', (_, text, expected) => {
    const { rope, root, findings } = read(text);
    expect(findings).toEqual([]);
    expect(rope(...firstKey(root))).toEqual(expected);
  });

  it('agrees with the parser in every style', () => {
    const value = {
      a: 'one\n two  \n\nthree: "quoted" \\ and \u0000\u2028',
      b: ' lead',
      c: '',
      d: 'x '.repeat(200),
      e: '#no',
      f: 'tab\there\n',
    };
    for (const defaultStringType of [
      'PLAIN',
      'QUOTE_SINGLE',
      'QUOTE_DOUBLE',
      'BLOCK_LITERAL',
      'BLOCK_FOLDED',
    ] as const) {
      const text = stringify(value, { defaultStringType, lineWidth: 40 });
      const { root } = parseYaml({ id, text });
      for (const [key, expected] of Object.entries(value)) {
        const rope = stringAt(root, [key]);
        expect(ropeText(rope)).toBe(expected);
        pieces(rope, text);
      }
    }
  });
});

describe('bad YAML', () => {
  it('reports one error at its place and keeps what it read', () => {
    const text = 'name: Dill\nlist: [a, b\nmore: x\n';
    const { findings, value } = read(text);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      severity: 'error',
      ruleId: 'yaml-syntax',
      message: expect.stringMatching(/^Broken YAML: /),
    });
    expect(findings[0]?.place?.span.start).toBeGreaterThan(text.indexOf('list'));
    expect(value).toMatchObject({ name: 'Dill' });
  });

  it('names a second document', () => {
    const { findings, value } = read('a: 1\n--- b\n');
    expect(findings.map((each) => each.message)).toEqual(['Broken YAML: only one document is expected']);
    expect(value).toEqual({ a: 1 });
  });

  it('follows no alias, so that nine of them cannot expand to a billion', () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefghi'.split('').map((key, index) => `${key}: &${key} [${`*${'abcdefgh'[index]}, `.repeat(9)}]`),
    ].join('\n');
    const { findings, value } = read(bomb);
    expect(JSON.stringify(value).length).toBeLessThan(1000);
    expect(findings[0]).toMatchObject({ severity: 'warning', message: 'The YAML alias *a is not followed' });
    expect(read('a: *nowhere\n').value).toEqual({ a: null });
  });

  it('ignores a key that is a list, and says so', () => {
    expect(read('? [a]\n: 1\nb: 2\n')).toMatchObject({
      value: { b: 2 },
      findings: [{ severity: 'warning', message: 'A YAML key that is not text is ignored' }],
    });
  });

  it.each([
    ['lists in flow', '['.repeat(100_000)],
    ['lists in blocks', '- '.repeat(100_000)],
    ['keys', '? '.repeat(100_000)],
    ['maps', '{a: '.repeat(50_000)],
  ])('refuses excessive nesting of %s', (_, text) => {
    expect(read(text)).toMatchObject({
      root: undefined,
      findings: [{ severity: 'error', message: 'The YAML is nested more than 100 levels deep' }],
    });
  });

  it('reads fifty levels', () => {
    expect(read(`${'['.repeat(50)}x${']'.repeat(50)}`).findings).toEqual([]);
  });
});

describe('a file made to be slow', () => {
  /** Each once took minutes at this size. */
  it.each([
    ['an open quote', `a: "${'x\n'.repeat(1_000_000)}`],
    ['an open single quote', `a: '${'x\n'.repeat(1_000_000)}`],
    ['keys', 'a: b\n'.repeat(1_000_000)],
    ['keys and lists', 'a:\n- b\n- c\n'.repeat(300_000)],
    ['tags', '!!x '.repeat(1_000_000)],
    ['brackets', '['.repeat(1_000_000)],
  ])('is read in proportion to its size, or says that it is too long: %s', (_, text) => {
    const { root, findings } = parseYaml({ id, text });
    expect(root === undefined ? findings.map(({ severity }) => severity) : ['error']).toContain('error');
    const rope = stringAt(root, ['a']);
    expect(rope.length).toBeLessThan(150_000);
  });

  it('keeps a long block of text, and every place in it', () => {
    const text = `a: |\n${'  line\n'.repeat(100_000)}`;
    const { root, findings } = parseYaml({ id, text });
    expect(findings).toEqual([]);
    expect(ropeText(stringAt(root, ['a']))).toBe('line\n'.repeat(100_000));
  });

  it('reads what is folded too often as one stretch', () => {
    const text = `a: ${'x\n  '.repeat(100_000)}y\nb: c\n`;
    const { root } = parseYaml({ id, text });
    expect(stringAt(root, ['a'])).toHaveLength(1);
    expect(ropeText(stringAt(root, ['a']))).toBe(`${'x '.repeat(100_000)}y`);
    expect(ropeText(stringAt(root, ['b']))).toBe('c');
  });
});
