// A large request of an agent, read as a conversation.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { root } from '../../../build/setup/paths.mjs';
import { largeRequest } from '../../support/agent-session';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test } from '../../support/app/launch';
import { clipboardText, conversation, prompt, rowOf, shownTotal, source, useTheme } from '../../support/app/window';

const talk = conversation;

async function resize(app: ElectronApplication, page: Page, width: number, height: number): Promise<void> {
  await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
    width,
    height,
  ] as [number, number]);
  await page.waitForFunction((wanted) => window.innerWidth === wanted, width);
}

async function pictures(app: ElectronApplication, page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [1000, 700],
    [1440, 900],
  ] as const) {
    await resize(app, page, width, height);
    for (const theme of ['dark', 'light'] as const) {
      await useTheme(app, theme);
      await page.screenshot({ path: join(root, 'test', 'output', `${name}-${width}-${theme}.png`) });
      // The rules are the same at any width.
      if (width === 1000) expect(await seriousProblems(page)).toEqual([]);
    }
  }
}

/** About 150,000 tokens, 40 tools, 80 messages. */
async function writeRequest(folder: string): Promise<string> {
  const path = join(folder, 'agent.json');
  await writeFile(path, largeRequest());
  return path;
}

test('a large request is read as a conversation: tools, calls, results, images', async ({ launch, folder }) => {
  const { app, page } = await launch({ workspace: await writeRequest(folder) });
  await expect(talk(page)).toBeVisible();
  expect(await shownTotal(page)).toBeGreaterThan(140_000);

  // What is folded at first, and what is not.
  await expect(talk(page).getByRole('button', { name: 'Open 40 tools' })).toBeVisible();
  await pictures(app, page, 'conversation');

  await talk(page).getByRole('button', { name: 'Open 40 tools' }).click();
  await talk(page).getByRole('button', { name: 'Open Bash' }).click();
  await expect(talk(page)).toContainText('Runs a shell command and returns what it prints.');
  await expect(talk(page)).toContainText('"command": {');
  await pictures(app, page, 'conversation-tools');
  await talk(page).getByRole('button', { name: 'Fold 40 tools' }).click();

  // A call is named in the list by its tool; the conversation follows the selection.
  await page.getByLabel('Filter sections').fill('result of Bash');
  await expect(rowOf(page, 'tools')).toHaveCount(0);
  await rowOf(page, 'result of Bash').first().click();
  await expect(talk(page).locator('.is-selected').first()).toContainText('result of Bash');
  await page.getByLabel('Filter sections').fill('');
  await expect(rowOf(page, 'Bash').first()).toBeVisible();
  await pictures(app, page, 'conversation-results');

  // An image is a picture.
  await page.getByLabel('Filter sections').fill('image');
  await expect(rowOf(page, 'tools')).toHaveCount(0);
  await page.locator('.section-row.kind-image').first().click();
  const image = talk(page).locator('img').first();
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(96);
  await page.getByLabel('Filter sections').fill('');
  await expect(talk(page)).toContainText('harbour-rules.txt');
  await expect(talk(page)).toContainText('system-reminder');
  await pictures(app, page, 'conversation-image');
});

test('a conversation leads to its file, is copied, searched, and seen as text', async ({ launch, folder }) => {
  const { app, page } = await launch({ workspace: await writeRequest(folder) });
  await page.getByLabel('Filter sections').fill('harbour-rules.txt');
  await expect(rowOf(page, 'tools')).toHaveCount(0);
  await rowOf(page, 'harbour-rules.txt').first().click();
  await page.getByLabel('Filter sections').fill('');

  // A click leads to the place in the file.
  await talk(page).getByText('Survey every pier').click();
  await expect(source(page).locator('.view-line', { hasText: 'Survey every pier' }).first()).toBeVisible();

  // The source opened beside it and the lines wrap anew: what was clicked stays in view.
  await expect(talk(page).getByText('Survey every pier')).toBeInViewport();

  // Copy gives the text of the block. Rows out of view are not in the page: its section leads there.
  await page.getByLabel('Filter sections').fill('thinking');
  await expect(rowOf(page, 'tools')).toHaveCount(0);
  await rowOf(page, 'thinking').first().click();
  await page.getByLabel('Filter sections').fill('');
  const thinking = talk(page).locator('.talk-block', { hasText: 'thinking' }).first();
  await thinking.getByRole('button', { name: 'Open thinking' }).click();
  await expect(talk(page)).toContainText('I look at pier 1.');
  await thinking.hover();
  await thinking.getByRole('button', { name: 'Copy thinking' }).click();
  await expect.poll(() => clipboardText(app)).toMatch(/^I look at pier 1\./);

  // The text is one key away, and back.
  await page.keyboard.press('Control+b');
  await expect(talk(page)).toHaveCount(0);
  await expect(prompt(page)).toContainText('I look at pier 1.');
  await pictures(app, page, 'conversation-text');
  await page.keyboard.press('Control+b');
  await expect(talk(page)).toBeVisible();

  // Find looks everywhere, in what is folded too.
  await talk(page).focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('returns what it prints');
  await expect(page.getByRole('search')).toContainText('1 of 1');
  await expect(talk(page).getByText('Runs a shell command')).toBeInViewport();
  await page.getByLabel('Find in the conversation').fill('I look at pier');
  await expect(page.getByRole('search')).toContainText('1 of 20');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('search')).toContainText('2 of 20');
  await expect(talk(page).getByText('I look at pier 5.')).toBeInViewport();
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('search')).toContainText('1 of 20');
  await pictures(app, page, 'conversation-find');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('search')).toHaveCount(0);

  // By keyboard: down, and folded.
  await expect(talk(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(talk(page).locator('[aria-current=true]')).toBeVisible();
});

test('80 messages are crossed by number, by keys, and as an outline', async ({ launch, folder }) => {
  const { app, page } = await launch({ workspace: await writeRequest(folder) });
  await expect(talk(page)).toBeVisible();
  const number = page.getByLabel('Go to message');
  await number.fill('40');
  await page.keyboard.press('Enter');
  await expect(number).toHaveValue('40');
  await expect(talk(page).locator('.talk-message.role-user', { hasText: '40' })).toBeInViewport();

  // By keys: the next message, its text, what it lies in, folded, opened.
  await talk(page).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(number).toHaveValue('41');
  const current = talk(page).locator('[aria-current=true]');
  await expect(current).toContainText('assistant');
  await page.keyboard.press('ArrowDown');
  await expect(current).not.toContainText('assistant');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(current).toContainText('assistant');
  await page.keyboard.press('ArrowLeft');
  await expect(current.getByRole('button', { name: 'Open message 41' })).toBeVisible();
  await expect(current.locator('.talk-preview')).toContainText('Step 39:');
  await page.keyboard.press('ArrowRight');
  await expect(current.getByRole('button', { name: 'Fold message 41' })).toBeVisible();

  // All folded is an outline: one line a message.
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(talk(page).getByRole('button', { name: 'Open message 42' })).toBeVisible();
  await expect(number).toHaveValue('41');
  await pictures(app, page, 'conversation-outline');
  await page.getByRole('button', { name: 'Open all' }).click();
  await expect(talk(page).getByRole('button', { name: 'Fold message 41' })).toBeVisible();

  // A section of a text folds as well.
  await number.fill('2');
  await page.keyboard.press('Enter');
  await talk(page).getByRole('button', { name: 'Fold system-reminder' }).first().click();
  await expect(talk(page).getByRole('button', { name: 'Open system-reminder' })).toBeVisible();

  // What can be done with a row is in its menu.
  await talk(page).getByText('Survey every pier').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy message 2' }).click();
  await expect.poll(() => clipboardText(app)).toContain('Survey every pier and tell me what is loose.');
});

test('hidden characters are written out; the text begins with its tools folded', async ({ launch, folder }) => {
  const path = join(folder, 'hidden.json');
  const tools = ['look', 'open'].map((name) => ({
    name,
    description: `Use it to ${name}.`,
    input_schema: { type: 'object', properties: { what: { type: 'string' } } },
  }));
  await writeFile(
    path,
    JSON.stringify({
      model: 'claude-sonnet-4-5',
      max_tokens: 9,
      tools,
      system: 'Be brief.',
      messages: [{ role: 'user', content: 'a\u200bb \u202etxt.exe' }],
    }),
  );
  const { app, page } = await launch({ workspace: path });
  await expect(talk(page).locator('.talk-hidden').first()).toHaveAttribute('data-code', 'U+200B');
  await expect(talk(page).locator('.talk-hidden').nth(1)).toHaveAttribute('data-code', 'U+202E');
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect(prompt(page)).toContainText('Be brief.');
  await expect(prompt(page).locator('.view-line', { hasText: 'Use it to look.' })).toHaveCount(0);
  await page.screenshot({ path: join(root, 'test', 'output', 'text-tools-folded.png') });

  // A tool that is selected is unfolded, copied as text, and leads to its place.
  await rowOf(page, 'open').click();
  const line = prompt(page).locator('.view-line', { hasText: 'Use it to open.' });
  await expect(line).toBeVisible();
  await page.screenshot({ path: join(root, 'test', 'output', 'text-tools-open.png') });
  await line.click({ position: { x: 8, y: 8 } });
  await expect(page.getByRole('tab', { name: 'hidden.json' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('copy selected section');
  await page.keyboard.press('Enter');
  await expect.poll(() => clipboardText(app)).toMatch(/^open\nUse it to open\.\n\n\{\n {2}"type": "object"/);
});
