// The main view: headline, ruler with its handles, sections with their columns and menus, the map.
import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test } from '../../support/app/launch';
import { resize } from '../../support/app/pictures';
import {
  clipboardText,
  prompt,
  rowOf,
  settledTotal,
  shownInspection,
  shownTotal,
  tokensOf,
  typeBefore,
  useTheme,
} from '../../support/app/window';

const caching = join(root, 'build', 'examples', 'tiered-messages');

test('the headline has tokens of the window, whose words they are, and both prices with a switch', async ({ page }) => {
  const headline = page.getByTestId('headline');
  await expect(headline).toContainText(/[\d,]+ ≈ tokens of [\d,]+/);
  await expect(headline).toContainText(/yours [\d,]+ ≈ · template [\d,]+ ≈/);
  const money = page.getByTestId('money');
  await expect(money).toContainText(/\$0\.\d+ cold · ≈ \$0\.\d+ warm/);
  await expect(money.locator('[data-now=true]')).toContainText('cold');
  await money.getByRole('button', { name: 'Warm', exact: true }).click();
  await expect(money.locator('[data-now=true]')).toContainText('warm');
  await expect(page.getByTestId('edit-cost')).toHaveText(/^warm: /);
});

test('Source folds away while it is empty, and comes with the first file', async ({ app, page }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const pane = page.locator('.source-pane');
  await expect.poll(async () => (await pane.boundingBox())?.width ?? 0).toBeLessThan(2);
  await rowOf(page, 'Identity').dblclick();
  await expect(page.getByRole('tab', { name: 'agent.json' })).toBeVisible();
  await expect.poll(async () => (await pane.boundingBox())?.width ?? 0).toBeGreaterThan(200);

  // In a small window the copy button appears under the pointer. A double click opens the file all the same.
  await resize(app, page, { width: 1000, height: 700 });
  await rowOf(page, 'Instructions').dblclick({ position: { x: 130, y: 13 } });
  await expect(page.getByTestId('crumbs')).toHaveText('agents/harbor/agent.json › instructions');
  await expect(page.locator('.toast')).toHaveCount(0);
});

test.describe('an example that caches', () => {
  test.use({ source: caching });

  test('a breakpoint is moved with the arrow keys and by dragging, with its cost; an illegal place says why', async ({
    app,
    page,
    shot,
  }) => {
    const handle = page.getByRole('slider', { name: 'Breakpoint 1' });
    await expect(handle).toHaveAttribute('aria-valuetext', /^after .*, at [\d,]+ tokens, written$/);
    const before = await handle.getAttribute('aria-valuetext');
    await handle.focus();
    const card = page.locator('.break-card');
    await expect(card).toContainText(/minimum [\d,]+/);
    await page.keyboard.press('ArrowDown');
    await expect(handle).not.toHaveAttribute('aria-valuetext', before ?? '');
    await expect(handle).toHaveClass(/is-tried/);
    await expect(card).toContainText(/warm \$0\.\d+/);
    for (const theme of ['light', 'dark'] as const) {
      await useTheme(app, theme);
      await shot(`breakpoint-moved-${theme}`);
    }
    expect(await seriousProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(handle).toHaveAttribute('aria-valuetext', before ?? '');
    await expect(handle).not.toHaveClass(/is-tried/);

    const box = await handle.boundingBox();
    const end = await page.locator('.core').boundingBox();
    if (box === null || end === null) throw new Error('no ruler');
    await page.mouse.move(box.x + box.width - 6, box.y + 7);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 6, end.y + end.height * 0.25, { steps: 8 });
    await expect(card).toContainText(/Not inside .*: a breakpoint comes after a whole block\./);
    await page.mouse.up();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('slider')).toHaveCount(3);
  });
});

test('sections have fixed columns, sort, and a menu by mouse and keyboard', async ({ app, page, shot }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const rights = await page
    .locator('.section-row .tokens')
    .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().right)));
  expect(new Set(rights).size).toBe(1);
  await page.getByRole('button', { name: 'Tokens', exact: true }).click();
  const counts = (await page.locator('.section-row[aria-level="1"]:not(.kind-omitted) .count').allInnerTexts()).map(
    tokensOf,
  );
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(await shownTotal(page));
  await page.getByRole('button', { name: 'Tokens', exact: true }).click();

  await rowOf(page, 'Identity').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Identity' });
  await expect(menu.getByRole('menuitem', { name: 'Open source' })).toBeFocused();
  await shot('section-menu');
  await menu.getByRole('menuitem', { name: 'Copy text' }).click();
  await expect.poll(() => clipboardText(app)).toMatch(/^<Identity>/);
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('what is named has a menu: bands, areas, file tabs, the prompt', async ({ app, page, shot }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page
    .locator('.ruler')
    .getByRole('button', { name: /^Identity: / })
    .click({ button: 'right' });
  await page.getByRole('menu', { name: 'Identity' }).getByRole('menuitem', { name: 'Open source' }).click();
  await expect(page.getByRole('tab', { name: 'agent.json' })).toBeVisible();

  await page.getByRole('tab', { name: 'agent.json' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy path' }).click();
  await expect.poll(() => clipboardText(app)).toBe('agents/harbor/agent.json');

  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page
    .locator('.map-host')
    .getByRole('button', { name: /^Instructions: / })
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy name' }).click();
  await expect.poll(() => clipboardText(app)).toBe('Instructions');

  await prompt(page)
    .locator('.view-line', { hasText: 'calm, precise' })
    .click({ button: 'right', position: { x: 60, y: 8 } });
  await shot('prompt-menu');
  await page.getByRole('menuitem', { name: 'Copy Section' }).click();
  await expect.poll(() => clipboardText(app)).toMatch(/^<Identity>/);
});

test('what is left out finds the setting that lets it in, previews it and sets it', async ({ app, page }) => {
  await resize(app, page, { width: 1000, height: 700 });
  await rowOf(page, 'Background').click();
  await page.getByRole('button', { name: 'What would let it in?' }).click();
  const found = page.locator('.let-in');
  await expect(found).toContainText(/Background: on lets it in with [\d,]+ ≈ \(\+[\d,]+ in all\)/);
  // The reason below the list does not cover the row.
  await expect(rowOf(page, 'Background')).toBeInViewport({ ratio: 0.99 });
  await found.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('tabpanel', { name: /^Changes/ })).toContainText('Background');
  await found.getByRole('button', { name: 'Set it' }).click();
  await expect(rowOf(page, 'Background')).not.toHaveClass(/kind-omitted/);
});

test('what would let a part in is found with the unsaved edits, and again as they go on', async ({ page }) => {
  await typeBefore(page, 'You are Harbor', 'Typed and not saved. ');
  await rowOf(page, 'Background').click();
  await page.getByRole('button', { name: 'What would let it in?' }).click();
  const found = page.locator('.let-in');
  await expect(found).toContainText(/Background: on lets it in/);
  const change = Number(/\(\+(\d+) in all\)/.exec(await found.innerText())?.[1]);
  await found.getByRole('button', { name: 'Preview' }).click();
  const changes = page.getByRole('tabpanel', { name: /^Changes/ });
  await expect(changes).toContainText('Preview of “Background: on”: 1 section added');
  await page.keyboard.press('Control+3');
  await page.keyboard.insertText('And more. ');
  await expect.poll(async () => JSON.stringify((await shownInspection(page))?.document)).toContain('And more. ');
  const longer = await settledTotal(page);
  await expect(changes).toContainText('1 section added');
  await expect(found).toContainText(`(+${change} in all)`);
  await found.getByRole('button', { name: 'Set it' }).click();
  await expect.poll(() => shownTotal(page)).toBe(longer + change);
});

test('the map shows sections, files, tools and tiers as areas', async ({ app, page, shot }) => {
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  const map = page.locator('.map-host');
  await expect(map.getByRole('button', { name: /^Instructions: [\d,]+ ≈ tokens, \d+ %$/ })).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(app, theme);
    await shot(`map-${theme}`);
    expect(await seriousProblems(page)).toEqual([]);
  }
  await page.getByRole('group', { name: 'Areas by' }).getByRole('button', { name: 'File' }).click();
  await expect(map.getByRole('button', { name: /^agents\/harbor\/agent\.json: / })).toBeVisible();
  await page.getByRole('group', { name: 'Areas by' }).getByRole('button', { name: 'Tier' }).click();
  await map.getByRole('button', { name: /^L0, meant to change least: / }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(map.locator('.map-box').nth(1)).toBeFocused();
});
