import { describe, expect, it } from 'vitest';
import { findSecrets, maskSecrets, secretRules } from '../../../shared/sources/secrets/secrets';
import { numbers, placeholders, secretSamples } from '../../support/secret-samples';

const key = secretSamples['anthropic']?.(numbers(7)) ?? '';

describe('secrets', () => {
  it('has samples for every rule', () => {
    expect(Object.keys(secretSamples).toSorted()).toEqual(secretRules.map(({ id }) => id).toSorted());
  });

  it.each(secretRules.map(({ id }) => id))('finds the shape of %s', (id) => {
    const random = numbers(42);
    const samples = Array.from({ length: 50 }, () => secretSamples[id]?.(random) ?? '');
    const missed = samples.filter((sample) => !findSecrets(`It is ${sample} here.`).some(({ rule }) => rule === id));
    expect(missed.length, missed[0]).toBeLessThanOrEqual(1);
  });

  it.each(placeholders)('ignores placeholders: %s', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });

  it.each([
    'The password is asked for.',
    'sk-short',
    'https://example.org/a:b',
    'token = nextToken(source)',
    'see https://x.org:8080/@user',
  ])('leaves ordinary text alone: %s', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });

  it.each([
    ['postgres://bob:s3cr3tPazz@db.host/x', 's3cr3tPazz'],
    ['DB_PASSWORD=fakeNews2024', 'fakeNews2024'],
    ['password: "Todoroki77x"', 'Todoroki77x'],
    ['password = MySecretCode1', 'MySecretCode1'],
    ['mysql://app:qwertyHund7@db/x', 'qwertyHund7'],
  ])('finds what somebody made up around a word of placeholders: %s', (text, secret) => {
    expect(findSecrets(text).map(({ start, end }) => text.slice(start, end))).toEqual([secret]);
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
    `a\\b-----BEGIN PRIVATE KEY-----\n"MIIEkq3zT9${'Zx8vLw2'.repeat(8)}\\n"\n-----END PRIVATE KEY-----"`,
    '{"api_key": "hunter2kZ92mQx71"}',
    'password: ab\\n4cdefg\\"hunter',
    'postgres://user:hunter22@host/db',
  ])('leaves JSON as JSON: %j', (text) => {
    const { text: body, masked } = maskSecrets(JSON.stringify([{ text, next: 'https://a:b', last: 'c@d' }]));
    expect(masked).toBe(1);
    expect(JSON.parse(body)).toEqual([{ text: expect.stringContaining('•'), next: 'https://a:b', last: 'c@d' }]);
    expect(body).not.toMatch(/hunter2|MIIE|4cdefg/);
  });

  it('counts one secret once, by its most specific form', () => {
    expect(findSecrets(`api_key=${key}`).map(({ rule }) => rule)).toEqual(['anthropic']);
  });

  /** Each of these once took minutes, or overflowed the stack. */
  it.each([
    ['PEM titles', '-----BEGIN PRIVATE KEY-----'.repeat(200_000)],
    ['starts of tokens', 'eyJ'.repeat(2_500_000)],
    ['halves of tokens', 'eyJaaaaaaaaaaaaa.'.repeat(400_000)],
    ['names', 'password='.repeat(800_000)],
    ['URLs', '://a:'.repeat(1_000_000)],
    ['backslashes', `-----BEGIN PRIVATE KEY-----${'\\'.repeat(1_000_000)}-----END PRIVATE KEY-----`],
  ])('takes time in proportion to the text: %s', (_, text) => {
    expect(maskSecrets(text).masked).toBe(0);
  });
});
