import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test } from '../../support/app/launch';

test.use({ source: join(root, 'build', 'examples', 'agents') });

test('the load map says what each agent does with each file, and why', async ({ page, shot }) => {
  await page.getByRole('tab', { name: 'Load map' }).click();
  const table = page.getByRole('table', { name: 'Agents and their files' });
  const row = table.getByRole('row').filter({ has: page.getByRole('button', { name: 'AGENTS.md', exact: true }) });
  await expect(row.getByRole('button')).toHaveText(['AGENTS.md', 'cut', 'loaded', 'loaded', 'loaded', 'loaded']);
  await row.getByRole('button', { name: 'cut' }).click();
  await expect(page.locator('.load-map-why')).toContainText('It is cut at byte 1200');
  await expect(table.getByRole('columnheader').nth(2)).toHaveText('Codex');
  await shot('load-map');
  expect(await seriousProblems(page)).toEqual([]);
  await table.getByRole('button', { name: 'GEMINI.md', exact: true }).click();
  await expect(page.getByRole('tab', { name: /GEMINI\.md/ })).toBeVisible();
});

test('the menu of designs lists the agents after the designs, and those whose files are here', async ({
  page,
  shot,
}) => {
  await page.getByRole('button', { name: /Design/ }).click();
  const options = page.getByRole('option');
  await expect(options.last()).toContainText('Claude Code');
  await expect(options.filter({ hasText: 'found here' }).filter({ hasText: 'Gemini CLI' })).toBeVisible();
  await shot('agents-menu');
  await options.filter({ hasText: 'Gemini CLI' }).click();
  await expect(page.getByRole('treeitem').filter({ hasText: 'Project context' }).first()).toBeVisible();
});
