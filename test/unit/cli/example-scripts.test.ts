import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { example as firstExample } from '../../../build/setup/paths.mjs';
import { simulateScript } from '../../../electron/host/analyses/cache/cache-service';
import { createSession } from '../../../electron/host/session';
import { readyScripts } from '../../../renderer/model/cache/cache-scripts';
import type { PromptDocument } from '../../../shared/document/types';
import type { SimulationView } from '../../../shared/ipc/cache/cache-view';
import { pinned, strata, temporaryCopy } from '../../support/run-cli';

const folder = join(import.meta.dirname, '../../../build/examples');
const requests = join(folder, 'requests');
/** The folders, and each request file by itself. */
const examples = [
  ...readdirSync(folder).map((name) => join(folder, name)),
  ...readdirSync(requests)
    .filter((name) => name !== 'strata.json')
    .map((name) => join(requests, name)),
];

/** Plays under its own model's rules, or under a Bedrock model's if its provider has no rules. */
async function play(path: string): Promise<readonly { readonly script: string; readonly view: SimulationView }[]> {
  const session = createSession({
    watch: false,
    facts: { now: '2026-02-25T12:30:00.000Z', timeZone: 'Europe/Helsinki', home: '/home/k' },
  });
  try {
    const { document, analysis } = await session.open(path);
    const targets = session.packs.some(({ provider }) => provider === analysis.model.provider)
      ? []
      : ['bedrock/claude-sonnet-4-5'];
    const runs: { script: string; view: SimulationView }[] = [];
    for (const { id, text } of readyScripts(document))
      runs.push({ script: id, view: await simulateScript(session, text, { targets }) });
    return runs;
  } finally {
    await session.close();
  }
}

describe('every bundled example plays every script the window offers', () => {
  it.each(examples.map((path) => [path.slice(folder.length + 1), path] as const))(
    '%s: no turn is refused, no line does not fit',
    async (_name, path) => {
      const runs = await play(path);
      expect(runs.length).toBeGreaterThan(4);
      for (const { script, view } of runs) {
        expect(view.findings, script).toEqual([]);
        for (const { run } of view.runs) {
          expect(run.turns.length, script).toBeGreaterThan(2);
          expect(
            run.turns.flatMap(({ rejected }) => rejected ?? []),
            script,
          ).toEqual([]);
        }
      }
    },
  );
});

it('the example of the first start is surely long enough to be cached, at each of its breakpoints', async () => {
  const runs = await play(firstExample);
  expect(runs.length).toBeGreaterThan(4);
  for (const { script, view } of runs) {
    const [first, ...later] = view.runs[0]?.run.turns ?? [];
    expect(first?.markers.length, script).toBeGreaterThan(0);
    expect(new Set(first?.markers.map(({ state }) => state)), script).toEqual(new Set(['written']));
    expect(
      later.some(({ worst }) => worst.read > 0),
      script,
    ).toBe(true);
  }
});

it('the command plays the first script of the tiered example without a refusal', async () => {
  const path = join(folder, 'tiered-messages');
  const document: PromptDocument = JSON.parse((await strata('build', path, ...pinned, '--format', 'document')).out);
  const turns = join(temporaryCopy(), 'chat.turns');
  writeFileSync(turns, readyScripts(document)[0]?.text ?? '');
  const { code, out } = await strata('cache', path, ...pinned, '--turns', turns);
  expect(code).toBe(0);
  expect(out).toMatch(/^ +2 +/m);
  expect(out).not.toContain('refused');
});
