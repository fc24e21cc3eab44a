// Pictures of every panel of every example for people to look at: usual size and light, small and dark. Also: each
// panel begins with its answer, and no table is wider than its place.
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../build/setup/paths.mjs';
import { examples } from '../support/app/examples';
import { expect, test } from '../support/app/launch';
import { resize } from '../support/app/pictures';
import { useTheme } from '../support/app/window';

const looks = [
  { size: { width: 1440, height: 900 }, theme: 'light' },
  { size: { width: 1000, height: 700 }, theme: 'dark' },
] as const;

for (const example of examples) {
  test(`pictures of the panels of ${example}`, async ({ launch, folder }) => {
    test.setTimeout(600_000);
    const output = join(root, 'test', 'output', 'pictures');
    await mkdir(output, { recursive: true });
    const workspace = join(folder, example);
    await cp(join(root, 'build', 'examples', example), workspace, { recursive: true });
    const { app, page } = await launch({ workspace });
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('.panel-tab').first()).toBeVisible();
    const names = await page.locator('.panel-tab').allInnerTexts();
    for (const look of looks) {
      await resize(app, page, look.size);
      await useTheme(app, look.theme);
      for (const name of names) {
        await page.getByRole('tab', { name, exact: true }).click();
        const panel = page.getByRole('tabpanel', { name });
        const views = await panel.locator('.cache-head .segment').allInnerTexts();
        for (const view of views.length > 0 ? views : ['']) {
          if (view !== '') await panel.getByRole('button', { name: view, exact: true }).click();
          await expect(panel.locator('.panel-answer').first()).toBeVisible();
          const wide = panel
            .locator('.table-scroll')
            .evaluateAll((all) =>
              all
                .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
                .map((each) => each.getAttribute('aria-label')),
            );
          expect(await wide, `${name} ${view} at ${look.size.width}`).toEqual([]);
          const file = `panel-${example}-${name.replace(/\W+/g, '')}${view.replace(/\W+/g, '')}`;
          await page.screenshot({ path: join(output, `${file}-${look.size.width}-${look.theme}.png`) });
        }
      }
    }
  });
}
