/** The sessions that the real agents keep: found by their folder, and opened with what was said in them. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { agentProgram } from '../../build/agents/cache.mjs';
import type { AgentName } from '../../build/agents/versions.mjs';
import { agentsToRun, knownAgents } from '../support/agents/known';
import { startProvider } from '../support/agents/provider';
import { runAgent } from '../support/agents/run-agent';
import { strata } from '../support/run-cli';

/** The command asks opencode itself, so it must be in the PATH, and the home must be the agent's. */
function inHomeOf(agent: AgentName, home: string, folder: string): void {
  const before = { HOME: process.env['HOME'], PATH: process.env['PATH'], cwd: process.cwd() };
  Object.assign(process.env, { HOME: home, PATH: `${dirname(agentProgram(agent))}${delimiter}${before.PATH ?? ''}` });
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(before.cwd);
    Object.assign(process.env, { HOME: before.HOME ?? '', PATH: before.PATH ?? '' });
  });
}

/** The agents whose own sessions Strata reads. */
const logged: readonly AgentName[] = ['codex', 'gemini-cli', 'opencode', 'pi'];

test.each(agentsToRun.filter((agent) => logged.includes(agent)))('%s', async (agent) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'strata-logs-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const [folder, home] = [join(root, 'work'), join(root, 'home')];
  mkdirSync(join(folder, '.git'), { recursive: true });
  mkdirSync(home);
  writeFileSync(join(folder, 'note.txt'), 'A note.\n');
  const provider = await startProvider();
  onTestFinished(() => provider.close());
  provider.script([knownAgents[agent].toolCall, { text: 'Looked at it.' }]);
  const ended = await runAgent({ agent, folder, home, port: provider.port, prompt: 'Look at it' });
  expect(ended.code, ended.err).toBe(0);
  inHomeOf(agent, home, folder);
  const captures = ['--captures', join(root, 'captures')] as const;
  const listed: { readonly logs: readonly { readonly agent: string; readonly id: string }[] } = JSON.parse(
    (await strata('sessions', '.', '--json', ...captures)).out,
  );
  expect(listed.logs).toMatchObject([{ agent }]);
  const id = listed.logs[0]?.id ?? '';
  const second = await strata('inspect', id, '--set', 'index=2', ...captures);
  expect([second.code, second.err]).toEqual([0, expect.stringContaining('2 requests are rebuilt')]);
  expect(second.out).toContain('not recorded');
  const sequence = await strata('sequence', id, '--json', ...captures);
  const { steps } = JSON.parse(sequence.out);
  expect(steps).toMatchObject([{ reported: { context: 10 } }, { reported: { context: 10 } }]);
});
