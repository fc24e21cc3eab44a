import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { root } from '../../build/setup/paths.mjs';
import { expect, test } from './launch';
import { shownTotal } from './window';

const examples = ['tagged-sections', 'tiered-messages', 'persona-files', 'layered', 'part-catalog', 'declared', 'requests'];
const panels: Readonly<Record<string, string>> = { 'tiered-messages': 'Tiers', 'persona-files': 'Sizes', layered: 'Recall', 'part-catalog': 'Catalogue' };

async function seriousProblems(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map((violation) => `${violation.id}: ${violation.nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`);
}

for (const name of examples) {
  test.describe(name, () => {
    test.use({ source: join(root, 'build', 'examples', name) });

    for (const theme of ['light', 'dark'] as const) {
      test(`is readable in ${theme}, its own panel and all`, async ({ app, page, shot }) => {
        await expect(page.getByRole('treeitem').first()).toBeVisible();
        expect(await shownTotal(page)).toBeGreaterThan(100);
        await app.evaluate(({ nativeTheme }, source) => {
          nativeTheme.themeSource = source;
        }, theme);
        await page.getByRole('tab', { name: new RegExp(`^${panels[name] ?? 'Findings'}`) }).click();
        await expect(page.getByRole('tabpanel')).toBeVisible();
        await shot(`${name}-${theme}`);
        expect(await seriousProblems(page)).toEqual([]);
      });
    }
  });
}

test('messages, tools, history and changes are readable too', async ({ launch, folder }) => {
  const workspace = join(folder, 'catalog');
  await cp(join(root, 'build', 'examples', 'part-catalog'), workspace, { recursive: true });
  const { page } = await launch({ workspace });
  for (const tab of ['Messages', 'Tools', 'History', 'Changes']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    expect(await seriousProblems(page), tab).toEqual([]);
  }
});

test('each architecture has its example', async () => {
  expect((await readdir(join(root, 'build', 'examples'))).toSorted()).toEqual(examples.toSorted());
});
