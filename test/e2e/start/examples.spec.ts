import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test } from '../../support/app/launch';
import { examples } from '../../support/app/examples';
import { shownTotal, useTheme } from '../../support/app/window';

const panels: Readonly<Record<string, string>> = {
  'tiered-messages': 'Tiers',
  'persona-files': 'Sizes',
  layered: 'Recall',
  'part-catalog': 'Catalogue',
  agents: 'Load map',
};

const themes = ['light', 'dark'] as const;

for (const name of examples) {
  test.describe(name, () => {
    test.use({ source: join(root, 'build', 'examples', name) });

    test('is readable in light and dark, its own panel and all', async ({ app, page, shot }) => {
      await expect(page.getByRole('treeitem').first()).toBeVisible();
      expect(await shownTotal(page)).toBeGreaterThan(100);
      await page.getByRole('tab', { name: new RegExp(`^${panels[name] ?? 'Findings'}`) }).click();
      await expect(page.getByRole('tabpanel')).toBeVisible();
      for (const theme of themes) {
        await useTheme(app, theme);
        await shot(`${name}-${theme}`);
        expect(await seriousProblems(page), theme).toEqual([]);
      }
    });
  });
}

test.describe('the other panels', () => {
  test.use({ source: join(root, 'build', 'examples', 'part-catalog') });

  test('messages, tools, history and changes are readable in light and dark', async ({
    app,
    page,
    workspace,
    shot,
  }) => {
    // Two themes of four panels, each with an axe run, on a machine that may be busy.
    test.setTimeout(120_000);
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    await writeFile(
      join(workspace, 'CLAUDE.md'),
      `${await readFile(join(workspace, 'CLAUDE.md'), 'utf8')}\nOne line more.\n`,
    );
    await expect(page.locator('.changed-dot').first()).toBeVisible();
    for (const tab of ['Messages', 'Tools', 'History', 'Changes']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      await expect(page.getByRole('tabpanel')).toBeVisible();
      if (tab === 'Changes') await expect(page.getByTestId('diff')).toContainText('One line more.');
      for (const theme of themes) {
        await useTheme(app, theme);
        await shot(`${tab.toLowerCase()}-${theme}`);
        expect(await seriousProblems(page), `${tab}, ${theme}`).toEqual([]);
      }
    }
  });

  test('so are the tour, the palette, menus, the export and an unknown folder', async ({ launch, folder }) => {
    test.setTimeout(120_000);
    const { app, page } = await launch();
    const look = async (name: string, ...without: readonly string[]): Promise<void> => {
      for (const theme of themes) {
        await useTheme(app, theme);
        await page.screenshot({ path: join(root, 'test', 'output', `${name}-${theme}.png`) });
        expect(await seriousProblems(page, without), `${name}, ${theme}`).toEqual([]);
      }
    };
    await expect(page.getByRole('dialog')).toContainText('The whole request, to scale');
    await look('tour');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').first()).toBeVisible();
    // The search field scrolls the list: its arrow keys move the entry named by `aria-activedescendant`.
    await look('palette', 'scrollable-region-focusable');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+e');
    await expect(page.getByRole('dialog', { name: 'Copy or export' })).toBeVisible();
    await look('export');
    await page.keyboard.press('Escape');
    for (const [button, name] of [
      [/^Folder/, 'workspace-menu'],
      ['More ways to copy', 'copy-menu'],
      [/^Settings/, 'settings'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await expect(page.locator('.popover')).toBeVisible();
      await look(name);
      await page.keyboard.press('Escape');
      await expect(page.locator('.popover')).toHaveCount(0);
    }
    const other = await launch({ workspace: folder });
    await expect(other.page.getByRole('region', { name: 'Choose how to read the folder' })).toBeVisible();
    for (const theme of themes) {
      await useTheme(other.app, theme);
      await other.page.screenshot({ path: join(root, 'test', 'output', `unknown-folder-${theme}.png`) });
      expect(await seriousProblems(other.page), theme).toEqual([]);
    }
  });
});

test('each architecture has its example', async () => {
  expect((await readdir(join(root, 'build', 'examples'))).toSorted()).toEqual(examples.toSorted());
});
