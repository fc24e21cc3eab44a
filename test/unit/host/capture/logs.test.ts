/** The sessions that agents keep anyway: found by folder, packed or not, and opened under their ids. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createWindowLogs } from '../../../../electron/host/analyses/sessions/window-logs';
import { logsOf } from '../../../../electron/host/capture/logs/find-logs';
import { exportFromOpenCode, openCodeSessions } from '../../../../electron/host/capture/logs/opencode';
import { openLog } from '../../../../electron/host/capture/logs/open-log';
import type { FolderLogs } from '../../../../shared/ipc/captures';
import { temporaryFolder } from '../../../support/host/temporary';
import { strata } from '../../../support/run-cli';

/** A frame with one block that is not compressed. */
function zstd(text: string): Buffer {
  const content = Buffer.from(text);
  const head = Buffer.alloc(12);
  head.writeUInt32LE(0xfd_2f_b5_28, 0);
  head.writeUInt8(0xa0, 4);
  head.writeUInt32LE(content.length, 5);
  head.writeUIntLE(1 + content.length * 8, 9, 3);
  return Buffer.concat([head, content]);
}

function put(path: string, content: Buffer | string, minute: number): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const at = new Date(Date.UTC(2026, 10, 18, 10, minute));
  utimesSync(path, at, at);
  return path;
}

function rollout(folder: string, id: string): string {
  const user = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi.' }] };
  const answer = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Ok.' }] };
  const lines = [
    { type: 'session_meta', payload: { id, cwd: folder, base_instructions: { text: 'Be kind.' } } },
    { type: 'turn_context', payload: { model: 'gpt-5.5' } },
    { type: 'response_item', payload: user },
    { type: 'response_item', payload: answer },
  ];
  return lines.map((line) => `${JSON.stringify({ timestamp: '2026-11-18T10:00:00.000Z', ...line })}\n`).join('');
}

function machine() {
  const root = temporaryFolder();
  const [home, folder] = [join(root, 'home'), join(root, 'my.work')];
  mkdirSync(folder);
  const day = join(home, '.codex/sessions/2026/11/18');
  const codex = put(join(day, 'rollout-2026-11-18T10-00-00-aaaa1.jsonl'), rollout(folder, 'aaaa1'), 1);
  const packed = put(join(day, 'rollout-2026-11-18T10-02-00-aaaa2.jsonl.zst'), zstd(rollout(folder, 'aaaa2')), 2);
  put(join(day, 'rollout-2026-11-18T10-03-00-other.jsonl'), rollout(join(root, 'other'), 'other'), 3);
  put(join(day, 'rollout-2026-11-18T10-04-00-broken.jsonl'), '{"type":"sess', 3);
  symlinkSync('/etc/passwd', join(day, 'rollout-2026-11-18T10-05-00-link.jsonl'));
  const project = folder.replaceAll(/[^a-zA-Z\d]/g, '-');
  const claude = put(join(home, '.claude/projects', project, 'cccc1.jsonl'), '{}\n', 4);
  put(join(home, '.gemini/projects.json'), JSON.stringify({ projects: { [folder]: 'slug' } }), 0);
  const header = JSON.stringify({ sessionId: 'gggg1', projectHash: 'x' });
  const gemini = put(join(home, '.gemini/tmp/slug/chats/session-2026-11-18T10-05-gggg1.jsonl'), `${header}\n`, 5);
  const pi = put(
    join(home, '.pi/agent/sessions', `--${folder.slice(1).replaceAll('/', '-')}--`, '2026_pppp1.jsonl'),
    '{}\n',
    6,
  );
  return { root, home, folder, codex, packed, claude, gemini, pi };
}

it('finds the logs of each agent by its folder, newest first', async () => {
  const { home, folder, codex, packed, claude, gemini, pi, root } = machine();
  const found = async (of: string, environment = {}) =>
    (await logsOf(of, { home, environment })).map(({ agent, id, path }) => [agent, id, path]);
  expect(await found(folder)).toEqual([
    ['pi', 'pppp1', pi],
    ['gemini-cli', 'gggg1', gemini],
    ['claude-code', 'cccc1', claude],
    ['codex', 'aaaa2', packed],
    ['codex', 'aaaa1', codex],
  ]);
  expect(await found(join(root, 'nowhere'))).toEqual([]);
  expect(await found(folder, { CODEX_HOME: join(root, 'none') })).toHaveLength(3);
});

it('unpacks a log for as long as it is open, and leaves the agent’s own file alone', async () => {
  const { packed, codex, folder } = machine();
  const before = readFileSync(packed);
  const opened = await openLog(packed);
  expect(readFileSync(opened.path, 'utf8')).toBe(rollout(folder, 'aaaa2'));
  opened.release();
  expect(() => readFileSync(opened.path)).toThrow('ENOENT');
  expect(readFileSync(packed)).toEqual(before);
  expect((await openLog(codex)).path).toBe(codex);
});

it('the command lists them with the captured ones and opens them by id, path and start', async () => {
  const { home, folder, packed, root } = machine();
  const [cwd, before] = [process.cwd(), process.env['HOME']];
  process.env['HOME'] = home;
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(cwd);
    if (before === undefined) delete process.env['HOME'];
    else process.env['HOME'] = before;
  });
  const captures = join(root, 'captures');
  const listed = await strata('sessions', '.', '--captures', captures);
  expect(listed.out).toContain('Kept by the agents themselves, in part:');
  expect(listed.out).toMatch(/aaaa2 +2026-11-18 10:02 +codex/);
  const json = await strata('sessions', '.', '--captures', captures, '--json');
  expect(JSON.parse(json.out)).toMatchObject({ folder, sessions: [], logs: [{ id: 'pppp1' }, {}, {}, {}, {}] });
  for (const name of ['aaaa1', 'aaaa2', packed]) {
    const shown = await strata('inspect', name, '--captures', captures);
    expect(shown.out).toContain('not recorded in a Codex rollout');
    expect(shown.code).toBe(0);
    expect((await strata('sequence', name, '--captures', captures)).out).toMatch(/^1 +10:00:00 +gpt-5.5/m);
  }
  const several = await strata('inspect', 'aaaa', '--captures', captures);
  expect([several.code, several.err]).toEqual([2, expect.stringContaining('is the start of 2 sessions: aaaa2, aaaa1')]);
  expect((await strata('diff', 'aaaa1', 'aaaa2', '--captures', captures)).out).toContain('The two are the same.');
  expect((await strata('inspect', 'nothing', '--captures', captures)).code).not.toBe(0);
});

it('a window lists the logs of its folder, opens one, and deletes the copy with the next', async () => {
  const { home, folder, root } = machine();
  const told: (FolderLogs | null)[] = [];
  let open: string | null = join(root, 'link');
  symlinkSync(folder, open);
  const logs = createWindowLogs({
    places: () => ({ home, environment: {} }),
    folder: () => open,
    changed: (found) => told.push(found),
  });
  await logs.refresh(false);
  expect(told[0]).toMatchObject({ folder, canAskOpenCode: false });
  expect(told[0]?.logs.map(({ title, id }) => `${title} ${id}`)).toEqual([
    'pi pppp1',
    'Gemini CLI gggg1',
    'Claude Code cccc1',
    'Codex aaaa2',
    'Codex aaaa1',
  ]);
  // Only what is in the list: a page cannot name another file.
  await expect(logs.open('codex', 'other', () => Promise.resolve())).rejects.toThrow('no session other');
  const copy = await logs.open('codex', 'aaaa2', ({ path, isCopy }) => Promise.resolve({ path, isCopy }));
  expect([copy.isCopy, existsSync(copy.path), logs.isOpened(dirname(copy.path))]).toEqual([true, true, true]);
  await expect(logs.open('codex', 'aaaa1', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(copy.path)).toBe(true);
  const own = await logs.open('codex', 'aaaa1', ({ path }) => Promise.resolve(path));
  expect([existsSync(copy.path), existsSync(own)]).toEqual([false, true]);
  logs.close();
  expect(existsSync(own)).toBe(true);
  open = null;
  await logs.refresh(false);
  open = join(root, 'gone');
  await logs.refresh(false);
  expect(told.slice(1)).toEqual([null, null]);
});

it('reads the first line of a rollout however long it is, up to a limit', async () => {
  const { home, folder } = machine();
  const long = rollout(folder, 'aaaa3').replace('Be kind.', 'Be kind. '.repeat(20_000));
  const day = join(home, '.codex/sessions/2026/11/19');
  put(join(day, 'rollout-2026-11-19T10-00-00-aaaa3.jsonl'), long, 9);
  put(join(day, 'rollout-2026-11-19T10-00-00-aaaa4.jsonl'), long.replace('Be kind. ', 'x'.repeat(600_000)), 9);
  const ids = (await logsOf(folder, { home, environment: {} })).map(({ id }) => id);
  expect([ids[0], ids.includes('aaaa4')]).toEqual(['aaaa3', false]);
});

it('runs opencode as it is installed, never a program of the folder', async () => {
  const { folder, root } = machine();
  const script = (name: string): string =>
    `#!/bin/sh\ntouch '${join(root, name)}'\necho '[{"id":"ses_1","directory":"${folder}","updated":1e300},` +
    `{"id":"ses_2","directory":"${folder}","updated":1000}]'\n`;
  const bin = join(root, 'bin');
  for (const [path, name] of [
    [join(folder, 'opencode'), 'own'],
    [join(folder, 'bin/opencode'), 'own'],
    [join(bin, 'opencode'), 'installed'],
  ] as const) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, script(name), { mode: 0o755 });
  }
  const before = process.env['PATH'] ?? '';
  onTestFinished(() => void (process.env['PATH'] = before));
  process.env['PATH'] = ['.', '', 'bin', join(folder, 'bin'), folder].join(':');
  expect(await openCodeSessions(folder)).toEqual([]);
  await expect(exportFromOpenCode('ses_1', folder)).rejects.toThrow('it is not installed');
  process.env['PATH'] += `:${bin}:${before}`;
  // A time that is none is left out with its session.
  expect((await openCodeSessions(folder)).map(({ id }) => id)).toEqual(['ses_2']);
  expect([existsSync(join(root, 'own')), existsSync(join(root, 'installed'))]).toEqual([false, true]);
});
