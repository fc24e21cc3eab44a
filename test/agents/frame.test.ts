/** With a frame learned from one run of a real agent, a build after edits equals what the agent then sends. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AgentName } from '../../build/agents/versions.mjs';
import { agentRules } from '../../shared/assemblers/agents';
import { compareBodies, differingPaths } from '../../shared/assemblers/agents/frame/compare';
import { learnFrame } from '../../shared/assemblers/agents/frame/learn';
import type { AgentRules } from '../../shared/assemblers/agents/types';
import { exportDocument } from '../../shared/exporters';
import { formOfAddress } from '../../shared/requests/address';
import type { LearnedFrame } from '../../shared/sources/learned-frame';
import { buildFramed } from '../support/agents/built';
import { editedWorkspace, editFiles } from '../support/agents/edits';
import { agentsToRun } from '../support/agents/known';
import { startProvider, type Provider, type Received } from '../support/agents/provider';
import { runAgent } from '../support/agents/run-agent';
import { makeSandbox, type Sandbox } from '../support/agents/sandbox';

const runs = Number(process.env['STRATA_FRAME_RUNS'] ?? 40);
const first = Number(process.env['STRATA_AGENT_SEED'] ?? 1);

async function sendOnce(agent: AgentName, { folder, home }: Sandbox, provider: Provider): Promise<Received> {
  provider.take();
  const ended = await runAgent({ agent, folder, home, port: provider.port });
  const sent = provider.take().find(({ method, body }) => method === 'POST' && body.length > 0);
  if (sent === undefined) throw new Error(`${agent} sent nothing: ${ended.err.slice(-2000)}`);
  return sent;
}

function learn(rules: AgentRules, folder: string, { body, url }: Received): LearnedFrame {
  const form = formOfAddress(`https://provider.example${url}`);
  if (form === undefined) throw new Error(`unknown address ${url}`);
  const learned = learnFrame(
    rules.frame,
    {
      agent: rules.id,
      version: rules.version ?? null,
      session: 'test',
      folder,
      at: '2026-01-01T00:00:00Z',
      address: url,
      form,
      body: body.toString('utf8'),
    },
    (text) => createHash('sha256').update(text).digest('hex'),
  );
  if ('problem' in learned) throw new Error(learned.problem);
  return learned.frame;
}

test.each(agentsToRun)('%s: the whole next request is built, but for what varies by run', async (agent) => {
  const rules = agentRules.find(({ id }) => id === agent);
  if (rules === undefined) throw new Error(agent);
  const sandbox = makeSandbox(editedWorkspace(agent));
  // One port for all runs: it stands in the agent's home.
  const provider = await startProvider();
  const differing: string[] = [];
  const volatile = new Set<string>();
  try {
    const frame = learn(rules, sandbox.folder, await sendOnce(agent, sandbox, provider));
    for (let seed = first; seed < first + runs; seed += 1) {
      editFiles(agent, sandbox.root, seed);
      const sent = (await sendOnce(agent, sandbox, provider)).body.toString('utf8');
      // opencode quotes a prompt with a space.
      const prompt = agent === 'opencode' ? '"Say ok"' : 'Say ok';
      const { document } = await buildFramed(agent, sandbox, frame, prompt);
      const built = exportDocument(document, 'sent').body;
      const compared = compareBodies(rules.frame, sent, built);
      for (const name of compared?.volatile ?? []) volatile.add(name);
      if (compared?.equal === true) continue;
      if (process.env['STRATA_FRAME_OUT'] !== undefined) {
        writeFileSync(`${process.env['STRATA_FRAME_OUT']}/${agent}-${seed}-sent.json`, compared?.sent ?? sent);
        writeFileSync(`${process.env['STRATA_FRAME_OUT']}/${agent}-${seed}-built.json`, compared?.built ?? built);
      }
      differing.push(`seed ${seed}: ${differingPaths(compared?.sent ?? '', compared?.built ?? '', 5).join(', ')}`);
    }
  } finally {
    await provider.close();
    sandbox.remove();
  }
  process.stdout.write(
    `${agent}: ${runs - differing.length} of ${runs} requests equal after edits, but for ${[...volatile].join(', ')}\n`,
  );
  expect(differing).toEqual([]);
});
