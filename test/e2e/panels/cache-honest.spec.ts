import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../../build/setup/paths.mjs';
import { expect, test } from '../../support/app/launch';
import { resize } from '../../support/app/pictures';
import { prompt } from '../../support/app/window';

async function chooseModel(page: Page, name: string): Promise<void> {
  await page.getByTestId('headline').getByRole('button', { name: 'Model' }).click();
  await page
    .getByRole('option')
    .filter({ has: page.getByText(name, { exact: true }) })
    .click();
}

test.describe('layered', () => {
  test.use({ source: join(root, 'build/examples', 'layered') });

  test('what was sent for another model is not read, and a price holds for a time', async ({ page }) => {
    await expect(prompt(page)).not.toBeEmpty();
    await page.getByRole('tab', { name: 'Cache' }).click();
    await page.getByRole('button', { name: 'Mark as sent' }).click();
    const answer = page.locator('.panel-answer p');
    await expect(answer).toHaveText(
      /^Nothing differs, the next request reads .* costs \$[\d.]+, if it is sent within 5 minutes of the last one\.$/,
    );
    await expect(page.locator('.breakpoints')).toContainText('kept if it is sent within 5 minutes of the last');
    await expect(page.getByRole('tabpanel', { name: 'Cache' })).not.toContainText('and it has not expired');
    await chooseModel(page, 'Claude Opus 5.5');
    await expect(answer).toHaveText(
      /^The last sent build .* was for claude-sonnet-5-5, and models do not share a cache\./,
    );
    await expect(page.locator('.breakpoints')).not.toContainText('kept');
    await expect(page.getByTestId('edit-cost')).toContainText('sent for another model');
    await expect(page.getByTestId('money').locator('[data-now=true]')).toContainText('cold');
  });
});

test.describe('two sessions beside each other in a small window', () => {
  test.use({ source: join(root, 'build/examples', 'layered') });

  test('have no cut number, and the panel stays where it is', async ({ app, page, shot }) => {
    await expect(prompt(page)).not.toBeEmpty();
    await resize(app, page, { width: 1000, height: 700 });
    await page.getByRole('tab', { name: 'Cache' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Cache' });
    await panel.getByRole('button', { name: 'Breakpoints', exact: true }).click();
    await panel.getByRole('button', { name: 'Find the best places' }).click();
    await expect(panel.locator('.turn-table')).toHaveCount(2);
    const best = panel.getByRole('table', { name: 'Best places' }).locator('tbody tr');
    await expect(best).toContainText('Memory');
    await expect(best.locator('.chip')).toHaveText('A');
    await shot('cache-places-small');
    const wider = await panel
      .locator('.table-scroll')
      .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    expect(wider).toEqual([0, 0, 0]);
    const titles = await panel
      .locator('.strip-head h3')
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
      );
    expect(titles[0]?.right).toBeLessThanOrEqual(titles[1]?.left ?? 0);
    expect(await panel.locator('.cache-body').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });
});

test.describe('persona-files', () => {
  test.use({ source: join(root, 'build/examples', 'persona-files') });

  test('ranges are whole: saved share, hit rate and the labels of the bars', async ({ page, shot }) => {
    await expect(prompt(page)).not.toBeEmpty();
    await chooseModel(page, 'GPT-5');
    await page.getByRole('tab', { name: 'Cache' }).click();
    await page.getByRole('button', { name: 'Turns', exact: true }).click();
    const panel = page.getByRole('tabpanel', { name: 'Cache' });
    await expect(panel.locator('.panel-answer p')).toContainText(/up to \d+ % less than without a cache, 0 %–\d+ %/);
    await expect(panel.locator('.strip-head')).toContainText(/\(up to \d+ % less\)/);
    await expect(panel.locator('.turn-table')).toContainText(/0 %–\d+ %/);
    const labels = await panel.locator('.strip-label span').evaluateAll((all) =>
      all.map((each) => {
        const bar = each.closest('.strip-bar')?.getBoundingClientRect();
        const { left, right } = each.getBoundingClientRect();
        return bar !== undefined && left >= bar.left - 0.5 && right <= bar.right + 0.5;
      }),
    );
    expect(labels.length).toBeGreaterThan(6);
    expect(labels).not.toContain(false);
    await shot('cache-ranges');
  });
});

test('a small window at 150 % still shows the figures, the assumption and the breakpoints', async ({
  app,
  page,
  shot,
}) => {
  await expect(prompt(page)).toContainText('You are Harbor');
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setSize(1000, 700);
    window?.webContents.setZoomFactor(1.5);
  });
  await page.getByRole('tab', { name: 'Cache' }).click();
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  const money = page.getByTestId('money');
  await expect(money).toContainText('warm');
  await shot('cache-small');
  const [box, width] = [await money.boundingBox(), await page.evaluate(() => innerWidth)];
  expect((box?.x ?? NaN) + (box?.width ?? NaN)).toBeLessThanOrEqual(width);
  const buttons = await money.locator('button').all();
  expect(buttons.length).toBeGreaterThan(0);
  for (const each of buttons) {
    const one = await each.boundingBox();
    expect((one?.x ?? NaN) + (one?.width ?? NaN)).toBeLessThanOrEqual(width);
  }
  const row = page.locator('.breakpoints tbody tr').first();
  await row.scrollIntoViewIfNeeded();
  await shot('cache-small-scrolled');
  // The row is wider than the window.
  await expect(row).toBeInViewport({ ratio: 0.4 });
});
