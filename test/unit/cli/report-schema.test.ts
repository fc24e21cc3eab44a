import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { reportSchema } from '../../../shared/ipc/report';

it('publishes the schema of the report that inspect --json prints', () => {
  const path = join(import.meta.dirname, '../../../build/schemas/inspect-report.schema.json');
  const current = `${JSON.stringify(z.toJSONSchema(reportSchema), null, 2)}\n`;
  if (process.env['UPDATE'] === '1') writeFileSync(path, current);
  expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(current);
});
