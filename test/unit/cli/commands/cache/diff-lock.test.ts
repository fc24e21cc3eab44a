import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../../../shared/basics/sha256';
import { hashText } from '../../../../../shared/cache/simulate/hash';
import { formatLock, lockSchema } from '../../../../../shared/cache/lock/lock';
import { pinned, strata, temporaryCopy } from '../../../../support/run-cli';
import { numbers, secretSamples } from '../../../../support/secret-samples';

const tagged = join(import.meta.dirname, '../../../../../build/examples/tagged-sections');
const instructions = Array.from(
  { length: 150 },
  (_, index) => `Rule ${index}: greet ship ${index} by its name, and log it.`,
);

function folderWith(lines: readonly string[], manifest: Record<string, unknown> = {}): string {
  const folder = temporaryCopy(tagged);
  write(folder, lines);
  writeFileSync(
    join(folder, 'strata.json'),
    JSON.stringify({
      architecture: 'tagged-sections',
      model: 'claude-sonnet-4-5',
      settings: { agent: 'harbor' },
      ...manifest,
    }),
  );
  return folder;
}

function write(folder: string, lines: readonly string[]): void {
  writeFileSync(
    join(folder, 'agents/harbor/agent.json'),
    JSON.stringify(
      { name: 'Harbor', trust: 'sandbox', identity: 'You are Harbor.', instructions: lines.join('\n') },
      null,
      2,
    ),
  );
}

const changed = instructions.with(120, 'Rule 120: whistle.');

describe('strata diff', () => {
  it('compares two folders by section, with file, line and byte of the first difference, and the cost', async () => {
    const { code, out } = await strata('diff', folderWith(instructions), folderWith(changed), ...pinned);
    expect(code).toBe(0);
    expect(out).toMatch(/^~ +system\/Instructions +L0 +≈ [\d,]+ +≈ [\d,]+ +-\d+$/m);
    expect(out).toMatch(
      /^First difference: system\/Instructions, agents\/harbor\/agent\.json:5:\d+, at byte [\d,]+\.$/m,
    );
    expect(out).toMatch(
      new RegExp(
        '^If the first was sent just before, the second loses [\\d,]+ cached tokens and writes [\\d,]+: ' +
          '\\d of \\d suggested breakpoints kept, \\$0\\.\\d+ in place of \\$0\\.\\d+\\.$',
        'm',
      ),
    );
  });

  it('compares one folder under two settings', async () => {
    const { out } = await strata('diff', tagged, '--with', 'background=true', ...pinned);
    expect(out).toMatch(/^\+ +system\/Background +active +≈ [\d,]+ +\+\d+$/m);
    const view = JSON.parse(
      (await strata('diff', tagged, '--set', 'background=true', '--with', 'background=false', '--json', ...pinned)).out,
    );
    expect(view).toMatchObject({
      version: 1,
      changes: [
        { id: 'system', name: 'other text', kind: 'changed' },
        { id: 'system/Background', kind: 'removed' },
      ],
    });
  });

  it('lists the text outside the sections of a request', async () => {
    const request = (name: string, intro: string): string => {
      const path = join(temporaryCopy(), `${name}.request.json`);
      const system = `${intro}\n<Rules>\nBe brief.\n</Rules>\nThank you.`;
      const body = {
        model: 'claude-sonnet-4-5',
        max_tokens: 9,
        system,
        messages: [{ role: 'user', content: 'Hello' }],
      };
      writeFileSync(path, JSON.stringify(body));
      return path;
    };
    const paths = [request('one', 'You are a helper.'), request('two', 'You are a very patient helper.')];
    const { out } = await strata('diff', ...paths, ...pinned);
    expect(out).toMatch(/^~ +system \(other text\) +L0 +≈ \d+ +≈ \d+ +\+3$/m);
    expect((await strata('diff', ...paths, '--markdown', ...pinned)).out).toMatch(
      /^\| <code>system<\/code> \(other text\) +\| changed +\| +\d+ +\| +\d+ +\| +\+3 +\|/m,
    );
    const view = JSON.parse((await strata('diff', ...paths, '--json', ...pinned)).out);
    expect(view).toMatchObject({ overhead: 0, changes: [{ id: 'system', name: 'other text', kind: 'changed' }] });
    expect(view.changes[0].tokens).toBe(view.tokens);
  });

  it('compares saved documents with each other and with folders', async () => {
    const folder = folderWith(instructions);
    const saved = join(temporaryCopy(), 'before.json');
    writeFileSync(saved, (await strata('build', folder, '--format', 'document', ...pinned)).out);
    expect((await strata('diff', saved, folder, '--model', 'claude-sonnet-4-5', ...pinned)).out).toBe(
      'The two are the same.\n',
    );
    write(folder, changed);
    expect((await strata('diff', saved, folder, '--model', 'claude-sonnet-4-5', ...pinned)).out).toContain(
      'First difference: system/Instructions',
    );
    expect(await strata('diff', saved, saved)).toMatchObject({ out: 'The two are the same.\n', err: '' });
  });

  it('answers wrong usage with exit 2', async () => {
    const broken = join(temporaryCopy(), 'x.json');
    writeFileSync(broken, '{"irVersion":1}');
    for (const args of [
      [tagged],
      [tagged, '/no/such/folder'],
      [broken, broken],
      [tagged, '--with', 'x'],
      [tagged, '--with', 'nope=1'],
      [tagged, '--set', 'agent=nobody', '--with', 'background=true'],
    ]) {
      expect(await strata('diff', ...args, ...pinned), args.join(' ')).toMatchObject({ code: 2, out: '' });
    }
  });
});

describe('strata lock and check', () => {
  it('writes a lock that the same files pass, whatever the clock says', async () => {
    const folder = folderWith(instructions);
    expect(await strata('lock', folder, ...pinned)).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringMatching(
        /wrote .*strata\.lock\.json: \d+ sections, [\d,]+ tokens up to system\/\w+ can be cached/,
      ),
    });
    const text = readFileSync(join(folder, 'strata.lock.json'), 'utf8');
    await strata('lock', folder, ...pinned);
    expect(readFileSync(join(folder, 'strata.lock.json'), 'utf8')).toBe(text);
    expect(await strata('check', folder, '--home', '/home/k')).toEqual({ code: 0, out: '', err: '' });
  });

  it('promises nothing for a model that takes no breakpoints, or an unknown one', async () => {
    const said = async (model: string): Promise<string> =>
      (await strata('lock', folderWith(instructions, { model }), ...pinned)).err;
    expect(await said('gpt-5.6')).toMatch(/can be cached\n$/);
    for (const model of ['gpt-5', 'gemini-2.5-pro'])
      expect(await said(model)).toMatch(/[\d,]+ tokens up to system\/\w+; that they are cached is not promised\n$/);
    expect(await said('mystery-9')).toMatch(/; whether this model caches them is unknown\n$/);
  });

  it('says that nothing can be cached of what is too short', async () => {
    const folder = folderWith(instructions.slice(0, 3));
    expect((await strata('lock', folder, ...pinned)).err).toMatch(
      /, too short to cache: \d+ of 1,024 tokens up to system\/\w+\n$/,
    );
    const other = folderWith(changed.slice(1, 4));
    expect((await strata('diff', folder, other, ...pinned)).out).toMatch(/^The second is too short to cache\.$/m);
  });

  it('fails when the locked prefix changed, naming section, file, line and byte', async () => {
    const folder = folderWith(instructions);
    await strata('lock', folder, ...pinned);
    write(folder, changed);
    const { code, out } = await strata('check', folder, ...pinned);
    expect(code).toBe(1);
    expect(out).toMatch(
      new RegExp(
        '^agents/harbor/agent\\.json:5:\\d+ error lock-prefix The locked prefix changed in system/Instructions, ' +
          'from byte [\\d,]+ on; [\\d,]+ tokens up to system/\\w+ were locked, now they are [\\d,]+; ' +
          '[\\d,]+ tokens are written again, \\$[\\d.]+ in place of \\$[\\d.]+; strata lock \\S+ accepts it$',
        'm',
      ),
    );
  });

  it('fails when the budget is exceeded or changed', async () => {
    const folder = folderWith(instructions, { budget: 100_000 });
    await strata('lock', folder, ...pinned);
    expect(await strata('check', folder, ...pinned)).toMatchObject({ code: 0 });
    writeFileSync(
      join(folder, 'strata.json'),
      readFileSync(join(folder, 'strata.json'), 'utf8').replace('100000', '99000'),
    );
    expect(await strata('check', folder, ...pinned)).toMatchObject({
      code: 1,
      out: expect.stringContaining('- error lock-budget The budget is 99,000; the lock says 100,000'),
    });
  });

  it('stores no setting values, and requires the same ones again', async () => {
    const folder = folderWith(instructions);
    await strata('lock', folder, '--set', 'agent=tide', '--set', 'background=true', ...pinned);
    expect(JSON.parse(readFileSync(join(folder, 'strata.lock.json'), 'utf8'))).toMatchObject({
      settings: {},
      set: ['agent', 'background'],
    });
    expect(await strata('check', folder, ...pinned)).toMatchObject({
      code: 2,
      err: expect.stringContaining('the lock was made with --set agent=… --set background=…'),
    });
    expect(await strata('check', folder, '--set', 'agent=tide', '--set', 'background=true', ...pinned)).toMatchObject({
      code: 0,
    });
    expect(await strata('check', folder, '--set', 'agent=harbor', '--set', 'background=true', ...pinned)).toMatchObject(
      { code: 1 },
    );
  });

  it('checks a lock of an older version, with its values and hashes', async () => {
    const folder = folderWith(instructions);
    await strata('lock', folder, '--set', 'agent=tide', ...pinned);
    const path = join(folder, 'strata.lock.json');
    const { set: _, ...lock } = lockSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const hashed = lock.sections.map((section) => ({ ...section, lines: section.lines.replaceAll('-', 'zzzzzz') }));
    writeFileSync(path, formatLock({ ...lock, settings: { agent: 'tide' }, sections: hashed }));
    expect(await strata('check', folder, ...pinned)).toMatchObject({ code: 0 });
    expect(await strata('check', folder, '--set', 'agent=harbor', ...pinned)).toMatchObject({ code: 1 });
  });

  it('stores no hash of a line that is short or holds a secret', async () => {
    const [short, key] = ['PIN 4711', secretSamples['github']?.(numbers(3)) ?? ''];
    const folder = folderWith([
      ...instructions,
      short,
      `Use the token ${key} for everything that is pushed.`,
      'And this line is long enough to be told from any other line.',
    ]);
    await strata('lock', folder, ...pinned);
    const lock = lockSchema.parse(JSON.parse(readFileSync(join(folder, 'strata.lock.json'), 'utf8')));
    const lines = lock.sections.find(({ id }) => id === 'system/Instructions')?.lines.split('.') ?? [];
    expect(lines.slice(-4, -1).map((line) => line === '-')).toEqual([true, true, false]);
    const lineHash = (line: string): string => sha256(line).slice(0, 8);
    expect(JSON.stringify(lock)).toContain(lineHash('And this line is long enough to be told from any other line.'));
    expect(JSON.stringify(lock)).not.toContain(lineHash(short));
    expect(JSON.stringify(lock)).not.toContain(lineHash(`Use the token ${key} for everything that is pushed.`));
    expect(JSON.stringify(lock)).not.toContain(lineHash('Use the token {secret} for everything that is pushed.'));
    expect(lock.sections.filter(({ hash, tokens }) => tokens < 5 && hash !== '')).toEqual([]);
  });

  it('fails with a sentence when there is no lock, or none that can be read', async () => {
    const folder = folderWith(instructions);
    expect(await strata('check', folder)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/strata\.lock\.json cannot be read: .*; strata lock writes it$/m),
    });
    writeFileSync(join(folder, 'strata.lock.json'), '{"lockVersion":2}');
    expect(await strata('check', folder)).toMatchObject({ code: 1, err: expect.stringContaining('is not a lock') });
    expect(await strata('check', folder, '--file', join(folder, 'other.json'))).toMatchObject({ code: 2 });
  });

  it('has no hash of a prefix that could be found by trying, and checks its size', async () => {
    const folder = temporaryCopy();
    const request = (text: string): void => {
      writeFileSync(
        join(folder, 'strata.json'),
        JSON.stringify({
          architecture: 'declared',
          model: 'nobody-knows',
          declared: { messages: [{ role: 'system', sections: [{ id: 'pin', template: text }] }] },
        }),
      );
    };
    request('PIN 4711');
    await strata('lock', folder, ...pinned);
    const path = join(folder, 'strata.lock.json');
    const lock = lockSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    expect(lock.prefixes.map(({ hash }) => hash)).toEqual(['']);
    expect(await strata('check', folder, ...pinned)).toMatchObject({
      code: 0,
      out: expect.stringContaining('is too short for a hash: only its size was checked'),
    });
    request('PIN 4711 and a word');
    expect(await strata('check', folder, ...pinned)).toMatchObject({ code: 1 });
    // Older versions wrote the hash of every prefix.
    writeFileSync(
      path,
      formatLock({
        ...lock,
        lockVersion: 1,
        prefixes: lock.prefixes.map((prefix) => ({ ...prefix, hash: hashText('\0system\0PIN 4711') })),
      }),
    );
    expect(await strata('check', folder, ...pinned)).toMatchObject({ code: 1 });
    request('PIN 4711');
    expect(await strata('check', folder, ...pinned)).toMatchObject({
      code: 0,
      out: expect.not.stringContaining('lock-prefix'),
    });
  });
});

describe('names with the shape of a secret', () => {
  const key = secretSamples['github']?.(numbers(3)) ?? '';
  const tokens = secretSamples['aws-access-key']?.(numbers(4)) ?? '';

  /** Files and a folder that are called like keys, and findings about them. */
  function named(): string {
    const folder = join(temporaryCopy(), tokens);
    mkdirSync(folder);
    const long = Array.from({ length: 60 }, (_, index) => `Rule ${index}: greet ship ${index} by its name.`).join('\n');
    writeFileSync(join(folder, `${key}.md`), `Hello {{user}}, this is ${tokens}.\n${long}`);
    writeFileSync(
      join(folder, 'strata.json'),
      JSON.stringify({
        architecture: 'declared',
        model: 'claude-sonnet-4-5',
        declared: {
          sources: { x: { kind: 'file', path: `${key}.md` }, y: { kind: 'file', path: `gone/${key}.md` } },
          messages: [
            {
              role: 'system',
              sections: [
                { id: key, source: 'x' },
                { id: 'y', source: 'y' },
              ],
            },
          ],
        },
      }),
    );
    return folder;
  }

  it('are masked in locks, reports, SARIF and lines, and the lock still holds', async () => {
    const folder = named();
    await strata('lock', folder, ...pinned);
    const lock = readFileSync(join(folder, 'strata.lock.json'), 'utf8');
    const written = [
      lock,
      ...(await Promise.all(
        [[], ['--format', 'json'], ['--format', 'sarif']].map(async (format) => {
          const { out, err } = await strata('lint', folder, ...format, ...pinned);
          return out + err;
        }),
      )),
    ];
    for (const each of written) {
      expect(each).not.toContain(key);
      expect(each).not.toContain(tokens);
      expect(each).toContain(key.slice(0, 4) + '•'.repeat(key.length - 4));
    }
    expect(await strata('check', folder, ...pinned)).toMatchObject({ code: 0, out: '' });
    writeFileSync(join(folder, `${key}.md`), 'Another text.');
    const { code, out, err } = await strata('check', folder, ...pinned);
    expect(code).toBe(1);
    expect(out).toContain('lock-prefix');
    expect(out + err).not.toContain(key);
  });
});
