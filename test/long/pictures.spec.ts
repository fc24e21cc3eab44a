// Pictures of the whole window for people to look at: every example, a long request, a session and a strange folder,
// in both themes and three sizes. Also: axe finds nothing serious in any of them.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { root } from '../../build/setup/paths.mjs';
import { expect, test } from '../support/app/launch';
import { examples } from '../support/app/examples';
import { pictures as inAllSizes } from '../support/app/pictures';
import { sessionBodies } from '../support/agent-session';

async function pictures(app: ElectronApplication, page: Page, name: string): Promise<void> {
  await page.keyboard.press('Escape');
  await inAllSizes(app, page, name);
}

for (const example of examples) {
  test(`pictures of ${example}`, async ({ launch }) => {
    test.setTimeout(240_000);
    const { app, page } = await launch({ workspace: join(root, 'build', 'examples', example) });
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    await pictures(app, page, example);
  });
}

test('pictures of a request of 150,000 tokens', async ({ launch, folder }) => {
  test.setTimeout(240_000);
  const last = [...sessionBodies({ requests: 250 })].at(-1) ?? '';
  const path = join(folder, 'long.request.json');
  await writeFile(path, last);
  const { app, page } = await launch({ workspace: path });
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await pictures(app, page, 'long-request');
});

test('pictures of a session of 300 requests', async ({ launch, folder }) => {
  test.setTimeout(300_000);
  const path = join(folder, 'day.requests.jsonl');
  await writeFile(path, `${[...sessionBodies({ requests: 300 })].join('\n')}\n`);
  const { app, page } = await launch({ workspace: path });
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await pictures(app, page, 'session');
});

test('pictures of a folder that is not made for it', async ({ launch, folder }) => {
  const strange = join(folder, 'storefront');
  await mkdir(join(strange, 'src'), { recursive: true });
  await writeFile(join(strange, 'AGENTS.md'), '# Storefront\n\nRun the tests before you commit.\n');
  await writeFile(join(strange, '.cursorrules'), 'Prefer small functions.\n');
  await writeFile(join(strange, 'src', 'index.ts'), 'export const answer = 42;\n');
  const { app, page } = await launch({ workspace: strange });
  await page.waitForFunction(() => document.querySelector('.app')?.getAttribute('data-phase') !== 'loading');
  await pictures(app, page, 'strange-folder');
});

test('pictures of the first start', async ({ launch }) => {
  const { app, page } = await launch({ args: ['--empty'] });
  await page.waitForFunction(() => document.querySelector('.app')?.getAttribute('data-phase') !== 'loading');
  await pictures(app, page, 'start');
});
