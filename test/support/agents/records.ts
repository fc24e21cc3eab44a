/** What agents sent on generated workspaces, kept below `test/output` so that a run can go on where it stopped. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agentPackages, type AgentName } from '../../../build/agents/versions.mjs';
import { startProvider } from './provider';
import { runAgent } from './run-agent';
import { makeSandbox, type Entry, type Sandbox, type Workspace } from './sandbox';
import { mainRequest, type SentBody } from './wire';

/** Stands for the sandbox's root in everything that is kept. */
export const anyRoot = '/sandbox';

export interface Recorded {
  readonly sent: SentBody;
  /** Files that the agent itself wrote into its home and reads back. */
  readonly written: Readonly<Record<string, Entry>>;
}

const folder = process.env['STRATA_AGENT_RECORDS'] ?? join('test', 'output', 'agents');

/** What the agent sends on this workspace: as kept, or of a run now. */
export async function recorded(agent: AgentName, seed: number, workspace: Workspace): Promise<Recorded> {
  const hash = createHash('sha256')
    .update(JSON.stringify([agentPackages[agent], workspace]))
    .digest('hex')
    .slice(0, 16);
  const path = join(folder, agent, `${seed}-${hash}.json`);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  const made = await record(agent, workspace);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(made));
  return made;
}

async function record(agent: AgentName, workspace: Workspace): Promise<Recorded> {
  const sandbox = makeSandbox(workspace);
  const provider = await startProvider();
  try {
    const ended = await runAgent({ agent, ...sandbox, port: provider.port });
    const sent = mainRequest(provider.take());
    if (sent === undefined) throw new Error(`${agent} sent no request with tools: ${ended.err.slice(-2000)}`);
    return {
      sent: { ...sent, text: sent.text.replaceAll(sandbox.root, anyRoot) },
      written: agent === 'codex' ? writtenSkills(sandbox) : {},
    };
  } finally {
    await provider.close();
    sandbox.remove();
  }
}

/** Codex puts its own skills into its home when it starts. */
function writtenSkills({ home }: Sandbox): Readonly<Record<string, Entry>> {
  const system = join(home, '.codex/skills/.system');
  if (!existsSync(system)) return {};
  const names = readdirSync(system, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?:^|\/)(?:SKILL\.md|openai\.yaml)$/.test(name),
  );
  return Object.fromEntries(
    names.map((name) => [`home/.codex/skills/.system/${name}`, { text: readFileSync(join(system, name), 'utf8') }]),
  );
}

/** A workspace and what an agent sent of it, as `test/fixtures/<agent>/sent.json` keeps it. */
export interface SentCase {
  readonly seed: number;
  readonly folder: string;
  readonly entries: Workspace['entries'];
  /** The sandbox's root is `/sandbox`. Descriptions of the agent's own skills are replaced in files and stretches. */
  readonly stretches: Readonly<Record<string, string>>;
}

export interface SentFile {
  readonly version: string;
  readonly cases: readonly SentCase[];
}

/** Writes that file. Replace by hand what an agent wrote itself (`written`): its maker's text must not enter it. */
export function keepSent(agent: AgentName, cases: readonly SentCase[]): void {
  const path = join('test', 'fixtures', agent, 'sent.json');
  mkdirSync(dirname(path), { recursive: true });
  const head = JSON.stringify({ agent, version: agentPackages[agent].version }).slice(0, -1);
  writeFileSync(path, `${head},"cases":[\n${cases.map((each) => JSON.stringify(each)).join(',\n')}\n]}\n`);
}
