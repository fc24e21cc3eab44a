/** A lock made on one machine passes on any other, and contains nothing that helps to guess a secret. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lockSchema, type Lock } from '../../../../../shared/cache/lock/lock';
import { pinned, strata, temporaryCopy } from '../../../../support/run-cli';

const examples = join(import.meta.dirname, '../../../../../build/examples');
const names = readdirSync(examples).filter((name) => name !== 'requests');

afterEach(() => vi.unstubAllEnvs());

function lockIn(folder: string): Lock {
  return lockSchema.parse(JSON.parse(readFileSync(join(folder, 'strata.lock.json'), 'utf8')));
}

describe('a lock of every example', () => {
  it.each(names)('%s passes in a copy at another path, for another home, user and host', async (name) => {
    const folder = temporaryCopy(join(examples, name));
    const home = temporaryCopy();
    expect((await strata('lock', folder, '--home', home, '--trust')).code).toBe(0);
    expect(lockIn(folder).lockVersion).toBe(2);

    const copy = join(temporaryCopy(), 'some where', 'else');
    mkdirSync(copy, { recursive: true });
    cpSync(folder, copy, { recursive: true });
    const other = join(temporaryCopy(), 'homes', 'kate');
    mkdirSync(other, { recursive: true });
    for (const [variable, value] of [
      ['HOME', other],
      ['USER', 'kate'],
      ['LOGNAME', 'kate'],
      ['HOSTNAME', 'elsewhere'],
      ['SHELL', '/bin/other'],
    ] as const)
      vi.stubEnv(variable, value);
    const { code, out } = await strata('check', copy, '--home', other, '--trust');
    expect({ code, errors: out.split('\n').filter((line) => line.includes(' error ')) }).toEqual({
      code: 0,
      errors: [],
    });
  });
});

describe('lock version 2', () => {
  const tagged = join(examples, 'tagged-sections');

  it('says what is cached, by which rules, and what the folder may read', async () => {
    const folder = temporaryCopy(tagged);
    const outside = temporaryCopy();
    await strata('lock', folder, ...pinned, '--trust', outside, '--model', 'claude-sonnet-4-5');
    const lock = lockIn(folder);
    expect(lock).toMatchObject({ model: 'claude-sonnet-4-5', suggested: true, minimum: 1024, trusted: [outside] });
    expect(lock.prefixes.map(({ cached, tokens }) => cached === (tokens < 1024 ? 'too short' : 'yes'))).not.toContain(
      false,
    );
    expect(lock.prefixes.length).toBeGreaterThan(0);
  });

  it('names section, file, line, byte, tokens, price and the command that accepts the change', async () => {
    const folder = temporaryCopy(tagged);
    await strata('lock', folder, ...pinned, '--model', 'claude-sonnet-4-5');
    const path = join(folder, 'agents/harbor/agent.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('You are', 'Today you are'));
    const { code, out } = await strata('check', folder, '--home', '/home/k', '--model', 'claude-sonnet-4-5');
    expect(code).toBe(1);
    expect(out).toMatch(/^agents\/harbor\/agent\.json:\d+:\d+ error lock-prefix The locked prefix changed in /m);
    const price = /from byte (\d+) on; .*; ([\d,]+) tokens are written again, \$([\d.]+) in place of \$([\d.]+); /.exec(
      out,
    );
    // claude-sonnet-4-5: $3 per million tokens, written for 5 minutes at 1.25 times, read at 0.1 times.
    const tokens = Number(price?.[2]?.replaceAll(',', ''));
    // One token more than was locked: "Today ".
    expect(tokens).toBe((lockIn(folder).prefixes.at(-1)?.tokens ?? 0) + 1);
    expect(price?.[3]).toBe(((tokens * 3 * 1.25) / 1_000_000).toPrecision(4));
    expect(price?.[4]).toBe((((tokens - 1) * 3 * 0.1) / 1_000_000).toPrecision(4));
    expect(out).toContain(`strata lock ${folder} accepts it`);
  });

  it('warns of a prefix that changes by itself', async () => {
    const folder = temporaryCopy(tagged);
    const { code, err } = await strata('lock', folder, ...pinned);
    expect(code).toBe(0);
    expect(err).toMatch(/^\[system\/Context\] warning clock-in-prefix The clock is in the prefix/m);
  });

  it('hashes no secret: another one gives the same lock', async () => {
    const folder = temporaryCopy(tagged);
    const path = join(folder, 'agents/harbor/agent.json');
    const before = readFileSync(path, 'utf8');
    const lockWith = async (secret: string): Promise<Lock> => {
      writeFileSync(path, before.replace('You are', `Use DB_PASSWORD=${secret} here. You are`));
      await strata('lock', folder, ...pinned);
      return lockIn(folder);
    };
    const first = await lockWith('hK82ndPq7zLm4XtR');
    const second = await lockWith('pL94mqRt2yBn6WvS');
    const hashes = ({ prefixes, sections }: Lock) => [...prefixes, ...sections].map(({ hash }) => hash);
    expect(hashes(first)).toEqual(hashes(second));
    expect(first.sections.map(({ lines }) => lines)).toEqual(second.sections.map(({ lines }) => lines));
  });

  it('takes a key, and asks for it again', async () => {
    const folder = temporaryCopy(tagged);
    await strata('lock', folder, ...pinned);
    const plain = lockIn(folder);
    vi.stubEnv('STRATA_LOCK_KEY', 'of the team');
    await strata('lock', folder, ...pinned);
    const keyed = lockIn(folder);
    expect(keyed.keyed).toBe(true);
    expect(keyed.prefixes.at(-1)?.hash).not.toBe(plain.prefixes.at(-1)?.hash);
    const hashesOf = ({ prefixes, sections }: Lock): readonly string[] =>
      [...prefixes, ...sections].flatMap(({ hash, ...rest }) => [
        hash,
        ...('lines' in rest ? rest.lines.split('.') : []),
      ]);
    const known = new Set(hashesOf(plain));
    expect(hashesOf(keyed).filter((hash) => hash.length > 1 && known.has(hash))).toEqual([]);
    expect((await strata('check', folder, '--home', '/home/k')).code).toBe(0);
    vi.stubEnv('STRATA_LOCK_KEY', '');
    expect(await strata('check', folder, '--home', '/home/k')).toMatchObject({
      code: 2,
      err: expect.stringContaining('STRATA_LOCK_KEY'),
    });
  });
});
