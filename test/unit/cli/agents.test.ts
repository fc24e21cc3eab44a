import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadMapSchema } from '../../../shared/ipc/written/load-map';
import { strata, temporaryCopy } from '../../support/run-cli';

function folderWithBoth(): { readonly root: string; readonly home: string } {
  const root = temporaryCopy();
  const home = join(root, 'home');
  mkdirSync(join(root, '.git'));
  mkdirSync(join(home, '.codex'), { recursive: true });
  mkdirSync(join(root, '.claude/rules'), { recursive: true });
  writeFileSync(join(root, 'AGENTS.md'), 'Be plain.\n');
  writeFileSync(join(root, 'CLAUDE.md'), 'Be short.\n');
  writeFileSync(join(root, '.claude/rules/api.md'), '---\npaths: src/**\n---\nNo default exports.\n');
  writeFileSync(join(home, '.codex/config.toml'), 'project_doc_max_bytes = 4\n');
  return { root, home };
}

test('strata agents says what each agent does with each file', async () => {
  const { root, home } = folderWithBoth();
  const { code, out } = await strata('agents', root, '--home', home, '--json');
  expect(code).toBe(0);
  const { files } = loadMapSchema.parse(JSON.parse(out));
  const statuses = (path: string) =>
    Object.fromEntries(
      (files.find((file) => file.path === path)?.cells ?? []).map(({ agent, status, by }) => [
        agent,
        by === undefined ? status : `${status} ${by}`,
      ]),
    );
  const allNever = { codex: 'never', 'gemini-cli': 'never', opencode: 'never', pi: 'never' };
  expect(statuses('AGENTS.md')).toMatchObject({
    codex: 'cut',
    'gemini-cli': 'never',
    opencode: 'loaded',
    pi: 'loaded',
    'claude-code': 'unknown',
  });
  expect(statuses('CLAUDE.md')).toMatchObject({
    ...allNever,
    opencode: 'shadowed AGENTS.md',
    pi: 'shadowed AGENTS.md',
    'claude-code': 'loaded',
  });
  expect(statuses('.claude/rules/api.md')).toMatchObject({ ...allNever, 'claude-code': 'on-demand' });
  const read = await strata('agents', root, '--home', home, '--json', '--set', 'workingFile=src/a.ts');
  const rule = loadMapSchema.parse(JSON.parse(read.out)).files.find(({ path }) => path === '.claude/rules/api.md');
  expect(rule?.cells.find(({ agent }) => agent === 'claude-code')?.status).toBe('loaded');
});

test('the table fits into 100 columns', async () => {
  const { root, home } = folderWithBoth();
  const long = join(root, 'a-folder-with-a-rather-long-name/and-another-one-below-it/docs');
  mkdirSync(long, { recursive: true });
  writeFileSync(join(long, 'AGENTS.md'), 'x');
  const { out } = await strata('agents', long, '--home', home);
  expect(out).toContain('cut at byte 4');
  expect(out.split('\n').filter((line) => line.length > 100 && line.includes(' '))).toEqual([]);
});

test('the schema is published', () => {
  const path = join(import.meta.dirname, '../../../build/schemas/load-map.schema.json');
  const current = `${JSON.stringify(z.toJSONSchema(loadMapSchema), null, 2)}\n`;
  if (process.env['UPDATE'] === '1') writeFileSync(path, current);
  expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(current);
});
