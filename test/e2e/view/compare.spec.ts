// Comparison in the main view, and tried breakpoints taken out.
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test } from '../../support/app/launch';
import { clipboardText, prompt, rowOf, useTheme } from '../../support/app/window';
import { patchedJson, patchOperations } from '../../support/json-patch';

test('two settings stand side by side, with what they share from the start', async ({ app, page, shot }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const compare = page.getByTestId('compare');
  await expect(compare).toContainText('Nothing to compare with yet');
  await compare.locator('.select-button').click();
  await page.getByRole('option', { name: 'Background: on' }).click();
  await expect(compare.locator('.compare-sum')).toHaveText(
    /^[\d,]+ ≈ tokens shared from the start \(\d+ % of this side\), up to .*\. 1 section differs: −\d+ ≈ tokens\.$/,
  );
  await expect(compare.locator('.prefix-bar')).toHaveCount(2);
  // What only one side has says which side.
  await expect(compare.locator('.compare-part')).toHaveText(/^only in Background \(on\): \S.* \d+$/);
  await expect(compare.getByTestId('diff')).toContainText('<Background>');
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(app, theme);
    await shot(`compare-${theme}`);
    expect(await seriousProblems(page)).toEqual([]);
  }
  await compare.getByRole('button', { name: 'Close' }).click();
  await expect(prompt(page)).toContainText('You are Harbor');
});

test('two agents on one folder stand side by side', async ({ launch, folder }) => {
  await writeFile(join(folder, 'strata.json'), '{ "architecture": "codex" }\n');
  await writeFile(join(folder, 'AGENTS.md'), '# Storefront\n\nRun the tests before you commit.\n');
  const { page } = await launch({ workspace: folder });
  await expect(prompt(page)).toContainText('Run the tests');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const compare = page.getByTestId('compare');
  await compare.locator('.select-button').click();
  await page.getByRole('option', { name: 'read as opencode' }).click();
  await expect(compare.locator('.compare-sum')).toContainText(/shared from the start|The same tools and text/);
});

test.describe('tried breakpoints', () => {
  test.use({ source: join(root, 'build', 'examples', 'tiered-messages') });

  test('are taken out as JSON and as a request, and put back', async ({ app, page, shot }) => {
    const handle = page.getByRole('slider', { name: 'Breakpoint 1' });
    await expect(handle).toHaveAttribute('aria-valuetext', /written$/);
    await handle.focus();
    await page.keyboard.press('Delete');
    const note = page.getByTestId('tried');
    await expect(note).toContainText(/Trying 3 breakpoints · \$0\.\d+ cold.* · \$0\.\d+ warm.* · not in any file/);
    await shot('tried');
    await note.getByRole('button', { name: 'Copy breakpoints' }).click();
    await page.getByRole('menuitem', { name: 'Copy the breakpoints as JSON' }).click();
    await expect(page.getByText('Copied 3 breakpoints as JSON')).toBeVisible();
    expect(JSON.parse(await clipboardText(app)).breakpoints).toHaveLength(3);
    await note.getByRole('button', { name: 'Copy breakpoints' }).click();
    await page.getByRole('menuitem', { name: 'Copy the request with them as Anthropic JSON' }).click();
    await expect(page.getByText(/^Copied [\d,]+ ≈ tokens as Anthropic JSON/)).toBeVisible();
    expect((await clipboardText(app)).match(/cache_control/g)).toHaveLength(3);
    await note.getByRole('button', { name: 'Copy breakpoints' }).click();
    await expect(page.getByRole('menuitem', { name: 'only a declared layout' })).toBeDisabled();
    await shot('take-out');
    await page.getByRole('menuitem', { name: 'Copy the request with them as Bedrock JSON' }).click();
    await expect(page.getByText(/^Copied [\d,]+ ≈ tokens as Bedrock JSON/)).toBeVisible();
    const converse = JSON.parse(await clipboardText(app));
    expect(converse.modelId).toBe('anthropic.claude-sonnet-5-5');
    expect(JSON.stringify(converse).match(/"cachePoint"/g)).toHaveLength(3);
    await note.getByRole('button', { name: 'Stop trying them' }).click();
    await expect(note).toHaveCount(0);
    await expect(page.getByRole('slider')).toHaveCount(4);
  });
});

test.describe('tried breakpoints of a declared layout', () => {
  test.use({ source: join(root, 'build', 'examples', 'declared') });

  test('stay beside two providers, and leave as a patch that strata.json takes', async ({
    app,
    page,
    workspace,
    shot,
  }) => {
    const handles = page.getByRole('slider');
    await expect(handles.first()).toBeVisible();
    const own = await handles.count();
    await handles.first().focus();
    await page.keyboard.press('Delete');
    const note = page.getByTestId('tried');
    await expect(note).toContainText(`Trying ${own - 1} breakpoint`);
    await page.getByRole('tab', { name: 'Cache' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Cache' });
    await panel.getByRole('button', { name: 'Turns' }).click();
    await panel.getByRole('button', { name: /compare with/ }).click();
    await page.getByRole('option', { name: 'OpenAI', exact: false }).filter({ hasText: 'gpt-5.6' }).first().click();
    await expect(panel.locator('.strip')).toHaveCount(2);
    await expect(note).toContainText(`Trying ${own - 1} breakpoint`);
    await expect(page.locator('.ruler-marker.is-tried')).toHaveCount(own - 1);
    await note.getByRole('button', { name: 'Copy breakpoints' }).click();
    await shot('take-out-declared');
    await page.getByRole('menuitem', { name: 'Copy a patch of strata.json' }).click();
    await expect(page.getByText('Copied a patch of strata.json')).toBeVisible();
    const operations = patchOperations.parse(JSON.parse(await clipboardText(app)));
    const manifest = join(workspace, 'strata.json');
    await writeFile(manifest, patchedJson(await readFile(manifest, 'utf8'), operations));
    await note.getByRole('button', { name: 'Stop trying them' }).click();
    await expect(note).toHaveCount(0);
    await expect(handles).toHaveCount(own - 1);
  });

  test('are not copied with a secret before somebody agreed', async ({ app, page, workspace }) => {
    await expect(page.getByRole('slider').first()).toBeVisible();
    const token = ['ghp', 'x4Jq9ZpT2mVb7LkR8sWd3NfY6hGc1QaEu0Bt'].join('_');
    await appendFile(join(workspace, 'rules', 'house.md'), `\nDeploy with ${token}.\n`);
    await expect(prompt(page)).toContainText('Deploy with');
    await page.getByRole('slider').first().focus();
    await page.keyboard.press('Delete');
    await page.getByTestId('tried').getByRole('button', { name: 'Copy breakpoints' }).click();
    await page.getByRole('menuitem', { name: 'Copy the request with them as Bedrock JSON' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy masked' }).click();
    await expect(page.getByText(/^Copied [\d,]+ ≈ tokens as Bedrock JSON, 1 secret masked/)).toBeVisible();
    const copied = await clipboardText(app);
    expect(copied).toContain('cachePoint');
    expect(copied).not.toContain(token);
  });
});
