import { statSync, readFileSync, symlinkSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { FileBoundary } from '../../../electron/host/disk/files';
import { nodeFiles } from '../../../electron/host/disk/node-files';
import { createSession, type Session } from '../../../electron/host/session';
import { createTrust } from '../../../electron/state/trust-file';
import { isSecretPath } from '../../../shared/sources/trust';
import { temporaryFolder, temporaryWorkspace, writeFiles } from '../../support/host/temporary';

const sessions: Session[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

const layout = (...sources: readonly unknown[]) =>
  JSON.stringify({
    tokenizer: '../there/t.json',
    declared: {
      messages: [{ role: 'system', sections: sources.map((source, index) => ({ id: `s${index}`, source })) }],
    },
  });

/** Tells every path that anybody so much as looked at. */
function watched(): { readonly boundary: FileBoundary; readonly touched: string[] } {
  const touched: string[] = [];
  const note =
    <A extends readonly unknown[], R>(call: (path: string, ...rest: A) => R) =>
    (path: string, ...rest: A): R => {
      touched.push(path);
      return call(path, ...rest);
    };
  const { stat, lstat, read, list, realpath, readlink, watch, writeAtomic } = nodeFiles;
  return {
    touched,
    boundary: {
      stat: note(stat),
      lstat: note(lstat),
      read: note(read),
      list: note(list),
      realpath: note(realpath),
      readlink: note(readlink),
      watch: note(watch),
      writeAtomic,
    },
  };
}

describe('before it is allowed, what lies outside', () => {
  it('is not read, not looked at and not watched; afterwards exactly what was allowed is', async () => {
    const { workspace, outside } = temporaryWorkspace({});
    writeFiles(outside, { 'there/a.md': 'A', 'there/b.md': 'B', 'there/deep/c.md': 'C', 'there/d.md': 'D' });
    symlinkSync('../there/d.md', `${workspace}/link.md`);
    symlinkSync(`${outside}/there/deep`, `${workspace}/folder`);
    symlinkSync('link.md', `${workspace}/chain.md`);
    writeFiles(workspace, {
      'strata.json': layout(
        { kind: 'file', root: 'absolute', path: `${outside}/there/a.md` },
        { kind: 'file', path: '../there/b.md' },
        { kind: 'glob', root: 'home', pattern: 'deep/*.md' },
        { kind: 'glob', pattern: '**/*.md' },
        { kind: 'file', path: 'chain.md' },
        { kind: 'ancestors', folder: `${outside}/there`, names: ['a.md'] },
      ),
    });
    const { boundary, touched } = watched();
    const session = createSession({ boundary, facts: { home: `${outside}/there`, timeZone: 'UTC' } });
    sessions.push(session);
    const opened = await session.open(workspace);
    expect(touched.filter((path) => path.startsWith(`${outside}/there`))).toEqual([]);
    expect(
      opened.asks
        .map(({ path }) => path.slice(outside.length + 1))
        .filter((path) => path.startsWith('there'))
        .toSorted(),
    ).toEqual(['there/a.md', 'there/b.md', 'there/d.md', 'there/deep', 'there/deep/*.md', 'there/t.json']);
    expect(opened.sources.map(({ id }) => id)).toEqual(['strata.json']);
    await expect(session.read(`${outside}/there/a.md`)).rejects.toMatchObject({ code: 'outside-workspace' });
    await expect(session.edit('link.md', 'x')).rejects.toMatchObject({ code: 'outside-workspace' });
    await expect(session.allow([`${outside}/there/other.md`])).rejects.toMatchObject({ code: 'bad-arguments' });

    const allowed = await session.allow([`${outside}/there/b.md`]);
    expect(allowed.sources.map(({ path }) => path)).toEqual([`${workspace}/strata.json`, `${outside}/there/b.md`]);
    expect(allowed.trusted).toEqual([`${outside}/there/b.md`]);
    expect(touched.filter((path) => /there\/[acd]/.test(path))).toEqual([]);
    expect((await session.revoke([`${outside}/there/b.md`])).asks).toEqual(opened.asks);
  });
});

describe('what was allowed', () => {
  it('is read behind a link, said to be locked before anybody types, and never written through it', async () => {
    const { workspace, outside } = temporaryWorkspace({});
    writeFiles(outside, { 'there/a.md': 'A', 'there/b.md': 'B' });
    writeFiles(workspace, { 'strata.json': layout({ kind: 'file', path: 'a.md' }, { kind: 'file', path: 'in/b.md' }) });
    symlinkSync('../there/a.md', `${workspace}/a.md`);
    symlinkSync('../there', `${workspace}/in`);
    const session = createSession({ facts: { timeZone: 'UTC' }, watch: false });
    sessions.push(session);
    const { asks } = await session.open(workspace);
    const { document } = await session.allow(asks.map(({ path }) => path).filter((path) => path.includes('/there')));
    expect(JSON.stringify(document)).toContain('"A"');
    for (const id of ['a.md', 'in/b.md']) {
      const why = 'is a link, or in a linked folder, that leads out of this folder, so it cannot be edited here.';
      const locked = `${id} ${why}`;
      expect(await session.read(id)).toMatchObject({ locked, dirty: false });
      await expect(session.edit(id, 'mine')).rejects.toMatchObject({ code: 'forbidden', message: locked });
    }
    expect(await session.read('strata.json')).not.toHaveProperty('locked');
    expect(readFileSync(`${outside}/there/a.md`, 'utf8')).toBe('A');
  });

  it('leads nowhere else: a link in its place has to be allowed by itself', async () => {
    const { workspace, outside } = temporaryWorkspace({});
    writeFiles(outside, { 'keys/id_rsa': 'KEY', 'a.md': 'A' });
    writeFiles(workspace, { 'strata.json': layout({ kind: 'file', path: '../b.md' }) });
    symlinkSync(`${outside}/keys/id_rsa`, `${outside}/b.md`);
    const session = createSession({ facts: { timeZone: 'UTC' }, watch: false });
    sessions.push(session);
    await session.open(workspace);
    const { asks, document } = await session.allow([`${outside}/b.md`]);
    expect(JSON.stringify(document)).not.toContain('KEY');
    expect(asks).toContainEqual(expect.objectContaining({ path: `${outside}/keys/id_rsa`, secret: true }));
  });

  it('is kept for the folder by whatever name it is opened, for the owner alone, until it is taken back', () => {
    const folder = temporaryFolder();
    const { workspace, outside } = temporaryWorkspace({});
    symlinkSync(workspace, `${outside}/other-name`);
    createTrust(`${folder}/trust.json`).keep(workspace, ['/a']);
    expect(statSync(`${folder}/trust.json`).mode & 0o777).toBe(0o600);
    const again = createTrust(`${folder}/trust.json`);
    expect(again.of(`${outside}/other-name`).paths).toEqual(['/a']);
    expect(again.of(outside).paths).toEqual([]);
    again.keep(workspace, []);
    expect(createTrust(`${folder}/trust.json`).of(workspace).paths).toEqual([]);
  });
});

describe('secrets', () => {
  it.each([
    '/home/k/.ssh/id_ed25519',
    '/home/k/.ssh/config',
    '/home/k/.aws/credentials',
    '/home/k/.netrc',
    'C:/Users/k/_netrc',
    '/srv/app/.env',
    '/srv/app/.env.production',
    '/proc/self/environ',
    '/proc/42/environ',
    '/home/k/.gnupg/secring.gpg',
    '/home/k/.kube/config',
    '/home/k/.docker/config.json',
    '/home/k/.npmrc',
    '/home/k/.git-credentials',
    '/home/k/.bash_history',
    '/etc/shadow',
    '/srv/tls/server.key',
    '/srv/tls/cert.pem',
    '/home/k/.mozilla/firefox/x.default/logins.json',
    '/home/k/.config/google-chrome/Default/Cookies',
    '/Users/k/Library/Keychains/login.keychain-db',
    '/home/k/.local/share/keyrings/x',
    '/home/k/.config/gh/hosts.yml',
    '/home/k/vault.kdbx',
    '/home/k/.config/gcloud/application_default_credentials.json',
    '/home/K/.SSH/ID_RSA',
    '/dev/sda',
  ])('%s is one', (path) => expect(isSecretPath(path)).toBe(true));

  it.each([
    '/home/k/AGENTS.md',
    '/home/k/notes/house.md',
    '/srv/keyboard.md',
    '/home/k/environment.md',
    '/home/k/tokenizer.json',
    '/home/k/history.md',
    '/home/k/.config/prompts/a.md',
  ])('%s is none', (path) => expect(isSecretPath(path)).toBe(false));
});
