// Find over prompt, sources and section names.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test } from '../../support/app/launch';
import { largeRequest } from '../../support/agent-session';
import { clickMenu, conversation, prompt, runCommand, source, useTheme } from '../../support/app/window';

const field = 'Find in prompt, sources and sections';

test('one find looks in the prompt, in its files and in the names of sections, by keyboard', async ({
  app,
  page,
  shot,
}) => {
  await expect(prompt(page)).toContainText('You are Harbor');
  await page.keyboard.press('Control+Shift+F');
  await expect(page.getByLabel(field)).toBeFocused();
  await page.keyboard.type('memor');
  const pane = page.getByRole('search', { name: 'Find everywhere' });
  await expect(pane.getByRole('button', { name: /^Sections [1-9]/ })).toBeVisible();
  await expect(pane.getByRole('button', { name: /^Prompt [1-9]/ })).toBeVisible();
  await expect(pane.getByRole('button', { name: /^Sources [1-9]/ })).toBeVisible();
  await expect(pane.getByRole('status')).toHaveText(/^\d+ found$/);
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(app, theme);
    expect(await seriousProblems(page)).toEqual([]);
    await shot(`find-everywhere-${theme}`);
  }

  // The first place is chosen; a key goes to the next group, Enter goes there and the field keeps the focus.
  await expect(pane.getByRole('option', { selected: true })).toHaveCount(1);
  await page.keyboard.press('Control+ArrowDown');
  await expect(pane.getByRole('option', { selected: true }).locator('mark')).toHaveText(/memor/i);
  await page.keyboard.press('Enter');
  await expect(prompt(page).locator('.prompt-lit').first()).toHaveText(/memor/i);
  await expect(prompt(page).locator('.prompt-lit').first()).toBeInViewport();
  await expect(page.getByLabel(field)).toBeFocused();

  // A place in a file opens it there.
  await pane.getByRole('button', { name: /^Sources/ }).click();
  await page.getByLabel(field).focus();
  const chosen = pane.getByRole('option', { selected: true });
  await expect(chosen).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('crumbs')).toBeVisible();
  await expect(source(page).locator('.view-line', { hasText: /memor/i }).first()).toBeInViewport();

  // Escape leaves to where the user went.
  await page.keyboard.press('Escape');
  await expect(pane).toHaveCount(0);
  await expect(page.getByRole('tree', { name: 'Sections of the prompt' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-testid=source]') !== null))
    .toBe(true);
});

test('case and whole words count on demand, and words that are not found are reported', async ({ page }) => {
  await expect(prompt(page)).toContainText('You are Harbor');
  await runCommand(page, 'Find everywhere');
  await page.getByLabel(field).fill('harbor');
  const pane = page.getByRole('search', { name: 'Find everywhere' });
  const total = pane.getByRole('button', { name: /^All/ });
  await expect(total).toHaveText(/^All [1-9]/);
  const all = Number((await total.innerText()).replace(/\D/g, ''));
  await page.getByLabel(field).focus();
  await page.keyboard.press('Alt+c');
  await expect(pane.getByRole('button', { name: 'Match case' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => Number((await total.innerText()).replace(/\D/g, ''))).toBeLessThan(all);
  await page.keyboard.press('Alt+c');
  await page.getByLabel(field).fill('harbo');
  await page.keyboard.press('Alt+w');
  await expect(pane.getByRole('status')).toHaveText('Not found: “harbo”');
  await page.keyboard.press('Escape');
  await expect(pane).toHaveCount(0);
});

test('what is typed in a source is found before it is saved; a selected word is searched at once', async ({
  app,
  page,
}) => {
  await prompt(page)
    .locator('.view-line', { hasText: 'calm, precise' })
    .click({ position: { x: 60, y: 8 } });
  await expect(source(page).locator('.source-lit').first()).toBeVisible();
  await page.keyboard.press('Control+3');
  await page.keyboard.insertText('quernstone');
  await expect(prompt(page).locator('.view-line', { hasText: 'quernstone' })).toBeVisible();
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await expect(page.getByTestId('marked-source')).toBeVisible();
  await clickMenu(app, 'Find Everywhere');
  const pane = page.getByRole('search', { name: 'Find everywhere' });
  await expect(page.getByLabel(field)).toHaveValue('quernstone');
  await expect(pane.getByRole('button', { name: 'Prompt 1' })).toBeVisible();
  await expect(pane.getByRole('button', { name: 'Sources 1' })).toBeVisible();
});

test('a request of 150,000 tokens is searched with its tools, calls and results', async ({ launch, folder }) => {
  const path = join(folder, 'agent.json');
  await writeFile(path, largeRequest());
  const { page } = await launch({ workspace: path });
  await expect(conversation(page)).toBeVisible();
  await page.keyboard.press('Control+Shift+F');
  const pane = page.getByRole('search', { name: 'Find everywhere' });
  const go = async (words: string): Promise<void> => {
    await page.getByLabel(field).fill(words);
    await expect(pane.getByRole('status')).toHaveText(/found$/);
    await pane.getByRole('button', { name: /^Prompt/ }).click();
    await page.getByLabel(field).focus();
    await expect(pane.getByRole('option', { selected: true })).toHaveCount(1);
    await page.keyboard.press('Enter');
  };
  // In a folded tool, in folded thinking, and in a result far below.
  await go('returns what it prints');
  await expect(conversation(page).getByText('Runs a shell command')).toBeInViewport();
  await go('I look at pier 41.');
  await expect(conversation(page).getByText('I look at pier 41.')).toBeInViewport();
  await go('crane camera, frame 72');
  await expect(conversation(page).getByText('frame 72')).toBeInViewport();
  await page.screenshot({ path: join('test', 'output', 'find-everywhere-large.png') });
  expect(await seriousProblems(page)).toEqual([]);
});
