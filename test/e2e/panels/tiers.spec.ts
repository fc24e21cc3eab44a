import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { expect, test } from '../../support/app/launch';
import { prompt, source, tokensOf, useTheme } from '../../support/app/window';

test.use({ source: join(root, 'build', 'examples', 'tiered-messages') });

const state = '.strata/tiers.json';

test('a turn is played, shown with its causes, and written only when it is saved', async ({
  page,
  workspace,
  shot,
}) => {
  await page.getByRole('tab', { name: 'Tiers' }).click();
  const panel = page.getByRole('tabpanel');
  const turn = async (): Promise<number> => Number(/Turn (\d+)/.exec(await panel.innerText())?.[1]);
  const before = await turn();
  const onDisk = await readFile(join(workspace, state), 'utf8').catch(() => '');
  await panel.getByRole('button', { name: 'Play a turn' }).click();
  await expect(page.getByText(/A turn was played: /)).toBeVisible();
  await expect.poll(turn).toBe(before + 1);
  await expect(panel).toContainText('is not saved');
  expect(await readFile(join(workspace, state), 'utf8').catch(() => '')).toBe(onDisk);
  await shot('tiers-turn');
  await panel.getByRole('button', { name: 'save the state' }).click();
  await expect(panel.getByText('is not saved')).toHaveCount(0);
  const saved: unknown = JSON.parse(await readFile(join(workspace, state), 'utf8'));
  expect(saved).toMatchObject({ turn: before + 1 });
});

test('what a turn moved is listed with its cause', async ({ page, shot }) => {
  await page.getByRole('tab', { name: 'Tiers' }).click();
  const panel = page.getByRole('tabpanel');
  const moved = panel.getByRole('button', { name: /promoted|demoted|new|dropped/ });
  for (let turns = 0; turns < 6 && (await moved.count()) === 0; turns += 1) {
    const before = await panel.innerText();
    await panel.getByRole('button', { name: 'Play a turn' }).click();
    await expect.poll(() => panel.innerText()).not.toBe(before);
  }
  await moved.click();
  const list = page.getByRole('dialog', { name: 'What the last turn moved' });
  await expect(list.getByRole('row').nth(1)).toContainText(/promoted|demoted|new|dropped/);
  await shot('tiers-moves');
});

test('items are filtered by words, sorted by size, and show their text', async ({ page }) => {
  await page.getByRole('tab', { name: 'Tiers' }).click();
  const panel = page.getByRole('tabpanel');
  await panel.getByRole('searchbox', { name: 'Filter items' }).fill('file conv');
  await expect(panel.locator('.tier-row')).toHaveCount(1);
  await panel.locator('.tier-row').getByRole('button').click();
  await expect(page.getByRole('tab', { name: 'conventions.md' })).toBeVisible();
  await expect(prompt(page).locator('.prompt-selected').first()).toBeVisible();
  await expect(source(page)).toBeVisible();
  await panel.getByRole('searchbox', { name: 'Filter items' }).fill('');
  await panel.getByRole('button', { name: 'Tokens', exact: true }).click();
  await expect(panel.getByRole('columnheader', { name: 'Tokens' })).toHaveAttribute('aria-sort', 'descending');
  const sizes = (await panel.locator('.tier-row td:nth-child(5)').allInnerTexts()).map(tokensOf);
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
});

test('working files are picked from the repository', async ({ page }) => {
  await page.getByRole('tab', { name: 'Tiers' }).click();
  await page.getByRole('button', { name: /^Working files 9/ }).click();
  const picker = page.getByRole('dialog', { name: 'Working files' });
  await picker.getByRole('searchbox').fill('gauge.c');
  await picker.getByText('sensor/gauge.c', { exact: true }).click();
  await expect(page.getByRole('button', { name: /^Working files 10/ })).toBeVisible();
  await expect(prompt(page)).toBeVisible();
  await picker.getByRole('button', { name: 'as in strata.json' }).click();
  await expect(page.getByRole('button', { name: /^Working files 9/ })).toBeVisible();
});

test('a path too long for the list is cut in its folders, not at its end', async ({ page, workspace, shot }) => {
  const folder = 'services/harbour-authority/notifications/templates';
  await mkdir(join(workspace, folder), { recursive: true });
  for (const name of ['fog.md', 'gale.md']) await writeFile(join(workspace, folder, name), `About ${name}.\n`);
  const manifest = join(workspace, 'strata.json');
  await writeFile(
    manifest,
    (await readFile(manifest, 'utf8')).replace('"README.md",', `"README.md", "${folder}/fog.md", "${folder}/gale.md",`),
  );
  await page.getByRole('searchbox', { name: 'Filter sections' }).fill('templates');
  const isCut = (part: string): Promise<boolean> =>
    page
      .locator(`.name[title$="templates/gale.md"] > ${part}`)
      .first()
      .evaluate((element) => {
        const text = new Range();
        text.selectNodeContents(element);
        return text.getBoundingClientRect().width > element.getBoundingClientRect().width;
      });
  await expect.poll(() => isCut('.path-folders')).toBe(true);
  expect(await isCut('.path-end')).toBe(false);
  await expect(page.locator('.status-bar')).toContainText(/watching \d+ files in \d+ folders/);
  await shot('tiers-long-paths');
});

test('a breakpoint says how long it lives only where the rules of the chosen model say so', async ({
  app,
  page,
  workspace,
  shot,
}) => {
  const zone = prompt(page).locator('.breakpoint-zone').first();
  const onRuler = page.locator('.ruler-break').first();
  await expect(zone).toHaveText(/^cache breakpoint · L\d · lifetime 5m$/);
  const manifest = join(workspace, 'strata.json');
  const text = await readFile(manifest, 'utf8');
  const settings: object = JSON.parse(text);
  for (const [model, words] of [
    ['gpt-5.6', 'lifetime 30m or longer'],
    ['gpt-5', 'not used by this model (OpenAI API)'],
    ['gemini-2.5-pro', 'not used by this model (Gemini API, implicit caching)'],
    ['mystery-9', 'use by this model unknown'],
  ] as const) {
    await writeFile(manifest, JSON.stringify({ ...settings, model }));
    await expect(zone).toContainText(words);
    await expect.poll(() => onRuler.getAttribute('title')).toContain(words);
  }
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(app, theme);
    await shot(`breakpoint-unknown-model-${theme}`);
  }
});
