import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../shared/document/builders';
import { configValue, stringAt } from '../../../shared/sources/config/config-node';
import { findFrontMatter, parseFrontMatter } from '../../../shared/sources/config/front-matter';
import { lineColumn } from '../../../shared/sources/findings';
import { ropeText } from '../../../shared/sources/text/rope';
import { expectVerbatim } from '../../support/provenance';

function read(text: string) {
  const { data, body, findings } = parseFrontMatter({ id: sourceId('a.md'), path: '/w/a.md', as: 'a', text });
  expectVerbatim(body, text);
  return { data, value: data === undefined ? undefined : configValue(data), body: ropeText(body), findings };
}

describe('fences', () => {
  it('splits head and body', () => {
    expect(read('---\nname: Dill\nallow_skills: true\n---\nYou are Dill.\n')).toMatchObject({
      value: { name: 'Dill', allow_skills: true },
      body: 'You are Dill.\n',
      findings: [],
    });
  });

  it('takes CRLF as a line end and leaves it in the body', () => {
    expect(read('---\r\nname: Dill\r\n---\r\nOne\r\nTwo\r\n')).toMatchObject({
      value: { name: 'Dill' },
      body: 'One\r\nTwo\r\n',
      findings: [],
    });
  });

  it.each([
    ['no opener', 'name: Dill\n---\nbody'],
    ['an opener behind a space', ' ---\nname: Dill\n---\nbody'],
    ['an opener behind a blank line', '\n---\nname: Dill\n---\nbody'],
    ['four dashes', '----\nname: Dill\n---\nbody'],
    ['an opener with a space behind it', '--- \nname: Dill\n---\nbody'],
    ['no closer', '---\nname: Dill\nbody'],
    ['a closer that is indented', '---\nname: Dill\n ---\nbody'],
    ['nothing', ''],
  ])('has none with %s: the whole file is the body', (_, text) => {
    expect(findFrontMatter(text)).toBeUndefined();
    expect(read(text)).toEqual({ data: undefined, value: undefined, body: text, findings: [] });
  });

  it('ends at the first closer; a later one belongs to the body', () => {
    expect(read('---\na: 1\n---\nx\n---\ny')).toMatchObject({ value: { a: 1 }, body: 'x\n---\ny' });
  });

  it('takes a closer at the end of the file', () => {
    expect(read('---\na: 1\n---')).toMatchObject({ value: { a: 1 }, body: '' });
  });

  it('may be empty', () => {
    expect(read('---\n---\nbody')).toMatchObject({ data: undefined, body: 'body', findings: [] });
  });

  it('is no data when the YAML is no map', () => {
    expect(read('---\n- a\n---\nbody')).toMatchObject({ data: undefined, body: 'body' });
    expect(read('---\njust words\n---\nbody')).toMatchObject({ data: undefined, body: 'body' });
  });
});

describe('places', () => {
  it('are those of the file', () => {
    const text = '---\nname: "D\\x69ll"\ntext: |\n  one\n  two\n---\nbody';
    const { data } = read(text);
    const name = stringAt(data, ['name']).map(({ origin }) =>
      origin.kind === 'file' ? text.slice(origin.span.start, origin.span.end) : '',
    );
    expect(name).toEqual(['D', '\\x69', 'll']);
    expect(ropeText(stringAt(data, ['text']))).toBe('one\ntwo\n');
  });

  it('put broken YAML at its line, and the body survives', () => {
    const text = '---\nname: Dill\nlist: [a\n---\nbody';
    const { findings, body, value } = read(text);
    expect(findings).toMatchObject([{ severity: 'error', ruleId: 'front-matter' }]);
    expect(lineColumn(text, findings[0]?.place?.span.start ?? 0).line).toBeGreaterThanOrEqual(3);
    expect(findings[0]?.place?.span.end).toBeLessThanOrEqual(text.indexOf('---\nbody'));
    expect(body).toBe('body');
    expect(value).toMatchObject({ name: 'Dill' });
  });
});
