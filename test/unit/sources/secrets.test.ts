import { describe, expect, it } from 'vitest';
import { findSecrets, maskSecrets } from '../../../shared/sources/secrets';

const key = `sk-ant-api03-${'x'.repeat(40)}`;

describe('secrets', () => {
  it.each([
    ['Anthropic key', `use ${key} here`],
    ['GitHub token', `ghp_${'a1'.repeat(18)}`],
    ['AWS access key', 'AKIAIOSFODNN7EXAMPLE'],
    ['private key', `-----BEGIN RSA PRIVATE KEY-----\n${'MIIE'.repeat(10)}\n-----END RSA PRIVATE KEY-----`],
    ['password in a URL', 'postgres://user:hunter22@host/db'],
    ['assigned secret', 'API_KEY = "abcdefgh1234"'],
  ])('finds a %s', (kind, text) => {
    expect(findSecrets(text).map((secret) => secret.kind)).toEqual([kind]);
  });

  it.each(['The password is asked for.', 'sk-short', 'api_key: ${API_KEY}', 'https://example.org/a:b'])('leaves ordinary text alone: %s', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });

  it('masks in place and keeps the lines', () => {
    const { text, masked } = maskSecrets(`a\n${key}\nb`);
    expect(masked).toBe(1);
    expect(text).toBe(`a\nsk-a${'•'.repeat(key.length - 4)}\nb`);
    expect(maskSecrets('nothing here')).toEqual({ text: 'nothing here', masked: 0 });
  });

  it.each([
    'password=hunter2222"quoted"',
    'password = "hunter2222\\"',
    `a\\b-----BEGIN PRIVATE KEY-----\n"MIIE${'x'.repeat(40)}\\n"\n-----END PRIVATE KEY-----"`,
    '{"api_key": "hunter2222"}',
    'secret: ab\\ncdefg\\"hunter',
    'postgres://user:hunter22@host/db',
  ])('leaves JSON as JSON: %j', (text) => {
    const { text: body, masked } = maskSecrets(JSON.stringify([{ text, next: 'https://a:b', last: 'c@d' }]));
    expect(masked).toBe(1);
    expect(JSON.parse(body)).toEqual([{ text: expect.stringContaining('•'), next: 'https://a:b', last: 'c@d' }]);
    expect(body).not.toMatch(/hunter2|MIIE|bcdefgh/);
  });

  it('counts one secret once, by its most specific form', () => {
    expect(findSecrets(`api_key=${key}`).map((secret) => secret.kind)).toHaveLength(1);
  });
});
