import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { example } from '../../../build/setup/paths.mjs';
import { readLines } from '../../../electron/host/edit/journal-lines';
import { expect, test } from '../../support/app/launch';
import { prompt, rowOf, source } from '../../support/app/window';

const agent = 'agents/harbor/agent.json';

/** Types at the start of the identity, as a person does, and waits until it is in the prompt. */
async function type(page: Page, words: string): Promise<void> {
  await expect(prompt(page)).toContainText('You are Harbor');
  await prompt(page)
    .locator('.view-line', { hasText: 'You are Harbor' })
    .click({ position: { x: 4, y: 8 } });
  await expect(source(page).locator('.view-line', { hasText: 'You are Harbor' })).toBeVisible();
  await page.keyboard.press('Control+3');
  await page.keyboard.insertText(words);
  await expect(prompt(page)).toContainText(words);
}

/** What the page in the first window shows, asked from the main process: Playwright's own page ended with the crash. */
function shown(app: ElectronApplication): Promise<string> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const text: unknown = await window?.webContents.executeJavaScript(
      `document.querySelector('[data-testid=prompt]')?.textContent ?? ''`,
    );
    return String(text).replaceAll('\u00A0', ' ');
  });
}

const journalFolder = (folder: string): string => join(folder, 'user-data', 'unsaved');

async function journalNames(folder: string): Promise<readonly string[]> {
  const names = await readdir(journalFolder(folder)).catch(() => []);
  return names.filter((name) => name.endsWith('.jsonl'));
}

async function journals(folder: string): Promise<readonly string[]> {
  const lines = await Promise.all(
    (await journalNames(folder)).map((name) => readFile(join(journalFolder(folder), name), 'utf8')),
  );
  return lines.flatMap((each) => (readLines(each)?.edits ?? []).map(({ text }) => text));
}

test('a page that crashes comes back with the unsaved edit in it', async ({ app, page, workspace }) => {
  await type(page, 'Zephyr ');
  const before = await readFile(join(workspace, agent), 'utf8');
  await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined) throw new Error('there is no window');
    const loaded = new Promise<void>((resolve) => contents.once('did-finish-load', () => resolve()));
    contents.forcefullyCrashRenderer();
    await loaded;
  });
  await expect.poll(() => shown(app)).toContain('Zephyr');
  expect(await readFile(join(workspace, agent), 'utf8')).toBe(before);
});

test('after a crash of the app its unsaved edits are offered, and restored when that is wanted', async ({
  launch,
  workspace,
  folder,
}) => {
  const first = await launch({ workspace });
  await type(first.page, 'Zephyr ');
  const before = await readFile(join(workspace, agent), 'utf8');
  await expect.poll(() => journals(folder).then((all) => all.join())).toContain('Zephyr');
  const child = first.app.process();
  child.kill('SIGKILL');
  await once(child, 'exit');

  const second = await launch({ workspace: example });
  await expect(rowOf(second.page, 'Identity')).toBeVisible();
  const asked = await second.app.evaluateHandle(({ dialog }) => {
    const seen: string[] = [];
    dialog.showMessageBox = async (...args: unknown[]) => {
      const options: unknown = args.at(-1);
      seen.push(JSON.stringify(options));
      return { response: seen.length === 1 ? 1 : 0, checkboxChecked: false };
    };
    return seen;
  });
  const open = (path: string) => second.page.evaluate((each) => window.strata.invoke('workspace:open', each), path);

  // Not now: nothing is restored, nothing is lost.
  await open(workspace);
  await expect.poll(() => asked.evaluate((seen) => seen.length)).toBe(1);
  expect(await asked.evaluate((seen) => seen[0])).toContain(agent);
  await expect(prompt(second.page)).toContainText('You are Harbor');
  await expect(prompt(second.page)).not.toContainText('Zephyr');
  expect(await journals(folder)).toHaveLength(1);
  await second.app.close();

  const left = await journalNames(folder);
  const third = await launch({ workspace: example });
  await expect(rowOf(third.page, 'Identity')).toBeVisible();
  await third.app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
  });
  await third.page.evaluate((each) => window.strata.invoke('workspace:open', each), workspace);
  await expect(prompt(third.page)).toContainText('Zephyr');
  expect(await readFile(join(workspace, agent), 'utf8')).toBe(before);
  // The edits are kept anew before the journal they came from is forgotten.
  await expect.poll(async () => (await journalNames(folder)).filter((name) => !left.includes(name)).length).toBe(1);
  await expect.poll(() => journalNames(folder).then((all) => all.length)).toBe(1);
  await third.app.close();
  expect(await journals(folder)).toEqual([]);
});
