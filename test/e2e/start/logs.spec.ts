import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from '../../support/app/launch';
import { clipboardText, prompt } from '../../support/app/window';

const logs = (folder: string): string => join(folder, 'user-data', 'logs');

/** Picks an entry of the Help menu, as a person would. */
function help(app: ElectronApplication, label: string): Promise<void> {
  return app.evaluate(({ Menu }, wanted) => {
    const entry = Menu.getApplicationMenu()
      ?.items.find((item) => item.role === 'help')
      ?.submenu?.items.find((item) => item.label === wanted);
    if (entry === undefined) throw new Error(`Help has no ${wanted}`);
    entry.click();
  }, label);
}

test('what goes wrong is in the log without a word of the prompt, and can be read before it is copied', async ({
  app,
  page,
  folder,
  workspace,
}) => {
  await expect(prompt(page)).toContainText('You are Harbor');
  await page.evaluate(() =>
    console.error(`broken near "You are Harbor, who keeps the harbour's books and never tells"`),
  );
  await app.evaluate(() => {
    process.emit('uncaughtException', new Error('a test of the log'));
  });
  await writeFile(join(workspace, 'agents', 'harbor', 'agent.json'), '{"identity": "You are Harbor, broken');
  await expect
    .poll(() => readFile(join(logs(folder), 'strata.log'), 'utf8').catch(() => ''))
    .toContain('a test of the log');
  const written = await readFile(join(logs(folder), 'strata.log'), 'utf8');
  expect(written).toContain('[error] page broken near');
  expect(written).not.toContain('You are Harbor');

  const seen = await app.evaluateHandle(({ dialog }) => {
    const shown: string[] = [];
    dialog.showMessageBox = async (...args: unknown[]) => {
      shown.push(JSON.stringify(args.at(-1)));
      return { response: 0, checkboxChecked: false };
    };
    return shown;
  });
  await help(app, 'Report a Problem…');
  await expect.poll(() => clipboardText(app)).toContain('a test of the log');
  const copied = await clipboardText(app);
  expect(await seen.evaluate((shown) => shown.join())).toContain(JSON.stringify(copied).slice(1, -1));
  expect(copied).toMatch(/^Strata \d/);
  expect(copied).not.toContain('You are Harbor');
});

test('the log turns over and keeps three', async ({ app, page, folder }) => {
  await expect(prompt(page)).toContainText('You are Harbor');
  const shown = await app.evaluateHandle(({ shell }) => {
    const paths: string[] = [];
    shell.showItemInFolder = (path) => void paths.push(path);
    return paths;
  });
  await help(app, 'Show Logs');
  expect(await shown.evaluate((paths) => paths)).toEqual([join(logs(folder), 'strata.log')]);
  await app.evaluate(() => {
    for (let at = 0; at < 9000; at += 1)
      process.emit('uncaughtException', new Error(`number ${at} ${'x'.repeat(300)}`));
  });
  const names = (await readdir(logs(folder))).filter((name) => name.startsWith('strata')).toSorted();
  expect(names).toEqual(['strata.1.log', 'strata.2.log', 'strata.3.log', 'strata.log']);
});
