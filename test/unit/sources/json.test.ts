import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sourceId } from '../../../shared/document/builders';
import { checkConfig, configAt, configValue, nearestSpan, stringAt } from '../../../shared/sources/config/config-node';
import { lineColumn } from '../../../shared/sources/findings';
import { jsonStringRope, parseJson } from '../../../shared/sources/config/json';
import { parseJsonLines } from '../../../shared/sources/config/json-lines';
import { ropeText, type Rope } from '../../../shared/sources/text/rope';
import { expectVerbatim } from '../../support/provenance';

const id = sourceId('a.json');

function read(text: string) {
  const { root, findings } = parseJson({ id, text });
  return {
    root,
    findings,
    value: root === undefined ? undefined : configValue(root),
    rope: (...path: readonly (string | number)[]) => pieces(stringAt(root, path), text),
  };
}

function pieces(rope: Rope, text: string): readonly string[] {
  expectVerbatim(rope, text);
  return rope.map(({ value, origin }) => {
    if (origin.kind !== 'file') throw new Error('a string comes from its file');
    const raw = text.slice(origin.span.start, origin.span.end);
    return origin.change === undefined ? raw : `${raw}→${value}`;
  });
}

describe('a broken text', () => {
  it('is one error at the first break, which names the others', () => {
    expect(read('{"a": tru, "b": 1,\n "c" 2, "d": nul}').findings).toMatchObject([
      {
        message: 'Broken JSON: invalid symbol',
        place: { span: { start: 6, end: 9 } },
        note: expect.stringMatching(/^After it the JSON is also broken at .*2:14/),
      },
    ]);
    expect(read('{"a": tru}').findings[0]?.note ?? '').not.toContain('1:7');
  });
});

describe('values', () => {
  it('reads what JSON.parse reads', () => {
    const text = '{"a": [1, -2.5e3, true, false, null, "x"], "b": {"c": ""}}';
    expect(read(text)).toMatchObject({ value: JSON.parse(text), findings: [] });
  });

  it('keeps __proto__ an own property', () => {
    const { value } = read('{"__proto__": {"polluted": true}}');
    expect(Object.hasOwn(Object(value), '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  it('lets the last of two equal keys win, in value and rope', () => {
    const { value, rope } = read('{"a": "one", "a": "two"}');
    expect(value).toEqual({ a: 'two' });
    expect(rope('a')).toEqual(['two']);
  });
});

describe('strings', () => {
  it.each([
    ['no escape', '"plain äö😀"', ['plain äö😀']],
    ['one escape', '"a\\nb"', ['a', '\\n→\n', 'b']],
    ['escapes only', '"\\"\\\\\\/\\b\\f\\r\\t"', ['\\"→"', '\\\\→\\', '\\/→/', '\\b→\b', '\\f→\f', '\\r→\r', '\\t→\t']],
    ['a backslash before the end', '"a\\\\"', ['a', '\\\\→\\']],
    ['an escape whose letter is in it', '"\\u0075u"', ['\\u0075→u', 'u']],
    ['a surrogate pair', '"x\\ud83d\\uDE00y"', ['x', '\\ud83d\\uDE00→😀', 'y']],
    ['a high surrogate alone', '"\\ud83dx"', ['\\ud83d→\ud83d', 'x']],
    ['two high surrogates', '"\\ud83d\\ud83d\\ude00"', ['\\ud83d→\ud83d', '\\ud83d\\ude00→😀']],
    ['a low surrogate first', '"\\ude00\\ud83d"', ['\\ude00→\ude00', '\\ud83d→\ud83d']],
  ])('%s', (_, text, expected) => {
    const { root, findings } = read(text);
    expect(findings).toEqual([]);
    expect(root?.kind === 'string' ? pieces(root.rope, text) : undefined).toEqual(expected);
    expect(root?.kind === 'string' ? ropeText(root.rope) : undefined).toBe(JSON.parse(text));
  });

  it('carries the path of the value', () => {
    const { root } = read('{"a": [{"b": "x"}]}');
    expect(stringAt(root, ['a', 0, 'b'])[0]?.origin).toMatchObject({ path: ['a', 0, 'b'] });
  });

  it('is empty for an empty string and for what is no string', () => {
    const { root } = read('{"a": "", "b": 1}');
    expect(stringAt(root, ['a'])).toEqual([]);
    expect(stringAt(root, ['b'])).toEqual([]);
    expect(stringAt(root, ['c', 'd', 0])).toEqual([]);
    expect(jsonStringRope({ id, text: '""' }, 1, 1, [])).toEqual([]);
  });
});

describe('bad JSON', () => {
  it.each([
    ['a comment', '{} // no', 'Broken JSON: invalid comment token'],
    ['a trailing comma', '{"a": 1,}', 'Broken JSON: property name expected'],
    ['a missing value', '{"a": }', 'Broken JSON: value expected'],
    ['nothing', ' \n', 'The file is empty, JSON was expected'],
  ])('names %s', (_, text, message) => {
    expect(read(text).findings).toMatchObject([{ severity: 'error', ruleId: 'json-syntax', message }]);
  });

  it('places the break, also behind CRLF', () => {
    const text = '{\r\n  "a": 1\r\n  "b": 2\r\n}';
    const start = read(text).findings[0]?.place?.span.start ?? 0;
    expect(lineColumn(text, start)).toEqual({ line: 3, column: 3 });
  });

  it('keeps what comes before the break', () => {
    expect(read('{"a": "x", "b": [1, 2').value).toEqual({ a: 'x', b: [1, 2] });
  });

  it('keeps the last character of a string that is never closed', () => {
    const { rope, value } = read('{"a": "abc');
    expect(value).toEqual({ a: 'abc' });
    expect(rope('a')).toEqual(['abc']);
  });

  it.each([
    ['an unknown escape', '"a\\qb"'],
    ['a short unicode escape', '"a\\u12zb"'],
    ['a backslash at the end', '"abc\\'],
    ['a quote after a backslash at the end', '"abc\\"'],
    ['a line end in the string', '"abc\ndef"'],
  ])('gives the rope the value that was read: %s', (_, text) => {
    const { root, findings } = read(text);
    expect(findings).toHaveLength(1);
    if (root?.kind !== 'string') throw new Error('a broken string is still a string');
    expect(ropeText(root.rope)).toBe(root.value);
    pieces(root.rope, text);
  });

  it.each([
    ['lists', '['.repeat(200_000)],
    ['objects', '{"a":'.repeat(100_000)],
    ['brackets that do not match', '[}'.repeat(100_000)],
    ['brackets behind stray ones', `${']'.repeat(1000)}${'['.repeat(100_000)}`],
  ])('refuses excessive nesting of %s', (_, text) => {
    expect(read(text)).toMatchObject({
      root: undefined,
      findings: [{ severity: 'error', message: 'The JSON is nested more than 200 levels deep' }],
    });
  });

  it('does not count brackets in strings', () => {
    const text = `{"a": "${'['.repeat(500)}\\"${'{'.repeat(500)}"}`;
    expect(read(text)).toMatchObject({ findings: [], value: JSON.parse(text) });
  });
});

describe('schemas', () => {
  const schema = z.object({ a: z.object({ b: z.string() }) });

  it('gives the value when it fits', () => {
    const { root } = read('{"a": {"b": "x"}}');
    expect(root && checkConfig(schema, root, id, 'config')).toEqual({ value: { a: { b: 'x' } }, findings: [] });
  });

  it('places an issue at the value, or at the nearest one above what is missing', () => {
    const text = '{"a": {"b": 1}}';
    const { root } = read(text);
    const wrong = root && checkConfig(schema, root, id, 'config', 'warning');
    expect(wrong?.findings).toMatchObject([
      { severity: 'warning', ruleId: 'config', place: { span: { start: 12, end: 13 } } },
    ]);
    expect(root && nearestSpan(root, ['a', 'c', 'd'])).toEqual(configAt(root, ['a'])?.span);
  });
});

describe('a text made of escapes', () => {
  it('has a limited number of leaves and the same text', () => {
    const value = 'a\n'.repeat(400_000);
    const text = JSON.stringify({ value });
    const { root } = parseJson({ id: sourceId('a.json'), text });
    const rope = stringAt(root, ['value']);
    expect(rope.length).toBeLessThan(300_000);
    expect(ropeText(rope)).toBe(value);
    // What is put together still covers what it was made of, end to end.
    let at = text.indexOf('a\\n');
    for (const { origin } of rope) {
      if (origin.kind !== 'file' || origin.span.start !== at) throw new Error(`a gap at ${at}`);
      at = origin.span.end;
    }
    expect(at).toBe(text.length - 2);
  });

  it('shares its limit among the lines of a file', () => {
    const line = JSON.stringify({ value: '\n'.repeat(1000) });
    const lines = parseJsonLines({
      id: sourceId('a.jsonl'),
      path: 'a.jsonl',
      as: 'a.jsonl',
      text: `${line}\n`.repeat(500),
    });
    expect(lines).toHaveLength(500);
    const leaves = lines.reduce((sum, { root }) => sum + stringAt(root, ['value']).length, 0);
    expect(leaves).toBeLessThan(130_000);
  });

  it('ends at the line with too many values, and says so', () => {
    const lines = parseJsonLines({
      id: sourceId('a.jsonl'),
      path: 'a.jsonl',
      as: 'a.jsonl',
      text: '{"a":1,"b":2}\n'.repeat(100_000),
    });
    expect(lines.length).toBeLessThan(100_000);
    expect(lines.at(-1)?.findings[0]?.message).toBe('The JSON has more than 200,000 values');
  });
});
