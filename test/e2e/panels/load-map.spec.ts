import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { agentRules } from '../../../shared/assemblers/agents';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test } from '../../support/app/launch';

test.use({ source: join(root, 'build', 'examples', 'agents') });

test('the load map says what each agent does with each file, and why', async ({ page, shot }) => {
  await page.getByRole('tab', { name: 'Load map' }).click();
  const table = page.getByRole('table', { name: 'Agents and their files' });
  const row = table.getByRole('row').filter({ has: page.getByRole('button', { name: 'AGENTS.md', exact: true }) });
  await expect(row).toBeVisible();
  const agents = await table.getByRole('columnheader').allInnerTexts();
  const cells = await row.getByRole('cell').allInnerTexts();
  expect(Object.fromEntries(agents.map((agent, index) => [agent, cells[index]]))).toMatchObject({
    Codex: 'cut',
    'Gemini CLI': 'loaded',
    opencode: 'loaded',
    pi: 'loaded',
    'Claude Code': 'loaded',
  });
  await row.getByRole('button', { name: 'cut' }).click();
  await expect(page.locator('.load-map-why')).toContainText('It is cut at byte 1,200');
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
  await expect(options.last()).toContainText(agentRules.at(-1)?.title ?? 'an agent');
  await expect(options.filter({ hasText: 'found here' }).filter({ hasText: 'Gemini CLI' })).toBeVisible();
  await shot('agents-menu');
  await options.filter({ hasText: 'Gemini CLI' }).click();
  await expect(page.getByRole('treeitem').filter({ hasText: 'Project context' }).first()).toBeVisible();
});
