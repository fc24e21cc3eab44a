import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { expect, test } from '../../support/app/launch';
import { seriousProblems } from '../../support/app/accessibility';
import { answerFolderDialog, clipboardText, prompt, rowOf, source, useTheme } from '../../support/app/window';

const agent = (workspace: string): string => join(workspace, 'agents', 'harbor', 'agent.json');

test('changes name the first changed section and show its text', async ({ page, workspace, shot }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.getByRole('tab', { name: 'Changes' }).click();
  await expect(page.getByText('Nothing to compare with yet')).toBeVisible();
  const text = await readFile(agent(workspace), 'utf8');
  await writeFile(agent(workspace), text.replace('short sentences, no drama', 'long sentences, much drama'));
  await expect(page.locator('.panel-answer')).toContainText('First change: Identity');
  await expect(page.locator('.change-row')).toHaveCount(1);
  await expect(page.getByTestId('diff')).toContainText('much drama');
  await shot('changes');
});

test('another setting is compared without being chosen', async ({ page }) => {
  await expect(rowOf(page, 'Background')).toHaveClass(/kind-omitted/);
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.getByRole('button', { name: /Compared with/ }).click();
  await page.getByRole('option', { name: /Background: on/ }).click();
  await expect(page.locator('.change-row', { hasText: 'Background' })).toBeVisible();
  await expect(rowOf(page, 'Background')).toHaveClass(/kind-omitted/);
});

test('every build is kept with its cause, and a pinned build survives a restart', async ({ launch, workspace }) => {
  const first = await launch({ workspace });
  await expect(rowOf(first.page, 'Identity')).toBeVisible();
  const text = await readFile(agent(workspace), 'utf8');
  await writeFile(agent(workspace), text.replace('short sentences', 'very short sentences'));
  await expect(prompt(first.page)).toContainText('very short sentences');
  await first.page.getByRole('tab', { name: 'History' }).click();
  await expect(first.page.locator('.history-row')).toHaveCount(2);
  await expect(first.page.locator('.history-row').first()).toContainText('agent.json');
  await first.page.locator('.history-row').last().getByRole('button', { name: 'Pin' }).click();
  await expect(first.page.getByRole('button', { name: 'Pinned' })).toBeVisible();
  await first.app.close();

  const { page } = await launch({ workspace });
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.getByRole('button', { name: /Compared with/ }).click();
  await page.getByRole('option', { name: 'the pinned build' }).click();
  await expect(page.locator('.panel-answer')).toContainText('First change: Identity');
});

test('a build pinned in the history is the cache reference, and the reverse', async ({ page, workspace }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const text = await readFile(agent(workspace), 'utf8');
  for (const words of ['very short sentences', 'endless sentences']) {
    await writeFile(agent(workspace), text.replace('short sentences', words));
    await expect(prompt(page)).toContainText(words);
  }
  await page.getByRole('tab', { name: 'History' }).click();
  await page.locator('.history-row').nth(1).getByRole('button', { name: 'Pin' }).click();
  await expect(page.locator('.history-row').nth(1).getByRole('button', { name: 'Pinned' })).toBeVisible();
  await page.getByRole('tab', { name: 'Cache' }).click();
  await page.getByTestId('money').getByRole('button', { name: 'Warm', exact: true }).click();
  await page
    .getByRole('tabpanel', { name: 'Cache' })
    .getByRole('button', { name: /Sent before/ })
    .click();
  await page.getByRole('option', { name: /pinned/ }).click();
  await expect(page.getByLabel('What does the next request cost?')).toContainText(
    /If the pinned build \(revision \d+\) was sent before, first difference/,
  );
  await page.getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(page.getByLabel('What does the next request cost?')).toContainText('nothing differs');
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.locator('.history-row').first().getByRole('button', { name: 'Pinned' })).toBeVisible();
});

test('a secret is named before it leaves, and masked on request', async ({ app, page, workspace, shot }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const secret = `sk-ant-api03-${'A1b2'.repeat(10)}`;
  const text = await readFile(agent(workspace), 'utf8');
  await writeFile(agent(workspace), text.replace('You are Harbor,', `Use ${secret}. You are Harbor,`));
  await expect(prompt(page)).toContainText(secret);
  await page.keyboard.press('Control+e');
  await expect(page.getByRole('dialog')).toContainText('Anthropic key');
  await expect(page.getByRole('dialog')).not.toContainText(secret);
  await page.getByText('Anthropic JSON').click();
  await shot('export');
  await page.getByRole('button', { name: 'Copy to clipboard' }).click();
  await expect(page.getByText(/as Anthropic JSON, 1 secret masked/)).toBeVisible();
  const copied = await clipboardText(app);
  expect(copied).not.toContain(secret);
  expect(JSON.parse(copied)).toHaveProperty('system');
});

test('the Copy button asks before a secret leaves; without one it copies at once', async ({
  app,
  page,
  workspace,
  shot,
}) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const secret = `sk-ant-api03-${'A1b2'.repeat(10)}`;
  const text = await readFile(agent(workspace), 'utf8');
  await writeFile(agent(workspace), text.replace('You are Harbor,', `Use ${secret}. You are Harbor,`));
  await expect(prompt(page)).toContainText(secret);
  await app.evaluate(({ clipboard }) => clipboard.writeText('before'));
  const copy = page.getByRole('button', { name: 'Copy', exact: true });
  await copy.click();
  await expect(page.getByRole('dialog')).toContainText('Anthropic key');
  await expect(page.getByRole('dialog')).not.toContainText(secret);
  await shot('secrets');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await clipboardText(app)).toBe('before');
  await copy.click();
  await page.getByRole('button', { name: 'Copy masked' }).click();
  await expect(page.getByText(/as plain text, 1 secret masked/)).toBeVisible();
  expect(await clipboardText(app)).not.toContain(secret);
  await copy.click();
  await page.getByRole('button', { name: 'Copy as it is' }).click();
  await expect.poll(() => clipboardText(app)).toContain(secret);
  await page.getByRole('button', { name: 'More ways to copy' }).click();
  await page.getByRole('menuitem', { name: 'cURL command' }).click();
  await page.getByRole('button', { name: 'Copy masked' }).click();
  await expect(page.getByText(/as cURL command, 1 secret masked/)).toBeVisible();
  expect(await clipboardText(app)).toMatch(/^curl https:\/\/api\.anthropic\.com\/v1\/messages/);
});

test('the palette runs a command and finds a section', async ({ app, page, shot }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('memories');
  await shot('palette');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Memories')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('anthropic json');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/as Anthropic JSON/)).toBeVisible();
  expect(JSON.parse(await clipboardText(app))).toHaveProperty('messages');
});

test.describe('a missing file', () => {
  test.use({ source: join(root, 'build', 'examples', 'layered') });
  test('can be started from the row that lacks it', async ({ launch, workspace }) => {
    await rm(join(workspace, 'TOOLS.md'));
    const { app, page } = await launch({ workspace });
    const missing = page.getByRole('treeitem', { name: /Enter creates .*TOOLS\.md$/ }).first();
    await missing.click();
    for (const theme of ['light', 'dark'] as const) {
      await useTheme(app, theme);
      expect(await seriousProblems(page), theme).toEqual([]);
    }
    await page.getByRole('button', { name: /^Create .*TOOLS\.md$/ }).click();
    await expect(page.getByRole('tab', { name: 'TOOLS.md' })).toBeVisible();
    await page.keyboard.press('Control+3');
    await page.keyboard.insertText('Written from its omission.');
    await expect(prompt(page)).toContainText('Written from its omission.');
    await page.keyboard.press('Control+s');
    await expect
      .poll(() => readFile(join(workspace, 'TOOLS.md'), 'utf8').catch(() => ''))
      .toContain('Written from its omission.');
    await expect(source(page)).toContainText('Written from its omission.');
  });
});

test('an unknown folder says what was looked for, and offers the examples', async ({ launch, folder }) => {
  const { page } = await launch({ workspace: folder });
  await page.getByText('What was looked for').click();
  await expect(page.locator('.looked-for')).toContainText('agents/*/agent.json');
  await expect(page.getByRole('button', { name: 'Tagged sections' })).toBeVisible();
});

test('the first run shows an example and explains it', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('dialog')).toContainText('The whole request, to scale');
  for (let stop = 1; stop < 6; stop += 1) {
    await expect(page.getByRole('dialog')).toContainText(`${stop} of 6`);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
  }
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rowOf(page, '1 system')).toBeVisible();
  await expect(page.getByTestId('money')).toContainText(/\$0\.\d+ cold · ≈ \$0\.\d+ warm/);
});

test('a second window has its own workspace', async ({ app, page }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const opened = app.waitForEvent('window');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new window');
  await page.keyboard.press('Enter');
  const other = await opened;
  await expect(other.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  await expect(rowOf(page, 'Identity')).toBeVisible();
});

test('another workspace is compared without being opened', async ({ app, page, workspace, folder }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const other = join(folder, 'other');
  await cp(workspace, other, { recursive: true });
  const text = await readFile(agent(other), 'utf8');
  await writeFile(agent(other), text.replace('short sentences, no drama', 'other sentences, other drama'));
  await answerFolderDialog(app, other);
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.getByRole('button', { name: /Compared with/ }).click();
  await page.getByRole('option', { name: 'another folder…' }).click();
  await expect(page.locator('.panel-answer')).toContainText('First difference: Identity');
  await expect(page.getByTestId('diff')).toContainText('other drama');
  await expect(page.locator('.change-row', { hasText: 'Identity' }).locator('.tokens').first()).toHaveAttribute(
    'title',
    /between \d+ and \d+.*estimated/,
  );
  await expect(prompt(page)).toContainText('no drama');
});

test.describe('the catalogue', () => {
  test.use({ source: join(root, 'build', 'examples', 'part-catalog') });
  test('compares the shipped parts with a folder of others, and shows declared and measured tokens', async ({
    app,
    page,
    folder,
    shot,
  }) => {
    const parts = join(folder, 'parts');
    // Called before anything is written: V8 may collect a pending evaluation while the app builds (Playwright #33737).
    await answerFolderDialog(app, parts);
    await mkdir(parts);
    await writeFile(
      join(parts, 'main.md'),
      "<!--\nname: 'System Prompt: Main'\ndescription: Another main part\nccVersion: 9.9.9\n-->\nYou " +
        'are somebody else entirely.\n',
    );
    await page.getByRole('tab', { name: 'Catalogue' }).click();
    const included = page.locator('.part-row', { hasText: '✓ in' }).first();
    await expect(page.getByRole('columnheader', { name: 'Declared' })).toBeVisible();
    await expect(included.locator('.measured [title]')).toHaveAttribute('title', /tokens, estimated/);
    await page.getByRole('button', { name: 'Compare part sets…' }).click();
    await page.getByRole('button', { name: /as used in this folder/ }).click();
    await page.getByRole('option', { name: 'another folder…' }).click();
    await expect(page.locator('.changes-sum')).toContainText('1 changed');
    await expect(page.getByTestId('diff')).toContainText('somebody else entirely');
    await shot('catalogue-compare');
  });
});

test('a panel tab stays where it is pressed, and its release clicks nothing behind it', async ({ launch }) => {
  const { page } = await launch({ workspace: join(root, 'build', 'examples', 'part-catalog') });
  await expect(page.getByRole('dialog')).toContainText('1 of 6');
  await page.keyboard.press('Escape');
  const boxOf = async (name: string): Promise<{ readonly x: number; readonly y: number }> => {
    const box = await page.getByRole('tab', { name }).boundingBox();
    if (box === null) throw new Error(`no tab ${name}`);
    return { x: box.x + 10, y: box.y + 10 };
  };
  const drawn = (): Promise<void> =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
  await page.getByRole('tab', { name: 'Catalogue' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Catalogue' })).toBeVisible();
  await drawn();
  const high = await boxOf('Messages');
  await page.mouse.move(high.x, high.y);
  await page.mouse.down();
  await expect(page.getByRole('tabpanel', { name: 'Messages' })).toBeVisible();
  await drawn();
  expect(await boxOf('Messages')).toEqual(high);
  await page.mouse.up();
  // The panel is lower than the one before.
  await expect.poll(async () => (await boxOf('Messages')).y).toBeGreaterThan(high.y + 20);
  await expect(page.getByRole('treeitem', { selected: true })).toHaveCount(0);
  // A release over the prompt whose press was elsewhere picks no text either.
  const line = await prompt(page).locator('.view-line', { hasText: 'IMPORTANT' }).first().boundingBox();
  if (line === null) throw new Error('no line');
  const low = await boxOf('Messages');
  await page.mouse.move(low.x, low.y);
  await page.mouse.down();
  await page.mouse.move(line.x + 40, line.y + 8);
  await page.mouse.up();
  await drawn();
  await expect(page.getByRole('treeitem', { selected: true })).toHaveCount(0);
});
