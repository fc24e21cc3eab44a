/** Every way in, with the real agents: what was captured is what the provider received, request by request. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { AgentName } from '../../build/agents/versions.mjs';
import { startCapture } from '../../electron/host/capture/capture';
import { reportedUsage, requestedModel } from '../../electron/host/capture/reported';
import { readSession, usualLimits } from '../../electron/host/capture/store';
import { isSideRequest, type Exchange, type WayIn } from '../../shared/sessions/types';
import { agentsToRun, knownAgents } from '../support/agents/known';
import { startProvider, type Provider, type Received } from '../support/agents/provider';
import { runAgent } from '../support/agents/run-agent';
import { allBytes } from '../support/capture/relayed';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

const allWays: readonly (readonly [AgentName, WayIn])[] = [
  ['codex', 'rollout-trace'],
  ['codex', 'relay'],
  ['gemini-cli', 'telemetry'],
  ['gemini-cli', 'relay'],
  ['opencode', 'relay'],
  ['pi', 'extension'],
  ['pi', 'relay'],
];
const ways = allWays.filter(([agent]) => agentsToRun.includes(agent));

interface Captured {
  readonly exchanges: readonly Exchange[];
  readonly received: readonly Received[];
  readonly path: string;
  readonly model: (exchange: Exchange) => string | undefined;
}

/** Runs `turns` prompts in one session. Each is answered with as many tool calls as its number, then with text. */
async function captured(agent: AgentName, wayIn: WayIn, turns: number): Promise<Captured> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'strata-captured-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const [folder, home] = [join(root, 'work'), join(root, 'home')];
  mkdirSync(join(folder, '.git'), { recursive: true });
  mkdirSync(home);
  writeFileSync(join(folder, 'note.txt'), 'A note — with "quotes" and 🌿.\n');
  provider.take();
  const isRelayed = wayIn === 'relay';
  const problems: unknown[] = [];
  const capture = await startCapture({
    captures: join(root, 'captures'),
    limits: usualLimits,
    agent,
    agentName: null,
    folder,
    relay: isRelayed,
    ...(isRelayed ? { upstream: `http://127.0.0.1:${provider.port}` } : {}),
    environment: {},
    report: (problem) => problems.push(problem),
  });
  expect(capture.wayIn).toBe(wayIn);
  for (let turn = 1; turn <= turns; turn += 1) {
    const calls = Array.from({ length: turn }, () => knownAgents[agent].toolCall);
    provider.script([...calls, { text: `Done with turn ${turn}.` }]);
    const ended = await runAgent({
      agent,
      folder,
      home,
      port: provider.port,
      prompt: `Do turn ${turn}`,
      resume: turn > 1,
      env: capture.run.environment,
      first: capture.run.args,
      addressed: isRelayed,
    });
    expect(ended.code, ended.err).toBe(0);
    expect(ended.out).toContain(`Done with turn ${turn}.`);
  }
  await capture.end();
  expect(problems).toEqual([]);
  const path = capture.writer.path;
  const session = readSession(path);
  expect(session?.file).toMatchObject({ agent, wayIn, folder });
  expect(session?.file.endedAt).not.toBeNull();
  expect(allBytes(join(root, 'captures'))).not.toContain('made-up');
  return {
    exchanges: session?.exchanges ?? [],
    received: provider.take(),
    path,
    model: (exchange) => requestedModel(path, exchange),
  };
}

/** The body, in a form in which it can be compared: bytes, or for telemetry the JSON of what it records. */
function comparable(wayIn: WayIn, body: Buffer): unknown {
  if (wayIn !== 'telemetry') return body.toString('utf8');
  const { contents, systemInstruction, tools, generationConfig } = JSON.parse(body.toString('utf8'));
  const { temperature, topP, topK } = generationConfig;
  return { contents, systemInstruction, tools, generationConfig: { temperature, topP, topK } };
}

test.each(ways.flatMap(([agent, wayIn]) => [1, 3].map((turns) => [agent, wayIn, turns] as const)))(
  '%s by %s: what is kept is what was sent, in %i turns with tool calls',
  async (agent, wayIn, turns) => {
    const { exchanges, received, path, model } = await captured(agent, wayIn, turns);
    const posted = received.filter(({ method, body }) => method === 'POST' && body.length > 0);
    const kept = exchanges.filter(({ request }) => request.file !== null);
    const steps = (turns * (turns + 3)) / 2;
    expect(posted.length).toBeGreaterThanOrEqual(steps);
    expect(kept).toHaveLength(posted.length);
    const bodyOf = (file: string | null | undefined): Buffer => readFileSync(join(path, file ?? ''));
    expect(kept.map(({ request }) => comparable(wayIn, bodyOf(request.file)))).toEqual(
      posted.map(({ body }) => comparable(wayIn, body)),
    );
    // Only a relay sees the response as it came; the agents write down what they made of it.
    const answers = kept.map(({ response }, at) =>
      wayIn === 'relay' ? bodyOf(response?.file).toString() : posted[at]?.answer.toString(),
    );
    expect(answers).toEqual(posted.map(({ answer }) => answer.toString()));
    for (const exchange of kept) {
      expect(exchange).toMatchObject({ error: null, request: { complete: true }, response: { complete: true } });
      expect(model(exchange)).toMatch(/^(?:gpt-5|claude-|gemini-)/);
      expect(reportedUsage(path, exchange)).toMatchObject({ context: 10 });
    }
    const talk = kept.filter(({ kind }) => !isSideRequest(kind));
    expect(talk).toHaveLength(steps);
    // Gemini CLI starts a session of its own when it goes on with an old one.
    const threads = new Set(talk.map(({ thread }) => thread?.id)).size;
    expect(threads).toBeLessThanOrEqual(turns);
    expect(exchanges.map(({ at }) => at)).toEqual(exchanges.map(({ at }) => at).toSorted());
  },
);
