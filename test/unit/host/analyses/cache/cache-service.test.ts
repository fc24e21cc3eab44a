import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  editCostOf,
  explainPasted,
  resolveTarget,
  simulateScript,
} from '../../../../../electron/host/analyses/cache/cache-service';
import { createSession } from '../../../../../electron/host/session';
import { temporaryCopy } from '../../../../support/run-cli';

const example = join(import.meta.dirname, '../../../../../build/examples/tagged-sections');
const rules = Array.from({ length: 140 }, (_, index) => `Rule ${index}: greet ship ${index} by its name, and log it.`);

async function opened(model?: string) {
  const folder = temporaryCopy(example);
  writeFileSync(
    join(folder, 'agents/harbor/agent.json'),
    JSON.stringify(
      { name: 'Harbor', trust: 'sandbox', identity: 'You are Harbor.', instructions: rules.join('\n') },
      null,
      2,
    ),
  );
  const session = createSession({
    watch: false,
    facts: { now: '2026-02-25T12:30:00Z', timeZone: 'UTC', home: '/home/k' },
  });
  onTestFinished(() => session.close());
  const inspection = await session.open(folder, model === undefined ? {} : { model });
  return { session, inspection };
}

describe('the cost of an edit', () => {
  it('is nothing for what was sent, and names file and line of a change that is not saved', async () => {
    const { session, inspection } = await opened();
    expect(editCostOf(inspection, inspection, session, () => undefined)).toMatchObject({
      first: null,
      rewritten: 0,
      survived: 2,
    });
    const { text } = await session.read('agents/harbor/agent.json');
    await session.edit('agents/harbor/agent.json', text.replace('Rule 130: greet', 'Rule 130: salute'));
    const now = session.inspection;
    if (now === null) throw new Error('nothing is open');
    const edited = (await session.read('agents/harbor/agent.json')).text;
    const cost = editCostOf(inspection, now, session, () => edited);
    expect(cost).toMatchObject({
      survived: 0,
      first: { node: 'system/Instructions', at: { line: 5 } },
      rules: { provider: 'anthropic', source: { grade: 'official' } },
    });
    expect(cost?.outcome.cost).toBeGreaterThan(cost?.unchangedCost ?? 0);
  });

  it('is unknown where nobody publishes rules', async () => {
    const { session, inspection } = await opened('nobody-knows-1');
    expect(editCostOf(inspection, inspection, session, () => undefined)).toBeNull();
  });
});

describe('a pasted usage', () => {
  it('is shown beside the prediction', async () => {
    const { session, inspection } = await opened();
    const total = inspection.analysis.total.tokens;
    const view = explainPasted(
      JSON.stringify({ usage: { input_tokens: 20, cache_read_input_tokens: 0, cache_creation_input_tokens: total } }),
      inspection,
      inspection,
      session,
    );
    expect(view.rows.find(({ what }) => what === 'read')).toMatchObject({
      reported: 0,
      agrees: false,
      why: expect.stringContaining('routing'),
    });
    expect(view.usage).toMatchObject({ form: 'anthropic', context: total + 20 });
    expect(explainPasted('nonsense', null, inspection, session)).toMatchObject({
      usage: null,
      rows: [],
      findings: [{ ruleId: 'usage-syntax' }],
    });
  });
});

describe('a target', () => {
  it('has the model on screen where the provider lists it, else one that both know', async () => {
    const { session, inspection } = await opened();
    const chosen = (target: string) => resolveTarget(target, session, inspection).rules.model.id;
    expect(chosen('anthropic')).toBe('claude-sonnet-5-5');
    expect(chosen('bedrock')).toBe('anthropic.claude-sonnet-5-5');
    expect(chosen('openai/gpt-4o')).toBe('gpt-4o');
    expect(resolveTarget('openai', session, inspection).rules.listed).toBe(true);
    expect(resolveTarget('openrouter/anthropic/claude-sonnet-5-5', session, inspection)).toMatchObject({
      counted: 'claude-sonnet-5-5',
      rules: { algorithm: 'markers' },
    });
    expect(() => chosen('nobody')).toThrow('there are anthropic, openai');
  });
});

it('plays a script without touching what is shown', async () => {
  const { session, inspection } = await opened();
  const view = await simulateScript(session, 'send\nset background=true\nclock +1d\nsend\n', {
    targets: ['anthropic', 'openai'],
    optimize: true,
  });
  expect(view.findings).toEqual([]);
  expect(view.runs.map(({ run }) => run.turns.length)).toEqual([2, 2]);
  expect(view.runs[0]?.optimum).not.toBeNull();
  expect(view.runs[1]?.optimum).toBeNull();
  expect(JSON.parse(JSON.stringify(view))).toEqual(view);
  expect(session.inspection).toBe(inspection);
});
