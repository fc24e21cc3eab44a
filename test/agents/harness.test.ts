import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentName } from '../../build/agents/versions.mjs';
import { startProvider, type Provider } from '../support/agents/provider';
import { runAgent } from '../support/agents/run-agent';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

const reads: Readonly<Record<AgentName, { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }>> =
  {
    codex: { tool: 'exec_command', args: { cmd: 'echo from-a-tool' } },
    'gemini-cli': { tool: 'read_file', args: { file_path: 'note.txt' } },
    opencode: { tool: 'glob', args: { pattern: '*.txt' } },
    pi: { tool: 'bash', args: { command: 'echo from-a-tool' } },
  };

test.each(['codex', 'gemini-cli', 'opencode', 'pi'] as const)(
  '%s talks to the provider, calls a tool and ends',
  async (agent) => {
    const root = mkdtempSync(join(tmpdir(), 'strata-agents-'));
    const folder = join(root, 'work');
    mkdirSync(join(folder, '.git'), { recursive: true });
    mkdirSync(join(root, 'home'));
    provider.take();
    provider.script([reads[agent], { text: 'Done.' }]);
    const ended = await runAgent({ agent, folder, home: join(root, 'home'), port: provider.port });
    const received = provider.take().filter(({ method }) => method === 'POST');
    expect(ended.code, ended.err).toBe(0);
    expect(received.length).toBeGreaterThanOrEqual(2);
    expect(ended.out).toContain('Done.');
    rmSync(root, { recursive: true, force: true });
  },
);
