import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashingOf } from '../../../../shared/cache/lock/hashing';

const machine = { workspace: '/work', home: '/home/k' };
const digest = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const text = 'You are a careful engineer. '.repeat(20);

it('a lock’s hashes are SHA-256, which nobody can run backwards from a text that is known', () => {
  const { hash, line } = hashingOf(2, { machine });
  expect([hash(text), line(text)]).toEqual([digest(text).slice(0, 32), digest(text).slice(0, 8)]);
});

it('with a key, each hash has it inside and outside', () => {
  const { hash, line } = hashingOf(2, { machine, key: 'of the team' });
  const keyed = digest(`of the team\0${digest(`of the team\0${text}`)}`);
  expect([hash(text), line(text)]).toEqual([keyed.slice(0, 32), keyed.slice(0, 8)]);
});
