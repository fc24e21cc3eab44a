import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { reportSchema } from '../../../shared/ipc/written/report-schema';
import { pinned, strata } from '../../support/run-cli';

it('publishes the schema of the report that inspect --json prints', () => {
  const path = join(import.meta.dirname, '../../../build/schemas/inspect-report.schema.json');
  const current = `${JSON.stringify(z.toJSONSchema(reportSchema), null, 2)}\n`;
  if (process.env['UPDATE'] === '1') writeFileSync(path, current);
  expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(current);
});

it('has declared beside measured tokens of every catalogue part', async () => {
  const { out } = await strata(
    'inspect',
    join(import.meta.dirname, '../../../build/examples/part-catalog'),
    '--json',
    ...pinned,
  );
  const { catalog, sections } = reportSchema.parse(JSON.parse(out));
  const main = catalog?.parts.find(({ id }) => id === 'main');
  expect(main).toMatchObject({ kind: 'system', included: true, declaredTokens: 269 });
  expect(main?.tokens).toEqual(sections.find(({ id }) => id === 'system/main')?.tokens);
  expect(catalog?.parts.find(({ id }) => id === 'agent-explore')).toMatchObject({
    kind: 'agent',
    included: false,
    declaredTokens: 516,
  });
  expect(catalog?.parts.filter(({ tokens }) => tokens !== null && tokens.tokens > 0).length).toBeGreaterThan(50);
});
