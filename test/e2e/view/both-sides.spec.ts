// Prompt and source: the same text is highlighted on both sides, with its place in the file and its tokens.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { largeRequest } from '../../support/agent-session';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test } from '../../support/app/launch';
import { conversation, prompt, source, useTheme } from '../../support/app/window';

test('the same text is highlighted on both sides in one colour, and the place inside the file is named', async ({
  app,
  page,
  shot,
}) => {
  await prompt(page)
    .locator('.view-line', { hasText: 'calm, precise' })
    .click({ position: { x: 60, y: 8 } });
  await expect(page.getByTestId('crumbs')).toHaveText('agents/harbor/agent.json › identity');
  const lit = page.locator('.prompt-lit').first();
  await expect(lit).toContainText('calm, precise');
  const there = source(page).locator('.source-lit').first();
  await expect(there).toBeVisible();
  const colour = (which: typeof lit): Promise<string> =>
    which.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(there).toHaveCSS('background-color', await colour(lit));
  expect((await source(page).locator('.source-lit').allInnerTexts()).join('')).toContain('calm,');
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(app, theme);
    await shot(`both-sides-${theme}`);
  }
  expect(await seriousProblems(page)).toEqual([]);
});

/** How far the first of these is from the middle of its pane, as a share of the pane's height. */
function offCentre(lit: Locator, pane: Locator): Promise<number> {
  return Promise.all([lit.first().boundingBox(), pane.boundingBox()]).then(([inner, outer]) =>
    inner === null || outer === null
      ? 1
      : Math.abs(inner.y + inner.height / 2 - outer.y - outer.height / 2) / outer.height,
  );
}

test('the first click opens Source with the text in the middle, and the prompt keeps it in the middle', async ({
  page,
  shot,
}) => {
  const line = prompt(page).locator('.view-line', { hasText: 'A fallback harbour lies at most' });
  await line.click({ position: { x: 90, y: 8 } });
  await expect(source(page).locator('.source-lit').first()).toBeVisible();
  await expect.poll(() => offCentre(source(page).locator('.source-lit'), source(page))).toBeLessThan(0.2);
  await expect.poll(() => offCentre(prompt(page).locator('.prompt-lit'), prompt(page))).toBeLessThan(0.2);
  await shot('both-sides-first-click');
});

test('the cursor in Source highlights its text in the conversation too', async ({ launch, folder }) => {
  const path = join(folder, 'agent.json');
  await writeFile(path, largeRequest());
  const { page } = await launch({ workspace: path });
  await expect(conversation(page)).toBeVisible();
  const lit = (): Promise<string> =>
    page.evaluate(() => [...(CSS.highlights.get('talk-lit') ?? [])].map(String).join('|'));

  // A click highlights the text where it was clicked, and the text stays in view when Source opens beside it.
  await page.getByLabel('Go to message').fill('5');
  await page.keyboard.press('Enter');
  await conversation(page)
    .getByText('Step 3:')
    .click({ position: { x: 40, y: 8 } });
  await expect.poll(lit).toContain('Step 3:');
  await expect(conversation(page).getByText('Step 3:')).toBeInViewport();

  // A place far below, gone to in Source.
  await page.keyboard.press('Control+Shift+F');
  await page.getByLabel('Find in prompt, sources and sections').fill('crane camera, frame 72');
  await page.getByRole('button', { name: 'Sources 1' }).click();
  await page.getByLabel('Find in prompt, sources and sections').focus();
  await page.keyboard.press('Enter');
  await expect.poll(lit).toBe('The crane camera, frame 72.');
  await expect(conversation(page).getByText('frame 72.')).toBeInViewport();
  await page.keyboard.press('Escape');

  // The highlight follows the cursor.
  await page.keyboard.press('Control+3');
  await page.keyboard.press('Control+End');
  await expect.poll(lit).toBe('');
  await page.screenshot({ path: join('test', 'output', 'both-sides-conversation.png') });
});

test('a selection says its tokens, and on demand where they begin', async ({ page, shot }) => {
  await expect(prompt(page)).toContainText('You are Harbor');
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+End');
  const note = page.getByTestId('marked-prompt');
  await expect(note).toHaveText(/^\d+ ≈ tokens selected · \d+ charactersBoundaries$/);
  await note.getByRole('button', { name: 'Boundaries' }).click();
  await expect(prompt(page).locator('.token-odd').first()).toBeVisible();
  const parts = await prompt(page).locator('.token-even, .token-odd').allInnerTexts();
  expect(parts.join('').replaceAll('\u00a0', ' ')).toContain('You are Harbor');
  await shot('token-boundaries');
  await page.keyboard.press('Control+2');
  await page.keyboard.press('ArrowLeft');
  await expect(note).toHaveCount(0);
  await expect(prompt(page).locator('.token-odd')).toHaveCount(0);
});
