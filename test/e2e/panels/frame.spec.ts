import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../../build/setup/paths.mjs';
import { expect, test } from '../../support/app/launch';
import { seriousProblems } from '../../support/app/accessibility';
import { resize } from '../../support/app/pictures';
import { clickMenu, clipboardText, rowOf, typeBefore, useTheme } from '../../support/app/window';

const height = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().height);

test('every panel begins with a sentence that answers its question', async ({ app, page, shot }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  for (const name of [
    'Findings',
    'Cache',
    'Usage',
    'Changes',
    'Messages',
    'Tools',
    'Sent',
    'Matrix',
    'Sessions',
    'History',
  ]) {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    await expect(page.locator('.panel-answer p').first(), name).toHaveText(/[.?…]$/);
  }
  await useTheme(app, 'dark');
  await shot('panel-frame-dark');
});

test('a panel is as high as its content up to a limit, and can be maximised', async ({ app, page, shot }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  const low = await height(page, '.panels');
  const whole = await height(page, '.workbench');
  await page.getByRole('tab', { name: 'Cache' }).click();
  await expect.poll(() => height(page, '.panels')).toBeGreaterThan(low);
  expect(await height(page, '.panels')).toBeLessThanOrEqual(Math.ceil(whole * 0.45) + 1);
  for (const panel of ['Sessions', 'Sent']) {
    const high = await height(page, '.panels');
    await page.getByRole('tab', { name: panel }).click();
    await expect.poll(() => height(page, '.panels'), { message: panel }).toBeLessThan(high - 40);
    await page.getByRole('tab', { name: 'Cache' }).click();
    await expect.poll(() => height(page, '.panels')).toBe(high);
  }
  await page.getByRole('button', { name: 'Maximise the panel' }).click();
  await expect.poll(() => height(page, '.panels')).toBe(whole);
  await shot('panel-maximised');
  await page.keyboard.press('Escape');
  await expect.poll(() => height(page, '.panels')).toBeLessThan(whole / 2);
  await page.keyboard.press('Control+j');
  await expect.poll(() => height(page, '.panels')).toBe(whole);
  await clickMenu(app, 'Maximise Panel');
  await expect.poll(() => height(page, '.panels')).toBeLessThan(whole / 2);
});

test('a panel is no higher than its content at the start, nor after the window has grown', async ({ app, page }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  // How much lower the panel would be if it were only as high as what is in it.
  const empty = (): Promise<number> =>
    page.locator('.panels').evaluate((panels) => {
      const drawn = panels.getBoundingClientRect().height;
      panels.classList.add('is-measured');
      const needed = panels.getBoundingClientRect().height;
      panels.classList.remove('is-measured');
      return drawn - needed;
    });
  await expect.poll(empty).toBeLessThan(4);
  await resize(app, page, { width: 1900, height: 1300 });
  await expect.poll(empty).toBeLessThan(4);
});

test('a height the user chose stays, and a double click gives it back', async ({ page }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  const fitted = await height(page, '.panels');
  const splitter = page.getByRole('separator', { name: 'Resize panels' });
  await splitter.focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowUp');
  await expect.poll(() => height(page, '.panels')).toBeGreaterThan(fitted + 40);
  const own = await height(page, '.panels');
  await page.getByRole('tab', { name: 'Tools' }).click();
  await page.getByRole('tab', { name: 'History' }).click();
  expect(await height(page, '.panels')).toBe(own);
  await splitter.dblclick();
  await expect.poll(() => height(page, '.panels')).toBeLessThan(own);
});

test('an edit is priced in one sentence', async ({ page, shot }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.getByRole('tab', { name: 'Cache' }).click();
  await expect(page.locator('.panel-answer p')).toContainText(
    'With a cold cache and the suggested breakpoints the next request',
  );
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  await page.getByTestId('money').getByRole('button', { name: 'Warm', exact: true }).click();
  await expect(page.locator('.panel-answer p')).toContainText('Nothing differs');
  await typeBefore(page, 'You are Harbor', 'Now. ');
  await expect(page.locator('.panel-answer p')).toHaveText(
    /^This edit breaks (?:all \d|the|\d of \d) suggested breakpoints?: \+\$[\d.]+ on the next request, if it is sent/,
  );
  await expect(page.locator('.panel-answer p')).toContainText('sent within 5 minutes of the last one.');
  await shot('panel-answer-edit');
});

test.describe('with tools', () => {
  test.use({ source: join(root, 'build', 'examples', 'part-catalog') });

  test('tables sort, filter and copy as tab-separated text, and rows have a menu', async ({ app, page, shot }) => {
    await page.getByRole('tab', { name: /^Tools/ }).click();
    const names = (): Promise<string[]> => page.locator('.tool-row .row-open').allInnerTexts();
    await expect(page.locator('.tool-row').first()).toBeVisible();
    const before = await names();
    await page.getByRole('button', { name: 'Tool', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Tool' })).toHaveAttribute('aria-sort', 'ascending');
    expect(await names()).toEqual(before.toSorted((a, b) => (a < b ? -1 : 1)));
    await page.getByRole('button', { name: 'Copy table' }).click();
    await expect.poll(() => clipboardText(app)).toMatch(/^Tool\tTier\tTokens\tShare\n/);
    expect((await clipboardText(app)).trimEnd().split('\n')).toHaveLength(before.length + 1);
    await page.getByRole('searchbox', { name: 'Filter tools' }).fill('read');
    await expect.poll(async () => (await names()).length).toBeLessThan(before.length);
    await page.locator('.tool-row').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy row' }).click();
    await expect.poll(async () => (await clipboardText(app)).trimEnd().split('\n')).toHaveLength(2);
    await shot('panel-table');
    expect(await seriousProblems(page)).toEqual([]);
  });
});

test('a panel is copied as the command that prints the same', async ({ app, page }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.getByRole('tab', { name: 'Cache' }).click();
  await page.getByRole('button', { name: 'Copy as command line' }).click();
  await expect.poll(() => clipboardText(app)).toMatch(/^strata cache \S+ --architecture tagged-sections --model /);
});

test('findings are grouped, and a rule is silenced from its group', async ({ page, workspace, shot }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.getByRole('tab', { name: /^Findings/ }).click();
  const group = page.locator('.finding-group').first();
  await expect(group).toBeVisible();
  const rule = await group.locator('.rule').innerText();
  await shot('panel-findings');
  await group.getByRole('button', { name: 'Silence this rule' }).click();
  await expect(page.locator('.finding-group', { hasText: rule })).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /strata\.json/ })).toBeVisible();
  await page.keyboard.press('Control+3');
  await page.keyboard.press('Control+s');
  await expect.poll(() => readFile(join(workspace, 'strata.json'), 'utf8')).toContain(`"${rule}": "off"`);
});
