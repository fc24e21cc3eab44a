// What the command says about caches and about who wrote the text, for every bundled example and kind of model.
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../../../../shared/ipc/written/report-schema';
import { pinned, strata } from '../../../../support/run-cli';
import { temporaryFolder } from '../../../../support/host/temporary';

const examples = ['declared', 'layered', 'part-catalog', 'persona-files', 'tagged-sections', 'tiered-messages'];

function exampleWith(name: string, model: string): string {
  const folder = join(temporaryFolder(), name);
  cpSync(join(import.meta.dirname, '../../../../../build/examples', name), folder, { recursive: true });
  const manifest = join(folder, 'strata.json');
  const settings: object = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify({ ...settings, model }));
  return folder;
}

describe('a model that takes no breakpoints', () => {
  it.each(['gpt-5', 'gemini-2.5-pro', 'mystery-9'])(
    '%s: no breakpoint is called too early or misplaced',
    async (model) => {
      for (const name of examples) {
        const { out } = await strata('lint', exampleWith(name, model), ...pinned);
        expect(out, name).not.toMatch(/marker-below-minimum|lifetimes-out-of-order|too-many-markers/);
      }
    },
  );

  it('has no breakpoints that survive or could be placed better', async () => {
    const folder = exampleWith('tiered-messages', 'gpt-5');
    const other = exampleWith('tiered-messages', 'gpt-5');
    appendFileSync(join(other, 'system.md'), 'Another rule.\n');
    expect((await strata('diff', folder, other, ...pinned)).out).toMatch(
      /the second may lose 0–[\d,]+ cached tokens and writes 0: this model has no explicit breakpoints, \$[\d.]+ in /,
    );
    expect((await strata('cache', folder, '--optimize', ...pinned)).out).toContain('nothing to place: OpenAI API');
  });

  it('says why nothing is read of a prompt that is too short', async () => {
    const { out } = await strata('cache', exampleWith('layered', 'gemini-2.5-pro'), ...pinned);
    expect(out).toMatch(/^ +2 .* [\d,]+ ≈ tokens of 2,048: too short to cache$/m);
  });
});

it.each([
  ['claude-sonnet-4-5', /cannot be read from the cache a minute later/],
  ['mystery-9', /cannot be read from a prefix cache \(whether this model has one is unknown\) a minute later/],
  ['4-characters', /cannot be read from a prefix cache \(whether this model has one is unknown\) a minute later/],
])('%s: a clock finding speaks of the model’s cache only where its rules are known', async (model, expected) => {
  const { out } = await strata('lint', exampleWith('tagged-sections', model), ...pinned);
  const line = out.split('\n').find((each) => each.includes('clock-in-prefix'));
  expect(line).toMatch(expected);
});

it('says nothing of a cache for a model that caches nothing', async () => {
  const { out } = await strata('lint', exampleWith('tagged-sections', 'gpt-4'), ...pinned);
  expect(out).not.toContain('clock-in-prefix');
});

it('counts a layout that the user wrote as theirs, tags and separators included', async () => {
  const { out } = await strata('inspect', exampleWith('declared', 'claude-sonnet-4-5'), '--json', ...pinned);
  const { template, yours, overhead, total, sections } = reportSchema.parse(JSON.parse(out));
  expect(template.tokens).toBe(0);
  expect(yours.tokens + overhead.tokens).toBe(total.tokens);
  expect(new Set(sections.flatMap(({ words }) => words ?? []))).toEqual(new Set(['yours']));
});

it.each(examples)('%s: numbers have thousands separators', async (name) => {
  for (const model of ['claude-sonnet-4-5', 'gemini-2.5-pro']) {
    const folder = exampleWith(name, model);
    for (const command of ['lint', 'cache', 'lock']) {
      const { out, err } = await strata(command, folder, ...pinned);
      expect(`${out}${err}`).not.toMatch(/(?<![\w.:/-])\d{4,} (?:tokens|characters)|of \d{4,} |from \d{4,}\b/);
    }
  }
});

it('an edit of one section changes no estimate of another', async () => {
  const folder = exampleWith('tagged-sections', 'claude-sonnet-4-5');
  const agent = join(folder, 'agents/harbor/agent.json');
  const counts = async (): Promise<ReadonlyMap<string, number>> => {
    const { sections } = reportSchema.parse(JSON.parse((await strata('inspect', folder, '--json', ...pinned)).out));
    return new Map(sections.flatMap(({ id, type, tokens }) => (type === 'section' ? [[id, tokens?.tokens ?? 0]] : [])));
  };
  const before = await counts();
  const text = readFileSync(agent, 'utf8');
  for (const words of ['x', 'Mind the tide. ', 'Count the crew before you cast off, and again when you are back. ']) {
    writeFileSync(agent, text.replace('You are Harbor', `${words}You are Harbor`));
    const after = await counts();
    expect([...after].filter(([id, tokens]) => before.get(id) !== tokens).map(([id]) => id)).toEqual([
      'system/Identity',
    ]);
  }
});
