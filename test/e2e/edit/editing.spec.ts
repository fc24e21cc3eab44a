import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../../support/app/launch';
import { prompt, rowOf, shownTotal, source } from '../../support/app/window';

const agent = (workspace: string): string => join(workspace, 'agents', 'harbor', 'agent.json');

test('an edit on disk shows in the prompt and in the counts', async ({ page, workspace }) => {
  await expect(prompt(page)).toContainText('You are Harbor');
  const before = await shownTotal(page);
  const text = await readFile(agent(workspace), 'utf8');
  await writeFile(
    agent(workspace),
    text.replace('You are Harbor,', 'You are Harbor, who answers to nobody but the weather and the tide,'),
  );
  await expect(prompt(page)).toContainText('nobody but the weather');
  await expect.poll(() => shownTotal(page)).toBeGreaterThan(before);
  await expect(rowOf(page, 'Identity').locator('.changed-dot')).toBeVisible();
});

test('typed text shows in the prompt and in the counts before it is saved', async ({ page, workspace, shot }) => {
  await expect(prompt(page)).toContainText('You are Harbor');
  const before = await shownTotal(page);
  const onDisk = await readFile(agent(workspace), 'utf8');
  await prompt(page)
    .locator('.view-line', { hasText: 'You are Harbor' })
    .click({ position: { x: 4, y: 8 } });
  await expect(source(page).locator('.view-line', { hasText: 'You are Harbor' })).toBeVisible();
  await page.keyboard.press('Control+3');
  await page.keyboard.insertText('Good morning, crew of the archipelago. ');
  await expect(prompt(page)).toContainText('Good morning, crew of the archipelago. You are Harbor');
  await expect.poll(() => shownTotal(page)).toBeGreaterThan(before);
  await expect(page.getByLabel('unsaved')).toBeVisible();
  expect(await readFile(agent(workspace), 'utf8')).toBe(onDisk);
  await shot('typing');
  await page.keyboard.press('Control+s');
  await expect(page.getByLabel('unsaved')).toHaveCount(0);
  expect(await readFile(agent(workspace), 'utf8')).toBe(
    onDisk.replace('You are Harbor', 'Good morning, crew of the archipelago. You are Harbor'),
  );
});

test('a save leaves all other line ends unchanged', async ({ page, workspace }) => {
  await expect(prompt(page)).toContainText('You are Harbor');
  const mixed = (await readFile(agent(workspace), 'utf8'))
    .split('\n')
    .map((line, index) => line + (index % 3 === 0 ? '\r\n' : '\n'))
    .join('')
    .trimEnd();
  await writeFile(agent(workspace), mixed);
  await prompt(page)
    .locator('.view-line', { hasText: 'You are Harbor' })
    .click({ position: { x: 4, y: 8 } });
  await expect(source(page).locator('.view-line', { hasText: 'You are Harbor' })).toBeVisible();
  await page.keyboard.press('Control+3');
  await page.keyboard.insertText('X');
  await expect(prompt(page)).toContainText('XYou are Harbor');
  await page.keyboard.press('Control+s');
  await expect(page.getByLabel('unsaved')).toHaveCount(0);
  expect(await readFile(agent(workspace), 'utf8')).toBe(mixed.replace('You are Harbor', 'XYou are Harbor'));
});

test('a broken file keeps the last good prompt, marked stale, with the error at its line', async ({
  page,
  workspace,
  shot,
}) => {
  await expect(prompt(page)).toContainText('You are Harbor');
  const before = await shownTotal(page);
  const text = await readFile(agent(workspace), 'utf8');
  await writeFile(agent(workspace), text.replace('"description"', '"description'));
  await expect(page.locator('.note-stale')).toContainText('last good prompt');
  await expect(prompt(page)).toContainText('You are Harbor');
  expect(await shownTotal(page)).toBe(before);
  const finding = page.locator('.finding-error').first();
  await expect(finding).toContainText('agent.json:3');
  await shot('stale');
  await finding.click();
  await expect(page.getByRole('tab', { name: 'agent.json' })).toBeVisible();
  await writeFile(agent(workspace), text);
  await expect(page.locator('.note-stale')).toHaveCount(0);
});

test('a file changed on disk under an edit asks the user, and neither side is lost', async ({
  page,
  workspace,
  shot,
}) => {
  await prompt(page)
    .locator('.view-line', { hasText: 'You are Harbor' })
    .click({ position: { x: 4, y: 8 } });
  await expect(source(page).locator('.view-line', { hasText: 'You are Harbor' })).toBeVisible();
  await page.keyboard.press('Control+3');
  await page.keyboard.insertText('Mine. ');
  await expect(prompt(page)).toContainText('Mine. You are Harbor');
  const text = await readFile(agent(workspace), 'utf8');
  await writeFile(agent(workspace), text.replace('You are Harbor', 'Theirs. You are Harbor'));
  await expect(page.locator('.note-conflict')).toBeVisible();
  await expect(prompt(page)).toContainText('Mine. You are Harbor');
  await shot('conflict');
  await page.getByRole('button', { name: 'Compare and merge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use the version on disk' }).click();
  await expect(prompt(page)).toContainText('Theirs. You are Harbor');
  await expect(page.locator('.note-conflict')).toHaveCount(0);
});

test('the line being typed stays in sight when a note comes up above it', async ({ page, workspace }) => {
  const long = `${'A line of the log.\n'.repeat(200)}The last one.`;
  await writeFile(agent(workspace), `${await readFile(agent(workspace), 'utf8')}${'\n'.repeat(200)}`);
  await prompt(page)
    .locator('.view-line', { hasText: 'You are Harbor' })
    .click({ position: { x: 4, y: 8 } });
  await expect(source(page).locator('.view-line', { hasText: 'You are Harbor' })).toBeVisible();
  await page.keyboard.press('Control+3');
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(long);
  await expect(source(page).locator('.view-line', { hasText: 'The last one.' })).toBeInViewport();
  await writeFile(agent(workspace), '{ "theirs": true }\n');
  await expect(page.locator('.note-conflict')).toBeVisible();
  const line = source(page).locator('.view-line', { hasText: 'The last one.' });
  await expect(line).toBeInViewport();
  const [below, pane] = [await line.boundingBox(), await source(page).boundingBox()];
  expect((below?.y ?? NaN) + (below?.height ?? NaN)).toBeLessThanOrEqual((pane?.y ?? 0) + (pane?.height ?? 0) + 1);
});

test('a file deleted while open keeps the typed text', async ({ page, workspace }) => {
  await prompt(page)
    .locator('.view-line', { hasText: 'You are Harbor' })
    .click({ position: { x: 4, y: 8 } });
  await expect(source(page).locator('.view-line', { hasText: 'You are Harbor' })).toBeVisible();
  await page.keyboard.press('Control+3');
  await page.keyboard.insertText('Kept. ');
  await expect(prompt(page)).toContainText('Kept. You are Harbor');
  await rm(agent(workspace));
  await page.keyboard.insertText('Still. ');
  await expect(source(page)).toContainText('Kept. Still.');
  await expect(page.locator('.note-conflict')).toContainText('Deleted on disk');
  await page.keyboard.press('Control+s');
  await page
    .getByRole('dialog', { name: /was deleted on disk/ })
    .getByRole('button', { name: 'Save mine again' })
    .click();
  await expect.poll(() => readFile(agent(workspace), 'utf8').catch(() => '')).toContain('Kept. Still. You are Harbor');
});
