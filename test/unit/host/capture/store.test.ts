import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportSession } from '../../../../electron/host/capture/export-session';
import { reportedUsage, requestedModel } from '../../../../electron/host/capture/reported';
import {
  createSessionAt,
  deleteSession,
  findSession,
  keepWithin,
  listSessions,
  newestSessions,
  readSession,
  usualLimits,
} from '../../../../electron/host/capture/store';
import { allBytes } from '../../../support/capture/relayed';
import { temporaryFolder } from '../../../support/host/temporary';

async function made(captures: string, day: number, size = 10): Promise<string> {
  const at = new Date(Date.UTC(2026, 10, day, 8));
  const writer = await createSessionAt(captures, { agent: 'pi', folder: '/w', wayIn: 'relay' }, 1e9, at);
  await writer.writeBody(writer.begin(), 'request', Buffer.alloc(size, 97), 'application/json');
  await writer.end(at.toISOString());
  return writer.session.id;
}

it('a session is for its owner alone and is found by id, start, last and path', async () => {
  const captures = join(temporaryFolder(), 'captures');
  const [a, b] = [await made(captures, 1), await made(captures, 2)];
  expect(listSessions(captures).map(({ session }) => session.id)).toEqual([b, a]);
  expect(findSession(captures, 'last')?.session.id).toBe(b);
  expect(findSession(captures, a)?.session.id).toBe(a);
  expect(findSession(captures, '20261101')?.session.id).toBe(a);
  expect(findSession(captures, join(captures, a))?.session.id).toBe(a);
  expect(findSession(captures, 'nothing')).toBeUndefined();
  expect(() => findSession(captures, '2026')).toThrow('is the start of 2 sessions');
  const path = join(captures, a);
  expect([captures, path].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700]);
  expect(statSync(join(path, 'session.json')).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, '0001.request.json')).mode & 0o777).toBe(0o600);
  expect(readSession(path)).toMatchObject({ file: { id: a }, exchanges: [], unreadable: 0 });
});

it('the newest of many sessions are found without looking into the others', async () => {
  const captures = temporaryFolder();
  const ids: string[] = [];
  for (let day = 1; day <= 9; day += 1) ids.push(await made(captures, day));
  mkdirSync(join(captures, 'zzz'));
  // Old ones that cannot be read: nobody looks.
  for (const id of ids.slice(0, 5)) writeFileSync(join(captures, id, 'session.json'), 'broken');
  const { sessions, older } = newestSessions(captures, 3);
  expect(sessions.map(({ session }) => session.id)).toEqual([ids[8], ids[7], ids[6]]);
  expect(older).toBe(7);
  expect(newestSessions(captures, 100)).toMatchObject({ sessions: { length: 4 }, older: 0 });
  expect(newestSessions(join(captures, 'none'), 3)).toEqual({ sessions: [], older: 0 });
});

it('5,000 sessions are listed, and the window gets the newest 200 of them', () => {
  const captures = temporaryFolder();
  for (let hour = 0; hour < 5000; hour += 1) {
    const startedAt = new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
    const id = `${startedAt.slice(0, 13).replaceAll('-', '').replace('T', '-')}00-abcdef`;
    mkdirSync(join(captures, id));
    const session = { version: 1, id, agent: 'pi', agentVersion: null, folder: '/w', wayIn: 'relay', startedAt };
    writeFileSync(join(captures, id, 'session.json'), JSON.stringify({ ...session, endedAt: startedAt, notes: [] }));
  }
  const all = listSessions(captures);
  expect(all).toHaveLength(5000);
  expect(newestSessions(captures, 200)).toEqual({ sessions: all.slice(0, 200), older: 4800 });
  expect(findSession(captures, all[4321]?.session.id ?? '')).toEqual(all[4321]);
});

it('deleting a session deletes what Strata wrote and nothing else', async () => {
  const captures = temporaryFolder();
  const outside = temporaryFolder();
  const id = await made(captures, 1);
  writeFileSync(join(captures, id, 'notes.txt'), 'mine');
  const found = findSession(captures, id);
  expect(found && deleteSession(found)).toEqual(['notes.txt']);
  expect(existsSync(join(captures, id, 'notes.txt'))).toBe(true);
  expect(existsSync(join(captures, id, 'session.json'))).toBe(false);
  // Neither a link nor a folder that is no session is listed, so neither can be deleted.
  const other = await made(outside, 2);
  symlinkSync(join(outside, other), join(captures, 'linked'));
  mkdirSync(join(captures, 'project'));
  expect(listSessions(captures)).toEqual([]);
});

it('limits of size and age drop the oldest sessions and say which', async () => {
  const captures = temporaryFolder();
  const ids = [await made(captures, 1, 5000), await made(captures, 10, 5000), await made(captures, 11, 5000)];
  const now = new Date(Date.UTC(2026, 10, 12));
  const dropped = (limits: Partial<typeof usualLimits>): readonly string[] =>
    keepWithin(captures, { ...usualLimits, ...limits }, now).map(({ session }) => session.id);
  expect(dropped({})).toEqual([]);
  expect(dropped({ mostDays: 5 })).toEqual([ids[0]]);
  expect(dropped({ mostBytes: 6000 })).toEqual([ids[1]]);
  expect(listSessions(captures).map(({ session }) => session.id)).toEqual([ids[2]]);
});

it('an old session gives way to a newer one, whatever their sizes', async () => {
  const captures = temporaryFolder();
  const ids = [await made(captures, 9, 200), await made(captures, 10, 8000), await made(captures, 11, 200)];
  const now = new Date(Date.UTC(2026, 10, 12));
  const dropped = keepWithin(captures, { ...usualLimits, mostBytes: 6000 }, now);
  expect(dropped.map(({ session }) => session.id)).toEqual(ids.slice(0, 2));
  expect(listSessions(captures).map(({ session }) => session.id)).toEqual([ids[2]]);
});

it('an export masks secrets, ids, mail addresses and the home folder, alike everywhere', async () => {
  const captures = temporaryFolder();
  const writer = await createSessionAt(captures, { agent: null, folder: null, wayIn: 'relay' }, 1e9, new Date());
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const key = 'ghp_Zk3nD8sQ1vB6xT4mR9wL2yH7cJ5pF0aGe8Uu';
  const body = { user: id, again: id, mail: 'ann@corp.org', text: `token ${key} in /home/ann/x` };
  await writer.writeBody(writer.begin(), 'request', Buffer.from(JSON.stringify(body)), 'application/json');
  await writer.end(new Date().toISOString());
  const to = join(temporaryFolder(), 'copy');
  const [kept] = listSessions(captures);
  if (kept === undefined) throw new Error('no session');
  const { files } = await exportSession(kept, to, '/home/ann');
  expect(files).toBe(2);
  const text = allBytes(to);
  for (const secret of [id, key, 'ann@corp.org', '/home/ann']) expect(text).not.toContain(secret);
  expect(text).toContain(
    '"user":"00000000-0000-0000-0000-000000000001","again":"00000000-0000-0000-0000-000000000001"',
  );
  await expect(exportSession(kept, to, '/home/ann')).rejects.toThrow('it exists');
});

it('an export masks what is written with escapes, in JSON inside JSON, and in pieces of a stream', async () => {
  const captures = temporaryFolder();
  const writer = await createSessionAt(captures, { agent: null, folder: null, wayIn: 'relay' }, 1e9, new Date());
  const key = 'ghp_Zk3nD8sQ1vB6xT4mR9wL2yH7cJ5pF0aGe8Uu';
  const other =
    'sk-ant-api03-Rk3nD8sQ1vB6xT4mR9wL2yH7cJ5pF0aGe8UuZk3nD8sQ1vB6xT4mR9wL2yH7cJ5pF0aGe8UuZk3nD8sQ1vB6xT4AA';
  const unicode = (text: string): string =>
    [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  const text = `first line\n${key}\n\t${other}\nfrom /home/ann/x and ~/.claude/projects/-home-ann-x`;
  const call = JSON.stringify({ content: JSON.stringify({ text, mail: 'ann@corp.org' }) });
  const bodies = [
    JSON.stringify({ text }),
    JSON.stringify({ arguments: call, again: call }),
    `{"a":"${unicode(key)}","b":"\\/home\\/ann\\/x","c":"${unicode('ann@corp.org')}"}`,
  ];
  for (const body of bodies) await writer.writeBody(writer.begin(), 'request', Buffer.from(body), 'application/json');
  const pieces = ['The key is ', other.slice(0, 9), other.slice(9, 40), other.slice(40), ' as you asked.'];
  const events = pieces.map(
    (piece) =>
      `event: content_block_delta\ndata: ${JSON.stringify({ delta: { type: 'text_delta', text: piece } })}\n\n`,
  );
  await writer.writeBody(4, 'response', Buffer.from(events.join('')), 'text/event-stream');
  await writer.end(new Date().toISOString());
  const to = join(temporaryFolder(), 'copy');
  const [kept] = listSessions(captures);
  if (kept === undefined) throw new Error('no session');
  await exportSession(kept, to, '/home/ann');
  const read = (name: string): string => readFileSync(join(to, name), 'utf8');
  const all = [1, 2, 3].map((number) => read(`000${number}.request.json`));
  for (const body of all) expect(() => JSON.parse(body)).not.toThrow();
  const joined = read('0004.response.sse')
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)).delta.text)
    .join('');
  expect(joined).toMatch(/^The key is •+ as you asked\.$/);
  // As they read, at every level.
  const decoded = (value: string): string => {
    const once = value.replaceAll(/\\+u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return once.replaceAll('\\', '');
  };
  for (const body of all) {
    for (const secret of [key, other, other.slice(20), 'ann@corp.org', 'home/ann', '-home-ann'])
      expect(decoded(body)).not.toContain(secret);
  }
  expect(all[1]).toContain('person1@example.com');
  expect(all[1]).not.toContain('person2@example.com');
});

it('an export of a session from elsewhere has no headers of theirs, and follows no link', async () => {
  const captures = temporaryFolder();
  const outside = join(temporaryFolder(), 'secret.json');
  writeFileSync(outside, '"OUTSIDE"');
  const writer = await createSessionAt(captures, { agent: null, folder: null, wayIn: 'relay' }, 1e9, new Date());
  const body = {
    wireBytes: 1,
    encoding: null,
    fidelity: 'bytes' as const,
    complete: true,
    headers: { authorization: 'Basic YW5uOmh1bnRlcg==', cookie: 'sid=1', 'x-api-key': 'k', 'user-agent': 'x/1' },
  };
  for (const number of [1, 2, 3])
    await writer.put({
      version: 1,
      number,
      at: '2026-01-01T00:00:00.000Z',
      method: 'POST',
      address: 'https://ann:hunter@host.example/v1/messages?key=abc&beta=true',
      kind: 'turn',
      thread: null,
      request: { ...body, file: `000${number}.request.json` },
      response: { ...body, file: '../../secret.json', status: 200 },
      times: { requestSent: null, firstByte: null, ended: null },
      error: null,
      notes: [],
    });
  symlinkSync(outside, join(writer.path, '0001.request.json'));
  execFileSync('mkfifo', [join(writer.path, '0002.request.json')]);
  mkdirSync(join(writer.path, '0003.request.json'));
  await writer.end(new Date().toISOString());
  const to = join(temporaryFolder(), 'copy');
  const [kept] = listSessions(captures);
  if (kept === undefined) throw new Error('no session');
  const { unreadable } = await exportSession(kept, to, '/home/ann');
  expect(unreadable.toSorted()).toEqual(['0001.request.json', '0002.request.json', '0003.request.json']);
  const text = allBytes(to);
  for (const secret of ['OUTSIDE', 'YW5uOmh1bnRlcg', 'sid=1', 'x-api-key', 'hunter', 'key=abc'])
    expect(text).not.toContain(secret);
  expect(text).toContain('"user-agent": "x/1"');
});

it('a folder of sessions that others made is read within limits: links, pipes, lies and very many files', async () => {
  const captures = temporaryFolder();
  const outside = join(temporaryFolder(), 'secret.json');
  const writer = await createSessionAt(captures, { agent: null, folder: null, wayIn: 'relay' }, 1e9, new Date());
  const good = readFileSync(join(writer.path, 'session.json'));
  writeFileSync(outside, good);
  const session = (name: string): string => {
    mkdirSync(join(captures, name));
    return join(captures, name, 'session.json');
  };
  symlinkSync(outside, session('a-link'));
  execFileSync('mkfifo', [session('a-pipe')]);
  mkdirSync(session('a-folder'));
  writeFileSync(session('too-long'), `{"notes":["${'x'.repeat(17 * 1024 * 1024)}"]}`);
  // None of them is a session, and none of them holds anybody up.
  expect(listSessions(captures).map(({ path }) => path)).toEqual([writer.path]);

  const body = (file: string) => ({
    file,
    wireBytes: Number.MAX_SAFE_INTEGER,
    encoding: null,
    fidelity: 'bytes' as const,
    complete: true,
    headers: {},
  });
  const lies = { version: 1, at: '2026-01-01T00:00:00.000Z', method: 'POST', address: null, kind: 'turn' as const };
  const rest = { thread: null, times: { requestSent: null, firstByte: null, ended: null }, error: null, notes: [] };
  for (const [index, file] of [outside, '../../secret.json', '0009.request.json', '.'].entries())
    writeFileSync(
      join(writer.path, `000${index + 1}.exchange.json`),
      JSON.stringify({ ...lies, ...rest, number: 1, request: body(file), response: { ...body(file), status: 200 } }),
    );
  symlinkSync(outside, join(writer.path, '0009.request.json'));
  for (const each of readSession(writer.path)?.exchanges ?? [])
    expect([reportedUsage(writer.path, each), requestedModel(writer.path, each)]).toEqual([undefined, undefined]);

  for (let number = 10; number < 4000; number += 1)
    writeFileSync(join(writer.path, `${String(number).padStart(4, '0')}.request.json`), '');
  const start = process.cpuUsage();
  expect(listSessions(captures)).toHaveLength(1);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(2);
});
