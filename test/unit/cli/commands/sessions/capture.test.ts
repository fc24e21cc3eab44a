/** `strata capture` and `strata sessions`, with a small program as the agent and a provider on loopback. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runProgram } from '../../../../../electron/cli/program';
import { readSession, findSession } from '../../../../../electron/host/capture/store';
import { startProvider } from '../../../../support/capture/provider';
import { canMountSmallDisk, smallDisk } from '../../../../support/host/small-disk';
import { temporaryFolder } from '../../../../support/host/temporary';
import { strata } from '../../../../support/run-cli';

const agent = `
const body = JSON.stringify({ model: 'claude-sonnet-4-5', messages: [{ role: 'user', content: 'hi' }] });
const headers = { 'content-type': 'application/json', 'x-api-key': 'made-up-key-Zk39' };
await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST', headers, body }).then((r) => r.text());
process.exit(Number(process.argv[2]));
`;

it('runs the agent, keeps what it sent, passes its exit code on, and deletes all by one command', async () => {
  const folder = temporaryFolder();
  const captures = join(folder, 'captures');
  writeFileSync(join(folder, 'agent.mjs'), agent);
  const provider = await startProvider((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      'data: {"type":"message_start","message":{"usage":{"input_tokens":3,"cache_read_input_tokens":4}}}\n\n',
    );
    response.end('data: {"type":"message_delta","usage":{"output_tokens":2}}\n\n');
  });
  const command = [process.execPath, join(folder, 'agent.mjs'), '3'];
  const ran = await strata('capture', '--captures', captures, '--upstream', provider.address, '--', ...command);
  expect(ran.code).toBe(3);
  expect(ran.err).toContain('Set for this run only:\n  export ANTHROPIC_BASE_URL=http://127.0.0.1:');
  expect(ran.err).toMatch(
    /# model +tokens +read pred\. +reported +written pred\. +reported +uncached pred\. +reported +cost +time +what/,
  );
  const [row = ''] = /^ +1 claude-sonnet-4-5 .*$/m.exec(ran.err) ?? [];
  expect(row.split(/ {2,}/).map((cell) => cell.trim())).toEqual([
    '',
    '1 claude-sonnet-4-5',
    '7',
    '0',
    '4',
    '0',
    '7',
    '3',
    expect.stringMatching(/^\$0\.0000/),
    expect.stringMatching(/ s$/),
  ]);
  expect(ran.err).toContain('Kept 1 request (1 of the conversation)');
  const kept = findSession(captures, 'last');
  const session = readSession(kept?.path ?? '');
  expect(session?.file).toMatchObject({ wayIn: 'relay', agent: 'node' });
  expect(session?.file.endedAt).not.toBeNull();
  expect(session?.exchanges).toHaveLength(1);
  expect(readFileSync(join(kept?.path ?? '', '0001.request.json'))).toEqual(provider.received[0]?.body);
  const listed = await strata('sessions', '--captures', captures, '--json');
  expect(JSON.parse(listed.out)).toMatchObject({ version: 1, sessions: [{ exchanges: 1, wayIn: 'relay' }] });
  expect((await strata('sessions', '--captures', captures)).out).toContain(kept?.session.id);
  expect((await strata('sessions', '--captures', captures, '--delete', 'nothing')).code).toBe(2);
  expect((await strata('sessions', '--captures', captures, '--delete', '--all')).err).toContain('1 session deleted.');
  expect((await strata('sessions', '--captures', captures)).err).toContain('There are no sessions');
});

it('says what is wrong before it starts anything', async () => {
  const captures = join(temporaryFolder(), 'captures');
  const wrong = (...args: readonly string[]): Promise<{ readonly code: number; readonly err: string }> =>
    strata('capture', '--captures', captures, ...args);
  expect(await wrong('--agent', 'nobody')).toMatchObject({ code: 2 });
  expect(await wrong('--upstream', 'file:///x')).toMatchObject({ code: 2 });
  expect(await wrong('--port', 'x')).toMatchObject({ code: 2 });
  const missing = await wrong('--', 'strata-no-such-program');
  expect(missing.code).toBe(2);
  expect(missing.err).toContain('strata-no-such-program could not be started');
});

it.runIf(canMountSmallDisk())('a full disk: the agent is served, and what is not kept is not called kept', async () => {
  const [folder, captures] = [temporaryFolder(), join(smallDisk(64), 'captures')];
  const many = Array.from({ length: 60 }, () => `await send();`).join('\n');
  const sending = agent.split('\n').slice(1, 3).join('\n');
  writeFileSync(
    join(folder, 'agent.mjs'),
    `${sending}
const send = () =>
  fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST', headers, body }).then((r) => r.text());
${many}`,
  );
  const provider = await startProvider((_request, response) => void response.end('{"usage":{"input_tokens":3}}'));
  const command = [process.execPath, join(folder, 'agent.mjs')];
  const ran = await strata('capture', '--captures', captures, '--upstream', provider.address, '--', ...command);
  expect([ran.code, provider.received.length]).toEqual([0, 60]);
  expect(ran.err).toContain('The session is not fully kept: the disk is full');
  const [, kept, lost] = /Kept (\d+) requests? [^\n]*\n(\d+) requests? of 60 could not be kept\./.exec(ran.err) ?? [];
  expect(Number(kept) + Number(lost)).toBe(60);
  expect(readSession(findSession(captures, 'last')?.path ?? '')?.exchanges.length).toBeGreaterThanOrEqual(Number(kept));
});

/** The command while it runs: what it has said so far, and its exit code. */
function running(...args: readonly string[]) {
  let err = '';
  const waiting = new Set<() => void>();
  const output = {
    out: () => Promise.resolve(),
    err: (line: string) => {
      err += `${line}\n`;
      for (const look of waiting) look();
    },
  };
  const said = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = pattern.exec(err);
        if (found === null) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return { code: runProgram(args, '0', output), said };
}

it('without a command it prints the three addresses and waits; a signal ends it and keeps the session', async () => {
  const captures = join(temporaryFolder(), 'captures');
  const provider = await startProvider((_request, response) => void response.end('{"usage":{"input_tokens":3}}'));
  const { code, said } = running('capture', '--captures', captures, '--upstream', provider.address);
  const [, anthropic = ''] = await said(/export ANTHROPIC_BASE_URL=(\S+)/);
  const [, openai = ''] = await said(/export OPENAI_BASE_URL=(\S+)/);
  const [, google = ''] = await said(/export GOOGLE_GEMINI_BASE_URL=(\S+)/);
  expect([anthropic, openai, google].map((base) => new URL(base).pathname.replace(/^\/[\w-]+/, ''))).toEqual([
    '/anthropic',
    '/openai/v1',
    '/gemini',
  ]);
  const sent = { method: 'POST', body: JSON.stringify({ model: 'gpt-5.5', input: 'hi' }) };
  await fetch(`${openai}/responses`, sent).then((response) => response.text());
  await said(/^ +1 gpt-5\.5 /m);
  process.emit('SIGTERM', 'SIGTERM');
  expect(await code).toBe(0);
  await said(/Kept 1 request /);
  expect(findSession(captures, 'last')?.session.endedAt).not.toBeNull();
});

const turns = `
const send = async (text) => {
  const body = JSON.stringify({
    model: 'claude-sonnet-4-5',
    system: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }],
    messages: [{ role: 'user', content: 'hi' }],
  });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST', headers, body });
  await response.text();
};
const rules = 'Be kind to everybody you meet. '.repeat(400);
await send('One. ' + rules);
await send('Two. ' + rules);
`;

it('says where a request first differs and what was predicted, beside what was reported', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'agent.mjs'), turns);
  const usage = { input_tokens: 5, cache_read_input_tokens: 0, cache_creation_input_tokens: 2800, output_tokens: 1 };
  const provider = await startProvider((_request, response) => void response.end(JSON.stringify({ usage })));
  const options = ['--captures', join(folder, 'captures'), '--upstream', provider.address];
  const { err } = await strata('capture', ...options, '--', process.execPath, join(folder, 'agent.mjs'));
  const [second = ''] = /^ +2 claude-sonnet-4-5 .*$/m.exec(err) ?? [];
  expect(second).toMatch(/2,805 +\d.* 2,800 .* 5 +\$0\.01\d* +[\d.]+ s differs in .*, 0002\.request\.json:1/);
});
