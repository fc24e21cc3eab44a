import { expect, test } from '../../support/app/launch';
import { shortcuts, writtenKeys } from '../../../shared/ipc/shortcuts';
import { seriousProblems } from '../../support/app/accessibility';
import { clickMenu, clipboardText, rowOf, useTheme } from '../../support/app/window';

test('the palette has its first row chosen, and finds by words in any order and by synonym', async ({ page }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.keyboard.press('Control+k');
  const chosen = page.getByRole('option', { selected: true });
  await expect(chosen).toHaveText(/Open folder…/);
  for (const [typed, found] of [
    ['json anthropic', 'Copy: Copy as Anthropic JSON'],
    ['volatility', 'Cache: Volatility'],
    ['calibrate', 'Counts: Count at the provider…'],
    ['tutorial', 'Help: Take the tour'],
    ['background on', 'Setting: Background: turn on'],
    ['architecture layered', 'Design: Layered'],
    ['example persona', 'Example: Persona files'],
    ['model gpt-5.5', 'Model: '],
    ['agent codex', 'Agent: Codex'],
    ['panel findings', 'Panel: Findings'],
    ['panel usage', 'Panel: Usage'],
    ['panel history', 'Panel: History'],
    ['best placement', 'Cache: Breakpoints'],
    ['save bedrock', 'Export: Save as Bedrock JSON'],
    ['maximise', 'View: Maximise the panel'],
    ['settings', 'Setting: '],
    ['treemap', 'View: Show the sections as a map'],
    ['pin', 'Cache: Pin this build'],
    ['show tour', 'Help: Take the tour'],
    ['ruler picture', 'Copy: Copy a picture of the ruler'],
  ] as const) {
    await page.getByRole('combobox', { name: /^Search commands/ }).fill(typed);
    await expect(chosen, typed).toContainText(found);
  }
  await page.getByRole('combobox', { name: /^Search commands/ }).fill('qqq');
  await expect(page.getByText(/^Nothing by that name/)).toBeVisible();
});

test('the palette changes a setting, and arrow keys choose another row', async ({ page }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('background turn on');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Background' })).toBeChecked();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('theme');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Light theme/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
});

test('the theme is chosen in the palette and in the menu, and is remembered', async ({ launch, workspace }) => {
  const first = await launch({ workspace });
  await expect(rowOf(first.page, 'Identity')).toBeVisible();
  const dark = (page: typeof first.page): Promise<boolean> =>
    page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await first.page.keyboard.press('Control+k');
  await first.page.keyboard.type('night');
  await first.page.keyboard.press('Enter');
  await expect.poll(() => dark(first.page)).toBe(true);
  await first.app.close();
  const second = await launch({ workspace });
  await expect(rowOf(second.page, 'Identity')).toBeVisible();
  await expect.poll(() => dark(second.page)).toBe(true);
  const checked = await second.app.evaluate(({ Menu }) => {
    const view = Menu.getApplicationMenu()?.items.find((item) => item.label === '&View');
    const theme = view?.submenu?.items.find((item) => item.label === 'Theme');
    return theme?.submenu?.items.filter((item) => item.checked).map((item) => item.label);
  });
  expect(checked).toEqual(['Dark']);
});

test('what is on screen is copied as a command line', async ({ app, page, workspace }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('background turn on');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Background' })).toBeChecked();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('command line');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Copied the command line')).toBeVisible();
  const copied = await clipboardText(app);
  expect(copied).toContain(`strata inspect ${workspace} --architecture tagged-sections`);
  expect(copied).toContain('--set background=true');
});

test('a sheet lists the keyboard shortcuts', async ({ app, page, shot }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.keyboard.press('Control+/');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Command palette');
  const keys = await sheet.locator('kbd').allTextContents();
  const inMenu = await app.evaluate(({ Menu }) => {
    const all = (items: readonly Electron.MenuItem[]): readonly string[] =>
      items.flatMap(({ accelerator, submenu }) => [
        ...(accelerator == null ? [] : [String(accelerator)]),
        ...all(submenu?.items ?? []),
      ]);
    return all(Menu.getApplicationMenu()?.items ?? []);
  });
  expect(inMenu.length).toBeGreaterThan(20);
  const written = inMenu
    // Only a build that is not packaged has it.
    .filter((each) => each !== 'Ctrl+Shift+I')
    .map((each) => writtenKeys(each.replace(/^(?:CmdOrCtrl|CommandOrControl)/, 'Ctrl'), false));
  expect(written.filter((each) => !keys.includes(each))).toEqual([]);
  const named = Object.values(shortcuts).map((each) => writtenKeys(each, false));
  expect(named.filter((each) => !keys.includes(each))).toEqual([]);
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(app, theme);
    await shot(`shortcuts-${theme}`);
    expect(await seriousProblems(page), theme).toEqual([]);
  }
});

test('the tour points at the parts of the window, can be left with Escape and found again', async ({
  app,
  page,
  shot,
}) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await clickMenu(app, 'Take the Tour');
  const card = page.getByRole('dialog');
  /** Panes may still be growing, so both are read in one frame, until they agree. */
  const pointsAt = async (name: string): Promise<void> => {
    const boxes = (part: string): readonly string[] =>
      [`[data-tour="${part}"]`, '.tour-part'].map((each) =>
        JSON.stringify(document.querySelector(each)?.getBoundingClientRect()),
      );
    await expect
      .poll(async () => {
        const [part, ring] = await page.evaluate(boxes, name);
        return part !== undefined && ring === part;
      })
      .toBe(true);
  };
  await expect(card).toContainText('The whole request, to scale');
  await pointsAt('ruler');
  await shot('tour-ruler');
  await page.keyboard.press('ArrowRight');
  await expect(card).toContainText('2 of 6');
  await pointsAt('sections');
  await page.keyboard.press('ArrowRight');
  await pointsAt('prompt');
  await shot('tour-prompt');
  await page.keyboard.press('ArrowRight');
  // No file is open: one is opened, so that there is a source to point at.
  await expect(page.locator('[data-tour="source"]')).toBeVisible();
  await pointsAt('source');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(card).toContainText('2 of 6');
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('guide');
  await page.keyboard.press('Enter');
  await expect(card).toContainText('1 of 6');
});

test('a picture of the ruler goes to the clipboard, and the note about it stands near the cause', async ({
  app,
  page,
}) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ruler picture');
  await page.keyboard.press('Enter');
  await expect(page.locator('.toast')).toHaveText(/Copied a picture of the ruler/);
  // The name differs between versions of Electron.
  const isPicture = await app.evaluate(async ({ clipboard }) => {
    const older: unknown = Reflect.get(clipboard, 'readImage');
    if (typeof older === 'function') return Reflect.apply(older, clipboard, []).isEmpty() === false;
    return (await clipboard.read()).some(({ types }) => types.includes('image/png'));
  });
  expect(isPicture).toBe(true);
  const button = page.getByRole('button', { name: 'Copy as command line' });
  await button.click();
  const toast = page.locator('.toast', { hasText: 'the command line' });
  await expect(toast).toBeVisible();
  const [cause, note] = [await button.boundingBox(), await toast.boundingBox()];
  expect(Math.abs((cause?.y ?? NaN) - ((note?.y ?? NaN) + (note?.height ?? NaN)))).toBeLessThan(120);
});

test('the tour of a window without a folder opens the example that caches, and Escape leaves it', async ({
  launch,
  folder,
}) => {
  const { page } = await launch({ workspace: folder });
  await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tour');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('The whole request, to scale');
  await expect(page.getByTestId('money')).toContainText(/\$[\d.]+ cold · ≈ \$[\d.]+ warm/);
  for (let stop = 1; stop < 5; stop += 1) await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('What your edit costs');
  await expect(page.locator('.panel-answer p')).toContainText('With a cold cache the next request');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
