import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  breakpointsFileSchema,
  cacheReportSchema,
  checkReportSchema,
  diffReportSchema,
  matrixReportSchema,
  rulesReportSchema,
  volatileReportSchema,
} from '../../../shared/ipc/written/cache-report';
import { pinned, strata, temporaryCopy } from '../../support/run-cli';

const examples = join(import.meta.dirname, '../../../build/examples');
const declared = join(examples, 'declared');
const requests = join(examples, 'requests/morning.requests.jsonl');

/** Every place in the answer that the schema does not allow. */
async function misfits(schema: z.ZodType, ...args: readonly string[]): Promise<readonly unknown[]> {
  const { out, err } = await strata(...args);
  expect(out, err).not.toBe('');
  return schema.safeParse(JSON.parse(out)).error?.issues ?? [];
}

describe('the published schemas', () => {
  it.each([
    ['cache-report', cacheReportSchema],
    ['breakpoints', breakpointsFileSchema],
    ['diff-report', diffReportSchema],
    ['matrix-report', matrixReportSchema],
    ['check-report', checkReportSchema],
    ['rules-report', rulesReportSchema],
    ['volatile-report', volatileReportSchema],
  ])('%s is up to date', (name, schema) => {
    const path = join(import.meta.dirname, `../../../build/schemas/${name}.schema.json`);
    const current = `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`;
    if (process.env['UPDATE'] === '1') writeFileSync(path, current);
    expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(current);
  });

  it('describe what cache prints: each kind of rules, suggested breakpoints, mistakes of a script', async () => {
    const providers = ['anthropic', 'openai', 'google', 'bedrock', 'openrouter'].flatMap((each) => [
      '--provider',
      each,
    ]);
    expect(
      await misfits(cacheReportSchema, 'cache', declared, '--json', '--optimize', ...providers, ...pinned),
    ).toEqual([]);
    const script = join(temporaryCopy(), 'wrong.turns');
    writeFileSync(script, 'send\nfly away\nwait 2h\nsend x2\n');
    expect(await misfits(cacheReportSchema, 'cache', declared, '--json', '--turns', script, ...pinned)).toEqual([]);
    expect(await misfits(cacheReportSchema, 'cache', requests, '--json', '--warm', ...pinned)).toEqual([]);
  });

  it('describe what diff prints, with a change, without one, and without rules', async () => {
    const more = ['--json', ...pinned];
    expect(await misfits(diffReportSchema, 'diff', declared, '--with', 'children=true', ...more)).toEqual([]);
    expect(await misfits(diffReportSchema, 'diff', declared, declared, ...more)).toEqual([]);
    expect(
      await misfits(diffReportSchema, 'diff', declared, '--with', 'mode=triage', '--model', '4-characters', ...more),
    ).toEqual([]);
  });

  it('describe what matrix prints', async () => {
    expect(
      await misfits(
        matrixReportSchema,
        'matrix',
        declared,
        '--over',
        'mode',
        '--over',
        'children',
        '--json',
        ...pinned,
      ),
    ).toEqual([]);
  });

  it('describe what check prints, passed and failed', async () => {
    const folder = temporaryCopy(declared);
    expect((await strata('lock', folder, ...pinned)).code).toBe(0);
    expect(await misfits(checkReportSchema, 'check', folder, '--format', 'json', ...pinned)).toEqual([]);
    writeFileSync(join(folder, 'rules/house.md'), 'Never iron a wet page. Ask first.\n');
    const { code, out } = await strata('check', folder, '--format', 'json', ...pinned);
    expect(code).toBe(1);
    expect(checkReportSchema.parse(JSON.parse(out)).findings.length).toBeGreaterThan(0);
  });

  it('describe what rules prints, and what is old', async () => {
    expect(await misfits(rulesReportSchema, 'rules', '--json')).toEqual([]);
    expect(await misfits(rulesReportSchema, 'rules', '--json', '--check', '--older-than', '0')).toEqual([]);
  });

  it('describe what volatile prints of a folder', async () => {
    expect(await misfits(volatileReportSchema, 'volatile', declared, '--json', ...pinned)).toEqual([]);
    expect(
      await misfits(volatileReportSchema, 'volatile', join(examples, 'tagged-sections'), '--json', ...pinned),
    ).toEqual([]);
  });

  it('allow nothing that is not described', async () => {
    const { out } = await strata('cache', declared, '--json', ...pinned);
    const report = JSON.parse(out);
    report.runs[0].run.turns[0].guess = 1;
    expect(cacheReportSchema.safeParse(report).success).toBe(false);
  });
});
