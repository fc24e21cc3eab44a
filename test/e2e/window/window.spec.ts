import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../build/setup/paths.mjs';
import { expect, test } from '../../support/app/launch';
import { clipboardText, prompt, rowOf, shownTotal, tokensOf } from '../../support/app/window';

test('sections are listed with tier and tokens, omitted ones with their reason, and they add up', async ({
  page,
  shot,
}) => {
  await expect(rowOf(page, 'Identity')).toContainText('L0');
  await expect(rowOf(page, 'Background')).toContainText('sent only when background');
  const rows = await page.locator('.section-row[aria-level="1"]:not(.kind-omitted) .count').allInnerTexts();
  const sum = rows.reduce((total, text) => total + tokensOf(text), 0);
  expect(sum).toBe(await shownTotal(page));
  await expect(prompt(page)).toContainText('You are Harbor');
  await shot('window-light');
});

test('light and dark follow the system', async ({ app, page, shot }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await app.evaluate(({ nativeTheme }) => {
    nativeTheme.themeSource = 'dark';
  });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(20, 22, 26)');
  await shot('window-dark');
});

test('the whole prompt is copied byte for byte as the command line builds it', async ({ app, page, workspace }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText(/^Copied [\d,]+ . tokens as plain text$/)).toBeVisible();
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(root, 'build', 'strata.mjs'),
    'build',
    workspace,
  ]);
  expect(await clipboardText(app)).toBe(stdout);
});

test('one section is copied alone', async ({ app, page }) => {
  await rowOf(page, 'Identity').click();
  await page.getByRole('button', { name: 'More ways to copy' }).click();
  await page.getByRole('menuitem', { name: 'Selected section' }).click();
  await expect(page.getByText(/^Copied/)).toBeVisible();
  expect(await clipboardText(app)).toMatch(/^<Identity>[^]*<\/Identity>$/);
});

test('a click on a text opens its source there, and the cursor in the source highlights the text', async ({
  page,
  shot,
}) => {
  await prompt(page)
    .locator('.view-line', { hasText: 'calm, precise' })
    .click({ position: { x: 60, y: 8 } });
  await expect(page.getByRole('tab', { name: 'agent.json' })).toBeVisible();
  await expect(page.getByTestId('source').locator('.view-line', { hasText: 'calm, precise' })).toBeVisible();
  await expect(page.locator('.prompt-lit').first()).toContainText('calm, precise');
  await shot('prompt-to-source');
});

test('everything can be reached by keyboard', async ({ page }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.keyboard.press('Control+1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'Responsibilities')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(rowOf(page, 'Responsibilities')).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'agent.json' })).toBeVisible();
  await page.keyboard.press('Control+Alt+F');
  await expect(page.getByLabel('Filter sections')).toBeFocused();
  await page.keyboard.type('memor');
  await expect(page.getByRole('treeitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new window');
  await expect(page.getByRole('option', { name: /New window/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('open files are switched and closed by keyboard', async ({ page }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  for (const name of ['agent.json', 'strata.json']) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(`File: ${name === 'agent.json' ? 'agents/harbor/' : ''}${name}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
  }
  await page.getByRole('tab', { name: 'strata.json' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'agent.json' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: 'agent.json' })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('tab', { name: 'agent.json' })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('close file');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'strata.json' })).toHaveCount(0);
});

test('a setting changes the prompt, reports what it changed, and is remembered', async ({ launch, workspace }) => {
  const { app, page } = await launch({ workspace });
  await expect(rowOf(page, 'Background')).toHaveClass(/kind-omitted/);
  await page.getByRole('group', { name: 'Settings of the design' }).getByText('Background', { exact: true }).click();
  await expect(rowOf(page, 'Background')).toHaveClass(/kind-section/);
  await expect(page.getByText(/setting.*tokens; Background/)).toBeVisible();
  await app.close();
  const again = await launch({ workspace });
  await expect(rowOf(again.page, 'Background')).toHaveClass(/kind-section/);
});
