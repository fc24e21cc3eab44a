import { expect, test } from 'vitest';
import type { AgentName } from '../../build/agents/versions.mjs';
import { buildAs, builtStretches } from '../support/agents/built';
import { generate } from '../support/agents/generate';
import { generateLongSkills } from '../support/agents/generate-skills';
import { agentsToRun } from '../support/agents/known';
import { anyRoot, keepSent, recorded, type SentCase } from '../support/agents/records';
import { makeSandbox, type Workspace } from '../support/agents/sandbox';
import { stretchesOf, type Stretches } from '../support/agents/wire';

const runs = Number(process.env['STRATA_AGENT_RUNS'] ?? 200);
const first = Number(process.env['STRATA_AGENT_SEED'] ?? 1);
const kept = Number(process.env['STRATA_AGENT_KEEP'] ?? 0);

interface Compared {
  readonly seed: number;
  readonly workspace: Workspace;
  readonly sent: Stretches;
  readonly built: Stretches;
}

async function compare(agent: AgentName, seed: number, workspace: Workspace): Promise<Compared> {
  const { sent, written } = await recorded(agent, seed, workspace);
  const whole = { ...workspace, entries: { ...workspace.entries, ...written } };
  const sandbox = makeSandbox(whole);
  try {
    const inspection = await buildAs(agent, sandbox.folder, sandbox.home);
    const built = Object.fromEntries(
      Object.entries(builtStretches(inspection)).map(([key, text]) => [key, text.replaceAll(sandbox.root, anyRoot)]),
    );
    return { seed, workspace: whole, sent: stretchesOf(agent, sent, built), built };
  } finally {
    sandbox.remove();
  }
}

interface Outcome {
  readonly failed: readonly string[];
  /** Seeds. */
  readonly differing: readonly number[];
}

const allEqual: Outcome = { failed: [], differing: [] };

async function compareAll(
  agent: AgentName,
  made: (seed: number) => Workspace,
  onEqual: (equal: SentCase) => void = () => undefined,
): Promise<Outcome> {
  const differing: Compared[] = [];
  const failed: string[] = [];
  for (let seed = first; seed < first + runs; seed += 1) {
    try {
      const compared = await compare(agent, seed, made(seed));
      if (JSON.stringify(sorted(compared.sent)) !== JSON.stringify(sorted(compared.built))) differing.push(compared);
      else onEqual({ seed, ...compared.workspace, stretches: compared.sent });
    } catch (error) {
      failed.push(`${seed}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  process.stdout.write(`${agent}: ${runs - differing.length - failed.length} of ${runs} workspaces equal\n`);
  for (const { seed, sent, built } of differing.slice(0, 8))
    for (const key of Object.keys({ ...sent, ...built }).filter((each) => sent[each] !== built[each]))
      expect.soft(around(built[key], sent[key]), `seed ${seed}, ${key}`).toBe(around(sent[key], built[key]));
  return { failed, differing: differing.map(({ seed }) => seed) };
}

test.each(agentsToRun)('%s: what is built equals what is sent, byte for byte', async (agent) => {
  const equal: SentCase[] = [];
  const outcome = await compareAll(
    agent,
    (seed) => generate(agent, seed),
    (each) => equal.push(each),
  );
  expect(outcome).toEqual(allEqual);
  if (kept > 0) keepSent(agent, equal.slice(0, kept));
});

test.runIf(agentsToRun.includes('codex'))('codex: a long list of skills is shortened as it does', async () => {
  expect(await compareAll('codex', generateLongSkills)).toEqual(allEqual);
});

function sorted(stretches: Stretches): readonly (readonly [string, string])[] {
  return Object.entries(stretches).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** The text from shortly before the first difference, quoted. */
function around(text: string | undefined, other: string | undefined): string {
  if (text === undefined) return 'absent';
  let at = 0;
  while (at < text.length && text[at] === other?.[at]) at += 1;
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + 200));
}
