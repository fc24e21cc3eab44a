import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentsToRun, knownAgents } from '../support/agents/known';
import { startProvider, type Provider } from '../support/agents/provider';
import { runAgent } from '../support/agents/run-agent';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

test.each(agentsToRun)('%s talks to the provider, calls a tool and ends', async (agent) => {
  const root = mkdtempSync(join(tmpdir(), 'strata-agents-'));
  const folder = join(root, 'work');
  mkdirSync(join(folder, '.git'), { recursive: true });
  mkdirSync(join(root, 'home'));
  writeFileSync(join(folder, 'note.txt'), 'A note.\n');
  provider.take();
  provider.script([knownAgents[agent].toolCall, { text: 'Done.' }]);
  const ended = await runAgent({ agent, folder, home: join(root, 'home'), port: provider.port });
  const received = provider.take().filter(({ method }) => method === 'POST');
  expect(ended.code, ended.err).toBe(0);
  expect(received.length).toBeGreaterThanOrEqual(2);
  expect(ended.out).toContain('Done.');
  rmSync(root, { recursive: true, force: true });
});
