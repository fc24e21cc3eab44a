import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rules } from '../../../../../shared/analysis/rules';
import { pinned, strata, temporaryCopy } from '../../../../support/run-cli';

/** A request several times as long as its model's context window. */
function tooLong(words: number): string {
  const path = join(temporaryCopy(), 'big.request.json');
  writeFileSync(path, JSON.stringify({ model: 'gpt-4', messages: [{ role: 'user', content: 'ship '.repeat(words) }] }));
  return path;
}

const example = join(import.meta.dirname, '../../../../../build/examples/tagged-sections');

/** What a reader of SARIF 2.1.0 relies on, from its specification (§3.13 to §3.38). */
const message = z.strictObject({ text: z.string().min(1) });
const sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string(),
          semanticVersion: z.string(),
          rules: z.array(
            z.strictObject({
              id: z.string(),
              shortDescription: message.optional(),
              fullDescription: message.optional(),
              defaultConfiguration: z.strictObject({ level: z.enum(['error', 'warning', 'note']) }).optional(),
            }),
          ),
        }),
      }),
      columnKind: z.literal('utf16CodeUnits'),
      originalUriBaseIds: z.record(z.string(), z.strictObject({ uri: z.url().regex(/\/$/) })),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().min(0),
          level: z.enum(['error', 'warning', 'note']),
          message,
          locations: z
            .array(
              z.strictObject({
                physicalLocation: z
                  .strictObject({
                    artifactLocation: z.strictObject({
                      uri: z.string().regex(/^[^\s\\]+$/),
                      uriBaseId: z.string().optional(),
                    }),
                    region: z.strictObject({ startLine: z.int().min(1), startColumn: z.int().min(1) }).optional(),
                  })
                  .optional(),
                logicalLocations: z
                  .array(z.strictObject({ fullyQualifiedName: z.string(), kind: z.string() }))
                  .optional(),
              }),
            )
            .optional(),
          partialFingerprints: z.record(z.string(), z.string()),
        }),
      ),
    }),
  ]),
});

function edited(change: (agent: Record<string, unknown>) => void, manifest: Record<string, unknown> = {}): string {
  const folder = temporaryCopy(example);
  const agent = { name: 'Harbor', trust: 'sandbox', identity: 'I am Harbor.' };
  change(agent);
  writeFileSync(join(folder, 'agents/harbor/agent.json'), JSON.stringify(agent, null, 2));
  writeFileSync(
    join(folder, 'strata.json'),
    JSON.stringify({ architecture: 'tagged-sections', settings: { agent: 'harbor' }, ...manifest }),
  );
  return folder;
}

describe('strata lint', () => {
  it('says that the clock sits in the prefix, and where', async () => {
    const { code, out, err } = await strata('lint', example, ...pinned);
    expect(out).toMatch(
      /^\[system\/Context\] warning clock-in-prefix The clock is in the prefix: the [\d,]+ ≈ tokens after it/m,
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('names file, line and column', async () => {
    const folder = edited((agent) => Object.assign(agent, { identity: 'Hello {{user}}, I am Harbor.' }));
    const { out } = await strata('lint', folder, ...pinned);
    expect(out).toMatch(
      /^agents\/harbor\/agent\.json:4:22 warning unresolved-variable \{\{user\}\} was not filled in$/m,
    );
  });

  it('is quiet about a rule that is off, and fails when one is raised to an error', async () => {
    expect(
      (
        await strata(
          'lint',
          edited(() => {}, { lint: { 'clock-in-prefix': 'off' } }),
          ...pinned,
        )
      ).out,
    ).not.toContain('clock');
    const raised = await strata(
      'lint',
      edited(() => {}, { lint: { 'clock-in-prefix': 'error' } }),
      ...pinned,
    );
    expect(raised).toMatchObject({ code: 1, out: expect.stringContaining('error clock-in-prefix') });
  });

  it('fails over budget, and so does build', async () => {
    const folder = edited(() => {}, { budget: 10 });
    expect(await strata('lint', folder, ...pinned)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/error over-budget [\d,]+(?: ≈)? tokens of at most 10/),
    });
    expect(await strata('build', folder, ...pinned)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/error over-budget/),
    });
  });

  it('warns about a rule or severity it does not know, at its line', async () => {
    const { out } = await strata(
      'lint',
      edited(() => {}, { lint: { 'no-such-rule': 'off', 'clock-in-prefix': 'loud' }, budget: 'small' }),
      ...pinned,
    );
    expect(out).toMatch(/^strata\.json:1:\d+ warning manifest There is no lint rule "no-such-rule"$/m);
    expect(out).toMatch(
      /^strata\.json:1:\d+ warning manifest lint\.clock-in-prefix should be off, info, warning or error$/m,
    );
    expect(out).toMatch(/^strata\.json:1:\d+ warning manifest budget should be a number of tokens$/m);
  });

  it('prints JSON', async () => {
    const { out } = await strata('lint', example, '--format', 'json', ...pinned);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      architecture: 'tagged-sections',
      findings: expect.arrayContaining([
        expect.objectContaining({ rule: 'clock-in-prefix', section: 'system/Context' }),
      ]),
    });
  });

  it('prints SARIF with the rules’ metadata and the files’ places', async () => {
    const folder = edited((agent) => Object.assign(agent, { identity: 'Hello {{user}}.' }));
    const log = sarif.parse(JSON.parse((await strata('lint', folder, '--format', 'sarif', ...pinned)).out));
    const [run] = log.runs;
    expect(run.originalUriBaseIds['SRCROOT']?.uri).toBe(`${pathToFileURL(folder).href}/`);
    expect(run.tool.driver.rules.filter(({ fullDescription }) => fullDescription !== undefined)).toHaveLength(
      rules.length,
    );
    for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(run.results.find(({ ruleId }) => ruleId === 'unresolved-variable')?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'agents/harbor/agent.json', uriBaseId: 'SRCROOT' },
          region: { startLine: 4, startColumn: 22 },
        },
        logicalLocations: [{ fullyQualifiedName: 'system/Identity', kind: 'element' }],
      },
    ]);
    expect(run.results.find(({ ruleId }) => ruleId === 'clock-in-prefix')).toMatchObject({
      level: 'warning',
      locations: [{ logicalLocations: [{ fullyQualifiedName: 'system/Context' }] }],
    });
  });

  it('lints with the workspace’s own caching rules', async () => {
    const folder = temporaryCopy(join(import.meta.dirname, '../../../../../build/examples/tiered-messages'));
    const belowMinimum = async () =>
      /marker-below-minimum .* from ([\d,]+)/.exec(
        (await strata('lint', folder, '--model', 'claude-sonnet-4-5', ...pinned)).out,
      )?.[1];
    mkdirSync(join(folder, '.strata/rules'), { recursive: true });
    writeFileSync(
      join(folder, '.strata/rules/mine.json'),
      '{"provider":"anthropic","models":[{"id":"claude-sonnet-4-5","minimum":900000}]}',
    );
    expect(await belowMinimum()).toBe('900,000');
  });
});

describe('strata rules', () => {
  it('lists lint rules and packs with date and source', async () => {
    const { code, out } = await strata('rules');
    expect(code).toBe(0);
    expect(out).toMatch(/^clock-in-prefix +warning +The clock/m);
    expect(out).toMatch(/^anthropic +claude-sonnet-4-5 +1024 +3 +0\.1 +\d{4}-\d\d-\d\d +https:/m);
    expect(out).toMatch(/^anthropic +claude-haiku-5-5 +512 +0\.1 +0\.1 /m);
    expect(out).toMatch(/^anthropic +claude-fable-5-2 +unknown +8 +0\.025 /m);
    expect(out).toMatch(/^openai +gpt-4 +unknown +30 +unknown /m);
    expect(JSON.parse((await strata('rules', '--json')).out)).toMatchObject({
      version: 1,
      lint: expect.arrayContaining([expect.objectContaining({ id: 'over-budget' })]),
    });
  });

  it('lists with --check what has no source younger than asked, and ends with 1', async () => {
    const young = await strata('rules', '--check', '--older-than', '99999');
    expect(young).toMatchObject({ code: 0, out: 'Every figure has a source of the last 99,999 days.\n' });
    const { code, out } = await strata('rules', '--check', '--older-than', '0');
    expect(code).toBe(1);
    const [groups, of] = [out.split('\n\n'), /^anthropic, 2026-10-08, \d+ days old:\shttps:/];
    for (const what of ['claude-sonnet-5-5', 'change of thinking'])
      expect(groups.filter((group) => of.test(group) && group.includes(what))).toHaveLength(1);
    // A cloud's copy of a row is as old as the row.
    expect(out).not.toContain('azure/gpt-5');
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    const json = JSON.parse((await strata('rules', '--check', '--older-than', '0', '--json')).out) as {
      old: unknown[];
    };
    expect(json.old.length).toBeGreaterThan(125);
    expect((await strata('rules', '--check', '--older-than', 'x')).code).toBe(2);
  });
});

it('says that a request is over the context window, in lint and inspect', async () => {
  const path = tooLong(9000);
  expect((await strata('lint', path, ...pinned)).out).toMatch(
    / error over-budget [\d,]+(?: ≈)? tokens of at most 8,192: over the context window of GPT-4, which refuses it$/m,
  );
  expect((await strata('inspect', path, ...pinned)).out).toMatch(
    / of 8,192 tokens by .*\nOver the context window: the provider refuses it\.\n$/,
  );
  expect((await strata('inspect', tooLong(8184), ...pinned)).out).toMatch(/\nIt may be over the context window\.\n$/);
  expect((await strata('lint', tooLong(8184), ...pinned)).out).toMatch(
    / warning over-budget May be over the context window of GPT-4: [\d,]+ to [\d,]+ ≈ tokens of at most 8,192$/m,
  );
  expect((await strata('inspect', tooLong(80), ...pinned)).out).not.toContain('context window');
});
