import { describe, expect, it } from 'vitest';
import { readPersonaFields } from '../../../../shared/assemblers/persona-files/persona-fields';
import { sourceId } from '../../../../shared/document/builders';
import { ropeText } from '../../../../shared/sources/text/rope';

function read(text: string) {
  const { fields, body, findings } = readPersonaFields(
    { id: sourceId('IDENTITY.md'), path: '/w/IDENTITY.md', as: 'identity', text },
    ['name', 'emoji', 'vibe'],
  );
  const ropes = [...(fields ?? [])].flatMap(([, rope]) => rope);
  for (const { value, origin } of ropes) {
    if (origin.kind !== 'file') throw new Error('a field without a file');
    expect(text.slice(origin.span.start, origin.span.end)).toBe(value);
  }
  return {
    fields:
      fields === undefined ? undefined : Object.fromEntries([...fields].map(([key, rope]) => [key, ropeText(rope)])),
    body: ropeText(body),
    rules: findings.map((each) => each.ruleId),
  };
}

describe('readPersonaFields', () => {
  it('reads the published example', () => {
    expect(read('---\nname: Momo\nemoji: 🦜\nvibe: "calm, curious"\n---\n')).toEqual({
      fields: { name: 'Momo', emoji: '🦜', vibe: 'calm, curious' },
      body: '',
      rules: [],
    });
  });

  it.each([
    ['white space before the fence', '\n  \n---\nname: A\n---\n'],
    ['CRLF', '---\r\nname: A\r\n---\r\n'],
    ['blank and # lines', '---\n\n# name: B\nname: A\n---'],
    ['single quotes', "---\nname: 'A'\n---\n"],
    ['indented keys', '---\n  name :  A  \n---\n'],
    ['a fence with more dashes', '---\nname: A\n-----\n'],
  ])('accepts %s', (_, text) => expect(read(text).fields).toEqual({ name: 'A' }));

  it.each([
    ['a colon in the value', 'a: b', 'a: b'],
    ['a comment behind the value', 'A # x', 'A # x'],
    ['quotes that do not match', '"A\'', '"A\''],
    ['one quote', '"', '"'],
    ['only one pair of quotes', '""A""', '"A"'],
  ])('keeps %s', (_, value, expected) => expect(read(`---\nname: ${value}\n---\n`).fields).toEqual({ name: expected }));

  it.each(['name:', 'name: ""', "name: ''", 'name:   '])('ignores the empty value of %j', (line) =>
    expect(read(`---\n${line}\n---\n`)).toEqual({ fields: {}, body: '', rules: [] }),
  );

  it('takes the last of two values, and says so', () => {
    expect(read('---\nname: A\nname: B\n---\n')).toEqual({
      fields: { name: 'B' },
      body: '',
      rules: ['persona-duplicate-key'],
    });
  });

  it('distinguishes unknown keys from lines that are not keys', () => {
    expect(read('---\nage: 3\nhello\n---\n').rules).toEqual(['persona-unknown-key', 'persona-line']);
  });

  it('hands back the body, which no prompt uses', () => {
    expect(read('---\nname: A\n---\n\nHello.\n').body).toBe('\nHello.\n');
  });

  it.each([
    ['no fence', 'name: A\n'],
    ['no second fence', '---\nname: A\n'],
    ['a second fence directly below the first', '---\n---\nx'],
    ['a mark that is no white space before the fence', '\n\uFEFF---\nname: A\n---\n'],
  ])('reads nothing with %s', (_, text) =>
    expect(read(text)).toEqual({ fields: undefined, body: text, rules: ['persona-front-matter'] }),
  );

  it('has nothing to say about an empty file', () =>
    expect(read(' \n')).toEqual({ fields: undefined, body: '', rules: [] }));

  it('does not close at the line that opened', () =>
    expect(read('---\n---\nname: A\n---\nx')).toEqual({ fields: { name: 'A' }, body: 'x', rules: ['persona-line'] }));

  it('trims by Unicode: U+0085 goes, U+FEFF stays', () => {
    expect(read('\u0085---\n\u0085name\u0085:\u0085\uFEFFA\u0085\n---\n').fields).toEqual({ name: '\uFEFFA' });
  });
});
