/** Ctrl-C while `strata capture` runs an agent: the real command in a process group of its own, as in a terminal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import command from '../../../../../electron/cli?modulePath';
import { runProgram } from '../../../../../electron/cli/program';
import { findSession, readSession } from '../../../../../electron/host/capture/store';
import { temporaryFolder } from '../../../../support/host/temporary';

/** An agent that still writes a request after Ctrl-C. That must be kept. */
const careful = `
import { writeFileSync } from 'node:fs';
const folder = process.env.OTEL_LOG_RAW_API_BODIES.replace('file:', '');
const stay = setInterval(() => undefined, 1000);
process.on('SIGINT', () => {
  const body = { model: 'claude-sonnet-4-5', messages: [{ role: 'user', content: 'good bye' }] };
  setImmediate(() => {
    writeFileSync(folder + '/a.request.json', JSON.stringify(body));
    process.exitCode = 7;
    clearInterval(stay);
  });
});
console.log('ready');
`;
const plain = `setInterval(() => undefined, 1000); console.log('ready');`;

async function interrupted(agent: string, signal: NodeJS.Signals) {
  const folder = temporaryFolder();
  const [captures, temporary] = [join(folder, 'captures'), join(folder, 'tmp')];
  mkdirSync(temporary);
  writeFileSync(join(folder, 'agent.mjs'), agent);
  const args = ['capture', '--agent', 'claude-code', '--captures', captures, '--', process.execPath, 'agent.mjs'];
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    detached: true,
    env: { PATH: process.env['PATH'], HOME: folder, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const { pid } = child;
  if (pid === undefined) throw new Error('The command did not start');
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL');
  });
  await once(child.stdout, 'data');
  expect(readdirSync(temporary)).toHaveLength(1);
  process.kill(-pid, signal);
  const [code] = await ended;
  const session = readSession(findSession(captures, 'last')?.path ?? '');
  return { code, session, left: readdirSync(temporary) };
}

it.skipIf(process.platform === 'win32')(
  'waits for the agent, keeps what it still sends, and returns its exit code',
  async () => {
    const { code, session, left } = await interrupted(careful, 'SIGINT');
    expect(code).toBe(7);
    expect(session?.file.endedAt).not.toBeNull();
    expect(session?.exchanges).toMatchObject([{ kind: 'turn', request: { complete: true } }]);
    expect(left).toEqual([]);
  },
);

it.skipIf(process.platform === 'win32').each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('an agent that dies of %s: the session ends, nothing stays, the code is %d', async (signal, expected) => {
  const { code, session, left } = await interrupted(plain, signal);
  expect(code).toBe(expected);
  expect(session?.file.endedAt).not.toBeNull();
  expect(left).toEqual([]);
});

it('Ctrl-C before the agent has started: it is not started, and the session ends', async () => {
  const folder = temporaryFolder();
  const captures = join(folder, 'captures');
  const mark = join(folder, 'started');
  writeFileSync(join(folder, 'agent.mjs'), `import('node:fs').then((fs) => fs.writeFileSync('${mark}', ''));`);
  const output = {
    out: () => Promise.resolve(),
    err: (line: string) => {
      if (line.startsWith('Session ')) process.emit('SIGINT', 'SIGINT');
    },
  };
  const args = ['capture', '--captures', captures, '--', process.execPath, join(folder, 'agent.mjs')];
  expect(await runProgram(args, '0', output)).toBe(130);
  expect(existsSync(mark)).toBe(false);
  expect(findSession(captures, 'last')?.session.endedAt).not.toBeNull();
});
