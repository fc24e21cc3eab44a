// Ways in: the start screen, and folders that are not made for Strata.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { seriousProblems } from '../../support/app/accessibility';
import { examples } from '../../support/app/examples';
import { expect, test } from '../../support/app/launch';
import { prompt, useTheme } from '../../support/app/window';

test('a folder with AGENTS.md leads to an agent in one step, without a red error', async ({ launch, folder }) => {
  const home = join(folder, 'storefront');
  await mkdir(home);
  await writeFile(join(home, 'AGENTS.md'), '# Storefront\n\nRun the tests before you commit.\n');
  await writeFile(join(home, '.cursorrules'), 'Prefer small functions.\n');
  const { app, page } = await launch({ workspace: home });
  const choice = page.getByRole('region', { name: 'Choose how to read the folder' });
  await expect(choice).toContainText('storefront: no known agent design found. Choose one:');
  await expect(page.getByRole('alert')).toHaveCount(0);
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(app, theme);
    await page.screenshot({ path: join(root, 'test', 'output', `start-unknown-${theme}.png`) });
    expect(await seriousProblems(page)).toEqual([]);
  }
  await choice.getByRole('button', { name: /^What Codex/ }).click();
  await expect(prompt(page)).toContainText('Run the tests before you commit.');
});

test('examples have a picture and a line each, and the first one caches', async ({ launch, folder }) => {
  const { app, page } = await launch({ workspace: folder });
  const cards = page.locator('.example-card');
  await expect(cards).toHaveCount(examples.length);
  await expect(cards.first()).toContainText('four cache breakpoints');
  await expect(cards.first().locator('.example-picture i')).toHaveCount(5);
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(app, theme);
    await page.screenshot({ path: join(root, 'test', 'output', `start-${theme}.png`) });
    expect(await seriousProblems(page)).toEqual([]);
  }
  await cards.first().click();
  await expect(page.getByRole('slider')).toHaveCount(4);
});
