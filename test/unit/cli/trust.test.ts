import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { strata } from '../../support/run-cli';
import { temporaryWorkspace, writeFiles } from '../../support/host/temporary';

const secret = 'OUTSIDE-4f1d';

/** A folder whose own files ask for more than they should get. */
function attack(manifest: unknown, files: Readonly<Record<string, string>> = {}) {
  const { workspace, outside } = temporaryWorkspace({ 'strata.json': JSON.stringify(manifest, null, 2), ...files });
  writeFiles(outside, {
    'notes.md': secret,
    'home/notes.md': secret,
    'home/.aws/credentials': secret,
    'home/.ssh/id_rsa': secret,
    'home/deep/a.md': secret,
    'home/deep/.env': secret,
    'NOTES.md': secret,
  });
  return { workspace, outside, home: `${outside}/home` };
}

const layout = (...sources: readonly unknown[]) => ({
  declared: {
    messages: [
      {
        role: 'system',
        sections: [{ id: 'own', template: 'mine' }, ...sources.map((source, index) => ({ id: `s${index}`, source }))],
      },
    ],
  },
});

const few: readonly (readonly [string, ...string[]])[] = [['build'], ['inspect', '--json'], ['lint']];
const all: typeof few = [
  ['build'],
  ['build', '--format', 'document'],
  ['inspect'],
  ['inspect', '--json'],
  ['lint'],
  ['lint', '--format', 'json'],
  ['cache'],
  ['volatile'],
  ['matrix'],
];

/** Checks that nothing from outside the folder is in what these commands print. Returns all that they print. */
async function checkSilent(workspace: string, asked: typeof all = few, ...more: readonly string[]): Promise<string> {
  let said = '';
  for (const [command, ...options] of asked) {
    const { out, err } = await strata(command, workspace, ...options, ...more);
    expect(out + err, command).not.toContain(secret);
    said += out + err;
  }
  return said;
}

describe('a folder that asks for what lies outside it', () => {
  it(
    'gets nothing by absolute paths, the home folder, globs, walks and links, and every command ' + 'names them',
    async () => {
      const { workspace, outside, home } = attack({});
      symlinkSync(`${outside}/notes.md`, `${workspace}/link.md`);
      symlinkSync(`${home}/deep`, `${workspace}/folder`);
      writeFiles(workspace, {
        'strata.json': JSON.stringify(
          layout(
            { kind: 'file', root: 'absolute', path: `${outside}/notes.md` },
            { kind: 'file', root: 'absolute', path: '/proc/self/environ' },
            { kind: 'file', root: 'home', path: '.aws/credentials' },
            { kind: 'file', path: '../notes.md' },
            { kind: 'glob', root: 'home', pattern: 'deep/*' },
            { kind: 'glob', pattern: 'folder/*.md' },
            { kind: 'ancestors', names: ['NOTES.md', 'home/.ssh/id_rsa'] },
            { kind: 'ancestors', folder: home, names: ['notes.md'] },
            { kind: 'file', path: 'link.md' },
          ),
          null,
          2,
        ),
      });
      const said = await checkSilent(workspace, all, '--home', home);
      expect(said).not.toContain('PATH=');
      for (const path of [
        `${outside}/notes.md`,
        '/proc/self/environ',
        `${home}/.aws/credentials`,
        `${home}/deep/*`,
        `${outside}/NOTES.md`,
        `${outside}/home/.ssh/id_rsa`,
        `${home}/notes.md`,
        'link.md',
      ])
        expect(said).toContain(path);
      const { out } = await strata('inspect', workspace, '--json', '--home', home);
      expect(
        JSON.parse(out).findings.find((each: { message: string }) => each.message.includes('credentials')),
      ).toMatchObject({
        rule: 'untrusted',
        severity: 'warning',
        file: 'strata.json',
        line: expect.toSatisfy((line: number) => line > 20),
      });
      expect((await strata('build', workspace, '--format', 'document', '--home', home)).out).toMatch(
        /"reason": ?"untrusted"/,
      );
    },
  );

  it('gets nothing by the fields of its design, its home or its tokenizer', async () => {
    const { workspace, outside } = attack(
      {
        home: '..',
        tokenizer: '../notes.md',
        tiered: {
          system: '../notes.md',
          systemExtra: '/etc/hostname',
          files: ['../notes.md', 'a.md'],
          images: ['../notes.md'],
          otherPrompts: { x: '../notes.md' },
          state: '../notes.md',
          history: '../notes.md',
          urls: '../notes.md',
        },
      },
      { 'a.md': 'mine' },
    );
    expect(await checkSilent(workspace)).toContain(`${outside}/notes.md`);
    const claude = attack({ architecture: 'part-catalog', settings: { cwd: '../home' } }, { 'CLAUDE.md': 'mine' });
    writeFiles(claude.home, { 'CLAUDE.md': secret, '.claude/CLAUDE.md': secret });
    expect(await checkSilent(claude.workspace)).toContain(`${claude.home}/CLAUDE.md`);
    const persona = attack({ architecture: 'persona-files', settings: { project: '../home' } }, { 'SOUL.md': 'mine' });
    writeFiles(persona.home, { 'CLAUDE.md': secret, '.claude/rules/a.md': secret });
    expect(await checkSilent(persona.workspace)).toContain(persona.home);
  });

  it('reads what its design is documented to read, but not by a link there to something else', async () => {
    const { workspace, outside, home } = attack({}, { 'CLAUDE.md': 'mine' });
    writeFiles(outside, { 'CLAUDE.md': 'of the parent' });
    expect((await strata('build', workspace, '--architecture', 'part-catalog')).out).toContain('of the parent');
    mkdirSync(`${outside}/other/ws`, { recursive: true });
    writeFiles(`${outside}/other/ws`, { 'CLAUDE.md': 'mine' });
    symlinkSync(`${home}/.ssh/id_rsa`, `${outside}/other/CLAUDE.md`);
    const { out, err } = await strata('build', `${outside}/other/ws`, '--architecture', 'part-catalog');
    expect(out).toContain('mine');
    expect(out + err).not.toContain(secret);
    expect(err).toContain('id_rsa');
  });

  it('may be a layout that walks up for the usual instruction files', async () => {
    const { workspace, outside } = attack(layout({ kind: 'ancestors', names: ['AGENTS.md'] }));
    writeFiles(outside, { 'AGENTS.md': 'of the parent' });
    expect((await strata('build', workspace)).out).toContain('of the parent');
  });

  it('does not walk up into folders beside its own, whatever the file there is called', async () => {
    const { workspace, outside } = attack(
      layout({ kind: 'ancestors', names: ['neighbour/CLAUDE.md', './neighbour/AGENTS.md'] }),
    );
    writeFiles(outside, { 'neighbour/CLAUDE.md': secret, 'neighbour/AGENTS.md': secret });
    expect(await checkSilent(workspace)).toContain(`${outside}/neighbour/CLAUDE.md`);
  });
});

describe('--trust', () => {
  const asking = () => {
    const given = attack({});
    const { workspace, outside } = given;
    writeFiles(workspace, {
      'strata.json': JSON.stringify(
        layout(
          { kind: 'file', root: 'absolute', path: `${outside}/notes.md` },
          { kind: 'file', root: 'home', path: '.aws/credentials' },
          { kind: 'glob', root: 'home', pattern: 'deep/*' },
        ),
      ),
    });
    return given;
  };

  it('allows what is asked for and no secrets; a path allows exactly that', async () => {
    const { workspace, outside, home } = asking();
    const count = async (...options: readonly string[]) =>
      (await strata('build', ...options, '--home', home)).out.split(secret).length - 1;
    expect(await count(workspace)).toBe(0);
    expect(await count(workspace, '--trust')).toBe(2);
    expect(await count('--trust', workspace)).toBe(2);
    expect(await count(workspace, '--trust', `${outside}/notes.md`)).toBe(1);
    expect(await count(workspace, '--trust', '--trust', `${home}/.aws/credentials`)).toBe(3);
    expect(await count(workspace, '--trust', `${home}/.aws/credentials`)).toBe(1);
    expect(await count(workspace, '--trust', `${outside}/nothing.md`)).toBe(0);
  });

  it('is reported as needed once for each path, at the line that asks', async () => {
    const { workspace, outside } = attack(
      { tiered: { system: '../notes.md', files: ['../notes.md'], prompt: 'x' } },
      { 'system.md': 'mine' },
    );
    const { out } = await strata('lint', workspace);
    const lines = out.split('\n').filter((line) => line.includes(' untrusted '));
    expect(lines).toEqual([
      expect.stringMatching(/^strata\.json:\d+:\d+ warning untrusted .*notes\.md is left out: it lies outside/),
    ]);
    expect(lines[0]).toContain(`${outside}/notes.md`);
  });

  it('is named by a check without a lock too, which ends with 1', async () => {
    const { workspace, outside, home } = asking();
    const check = await strata('check', workspace, '--home', home);
    expect(check).toMatchObject({ code: 1, err: expect.stringContaining(`${outside}/notes.md`) });
    expect(check.err).toContain('strata lock writes it');
  });

  it('is needed by lock and check, which name what is left out and end with 1', async () => {
    const { workspace, outside, home } = asking();
    const lock = await strata('lock', workspace, '--home', home);
    expect(lock).toMatchObject({ code: 1, err: expect.stringContaining(`${outside}/notes.md`) });
    expect(lock.err).toContain(`${home}/.aws/credentials`);
    expect(existsSync(`${workspace}/strata.lock.json`)).toBe(false);
    const all = ['--home', home, '--trust', '--trust', `${home}/.aws/credentials`, '--trust', `${home}/deep/.env`];
    expect(await strata('lock', workspace, ...all)).toMatchObject({ code: 0 });
    expect(await strata('check', workspace, '--home', home)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--trust'),
    });
    expect(await strata('check', workspace, ...all)).toMatchObject({ code: 0 });
    // Nothing was remembered.
    expect((await strata('build', workspace, '--home', home)).out).not.toContain(secret);
    expect(readFileSync(`${workspace}/strata.lock.json`, 'utf8')).not.toContain(secret);
  });
});

describe('what the user sets', () => {
  it('counts as the wish of the user, also outside; the same in the manifest or a lock does not', async () => {
    const { workspace, outside, home } = attack({ architecture: 'part-catalog' }, { 'CLAUDE.md': 'mine' });
    writeFiles(home, { 'CLAUDE.md': secret });
    expect((await strata('build', workspace, '--set', `cwd=${home}`)).out).toContain(secret);
    const tiered = attack({ tiered: { prompt: 'x' } }, { 'system.md': 'mine' });
    expect((await strata('build', tiered.workspace, '--set', 'files=../notes.md')).out).toContain(secret);
    // A setting that the layout puts into a longer path names no file by itself.
    const layouts = attack({
      declared: {
        settings: [{ name: 'who', kind: 'text' }],
        messages: [
          {
            role: 'system',
            sections: [{ id: 'a', source: { kind: 'file', root: 'absolute', path: `${outside}/{{setting.who}}.md` } }],
          },
        ],
      },
    });
    expect((await strata('build', layouts.workspace, '--set', 'who=notes')).out).not.toContain(secret);
  });
});
