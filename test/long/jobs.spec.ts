// Walks through the jobs that people come for in the window, among them those of docs/jobs, and takes pictures of each.
// With UPDATE=1 the pictures of the README and of docs/jobs are made anew.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { root } from '../../build/setup/paths.mjs';
import { expect, test } from '../support/app/launch';
import { pictures, resize } from '../support/app/pictures';
import { clipboardText, conversation, prompt, rowOf, source, typeBefore, useTheme } from '../support/app/window';
import { startFakeAgent, startScriptedProvider, type FakeAgent } from '../support/capture/running-agent';

const examples = join(root, 'build', 'examples');

/** A copy of an example for pictures: with a given name, a fixed clock and a made-up user. */
async function copyOf(example: string, folder: string, name: string): Promise<string> {
  const copy = join(folder, name);
  await cp(join(examples, example), copy, { recursive: true });
  const manifest = join(copy, 'strata.json');
  const text = await readFile(manifest, 'utf8');
  const pinned = { now: '2026-11-16T09:30:00.000Z', home: '/home/mira' };
  await writeFile(manifest, JSON.stringify({ ...pinned, ...JSON.parse(text) }, undefined, 2));
  return copy;
}

/** Takes the one picture of a page in docs, in a size that can still be read at half its width. */
async function pictureFor(
  document: string,
  app: ElectronApplication,
  page: Page,
  size = { width: 1280, height: 800 },
): Promise<void> {
  if (process.env['UPDATE'] !== '1') return;
  await mkdir(join(root, 'docs', 'pictures'), { recursive: true });
  await resize(app, page, size);
  await useTheme(app, 'light');
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.screenshot({ path: join(root, document) });
}

async function openPanel(page: Page, name: string): Promise<Locator> {
  await page.getByRole('tab', { name }).click();
  return page.getByRole('tabpanel', { name });
}

async function openCache(page: Page, view: string): Promise<Locator> {
  const panel = await openPanel(page, 'Cache');
  await panel.getByRole('button', { name: view, exact: true }).click();
  return panel;
}

test.beforeEach(() => test.setTimeout(300_000));

test('find the broken turn', async ({ launch, folder }) => {
  const path = join(folder, 'logs', 'morning.requests.jsonl');
  await cp(join(examples, 'requests', 'morning.requests.jsonl'), path);
  const { app, page } = await launch({ workspace: path });
  const panel = await openPanel(page, 'Sequence');
  await expect(panel.locator('.panel-answer')).toContainText('Request 3 broke the cache');
  await panel.getByRole('button', { name: 'Flags' }).click();
  const rows = panel.locator('.sequence-table tbody tr');
  await expect(rows.first()).toContainText('lost 2,094');
  await rows.first().locator('.row-open').click();
  await expect(panel.getByRole('complementary', { name: 'Request 3' })).toContainText('wind force');
  await pictureFor('docs/pictures/find-the-broken-turn.png', app, page);
  await pictures(app, page, 'job-broken-turn');
  await panel.getByRole('button', { name: 'Compare with 2' }).click();
  await expect(page.getByTestId('diff').first()).toContainText('wind force');
  await pictures(app, page, 'job-broken-turn-compared');
});

test('why is my bill high', async ({ launch, folder }) => {
  const { app, page } = await launch({ workspace: await copyOf('tiered-messages', folder, 'weather') });
  await expect(page.getByRole('slider')).toHaveCount(4);
  const sections = page.getByRole('region', { name: 'Sections' });
  await sections.getByRole('button', { name: 'Map' }).click();
  await expect(sections.locator('.treemap')).toBeVisible();
  const panel = await openCache(page, 'Turns');
  await expect(panel.locator('.strip-bar')).toHaveCount(6);
  await pictureFor('docs/pictures/why-is-my-bill-high.png', app, page);
  await pictures(app, page, 'job-bill');
});

test('where should my breakpoints go', async ({ launch, folder }) => {
  const { app, page } = await launch({ workspace: await copyOf('tiered-messages', folder, 'weather') });
  await expect(page.getByRole('slider')).toHaveCount(4);
  const panel = await openCache(page, 'Breakpoints');
  await panel.getByRole('button', { name: 'Find the best places' }).click();
  await expect(panel.getByRole('table', { name: 'Best places' })).toBeVisible({ timeout: 60_000 });
  await pictures(app, page, 'job-breakpoints');
  await panel.getByRole('button', { name: 'Try them here' }).click();
  await expect(page.getByTestId('tried')).toContainText('Trying');
  await pictureFor('docs/pictures/place-breakpoints.png', app, page);
  await page.getByTestId('tried').getByRole('button', { name: 'Copy breakpoints' }).click();
  await page.getByRole('menuitem', { name: 'Copy the breakpoints as JSON' }).click();
  // One that moves with the end of each request.
  expect(JSON.parse(await clipboardText(app))).toMatchObject({ breakpoints: [], end: '5m' });
  await pictures(app, page, 'job-breakpoints-tried');
});

test('what changes my prompt', async ({ launch, folder }) => {
  const { app, page } = await launch({ workspace: await copyOf('tagged-sections', folder, 'harbor') });
  await expect(prompt(page)).toContainText('You are Harbor');
  const panel = await openCache(page, 'Volatility');
  await panel.getByRole('button', { name: 'Look for it' }).click();
  await expect(panel.locator('.mover-clock')).toContainText('the clock, every minute');
  await pictureFor('docs/pictures/what-changes-my-prompt.png', app, page);
  await pictures(app, page, 'job-volatility');
});

test('capture my agent', async ({ launch, folder }) => {
  const provider = await startScriptedProvider();
  let agent: FakeAgent | undefined;
  try {
    const workspace = await copyOf('tagged-sections', folder, 'harbor');
    const { app, page } = await launch({ workspace, env: { ANTHROPIC_BASE_URL: provider.address } });
    await page.getByRole('button', { name: 'Capture' }).click();
    await page.getByRole('button', { name: 'Start capture' }).click();
    const lines = await page.getByLabel('Running capture').locator('pre').innerText();
    await pictures(app, page, 'job-capture-begun');
    agent = startFakeAgent(/ANTHROPIC_BASE_URL=(\S+)/.exec(lines)?.[1] ?? '');
    for (const what of ['turn', 'turn', 'turn', 'edit'] as const) await agent.send(what);
    const rows = page.getByLabel('Requests of the session').getByRole('row');
    await expect(rows.filter({ hasText: 'miss +$' })).toHaveAttribute('aria-current', 'true');
    await expect(conversation(page)).toContainText('You are Otter');
    await page.getByRole('separator', { name: 'Resize panels' }).focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowUp');
    await pictureFor('docs/pictures/capture-my-agent.png', app, page);
    await pictures(app, page, 'job-capture');
  } finally {
    await agent?.end();
    await provider.close();
  }
});

test('check in CI', async ({ launch, folder }) => {
  const workspace = await copyOf('tagged-sections', folder, 'harbor');
  const { app, page } = await launch({ workspace });
  await expect(prompt(page)).toContainText('You are Harbor');
  const panel = await openPanel(page, 'Findings');
  await expect(panel.getByRole('button', { name: 'Silence this rule' }).first()).toBeVisible();
  await pictureFor('docs/pictures/check-in-ci.png', app, page);
  await pictures(app, page, 'job-ci');
  await page.getByRole('button', { name: 'Copy as command line' }).click();
  expect(await clipboardText(app)).toContain('strata lint');
});

test('first start', async ({ launch }) => {
  const { app, page } = await launch();
  await expect(page.getByRole('button', { name: 'Leave the tour' })).toBeVisible();
  await pictures(app, page, 'job-first-start');
});

test('where does this sentence come from, and what does my edit cost', async ({ launch, folder }) => {
  const { app, page } = await launch({ workspace: await copyOf('tiered-messages', folder, 'weather') });
  await expect(page.getByRole('slider')).toHaveCount(4);
  await prompt(page)
    .locator('.view-line', { hasText: 'You are an experienced engineer' })
    .click({ position: { x: 40, y: 8 } });
  await expect(source(page).locator('.view-line', { hasText: 'You are an experienced engineer' })).toBeVisible();
  await pictures(app, page, 'job-where-from');
  await typeBefore(page, 'You are an experienced engineer', 'Good morning. ');
  const panel = await openCache(page, 'Next request');
  await page.getByTestId('money').getByRole('button', { name: 'Warm', exact: true }).click();
  await expect(panel.locator('.panel-answer')).toContainText('this edit breaks all 4 breakpoints');
  await pictureFor('build/window.png', app, page, { width: 1440, height: 900 });
  await pictures(app, page, 'job-edit-cost');
});

test('why is this section missing', async ({ launch, folder }) => {
  const { app, page } = await launch({ workspace: await copyOf('tagged-sections', folder, 'harbor') });
  await rowOf(page, 'Background').click();
  await page.getByRole('button', { name: 'What would let it in?' }).click();
  await expect(page.getByRole('button', { name: 'Preview' }).first()).toBeVisible();
  await pictures(app, page, 'job-why-missing');
  await page.getByRole('button', { name: 'Preview' }).first().click();
  await expect(page.getByRole('tabpanel', { name: 'Changes' })).toContainText('Background');
  await pictures(app, page, 'job-why-missing-preview');
});

test('move a breakpoint and take it out', async ({ launch, folder }) => {
  const { app, page } = await launch({ workspace: await copyOf('tiered-messages', folder, 'weather') });
  const handle = page.getByRole('slider', { name: 'Breakpoint 2' });
  await expect(handle).toHaveAttribute('aria-valuetext', /written$/);
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByTestId('tried')).toContainText('Trying 4 breakpoints');
  await pictures(app, page, 'job-move-breakpoint');
  await handle.focus();
  await page.keyboard.press('Delete');
  await expect(page.getByTestId('tried')).toContainText('Trying 3 breakpoints');
  await page.getByTestId('tried').getByRole('button', { name: 'Copy breakpoints' }).click();
  await expect(page.getByRole('menuitem', { name: 'Copy the breakpoints as JSON' })).toBeVisible();
  await resize(app, page, { width: 1440, height: 900 });
  await page.screenshot({ path: join(root, 'test', 'output', 'pictures', 'job-take-out.png') });
});

test('copy and send', async ({ launch, folder }) => {
  const { app, page } = await launch({ workspace: await copyOf('tiered-messages', folder, 'weather') });
  await expect(page.getByRole('slider')).toHaveCount(4);
  await page.getByRole('button', { name: 'More ways to copy' }).click();
  await page.getByRole('menuitem', { name: 'Copy or export…' }).click();
  await page.getByRole('radio', { name: 'cURL command' }).check({ force: true });
  await pictures(app, page, 'job-copy');
  await page.getByRole('button', { name: 'Copy to clipboard' }).click();
  await expect(page.getByText(/^Copied [\d,]+ ≈ tokens as cURL/)).toBeVisible();
  expect(await clipboardText(app)).toContain('https://api.anthropic.com/v1/messages');
});

test('compare two agents', async ({ launch, folder }) => {
  const home = join(folder, 'storefront');
  await mkdir(home);
  await writeFile(join(home, 'AGENTS.md'), '# Storefront\n\nRun the tests before you commit.\n');
  await writeFile(join(home, '.cursorrules'), 'Prefer small functions.\n');
  const { app, page } = await launch({ workspace: home });
  const choice = page.getByRole('region', { name: 'Choose how to read the folder' });
  await choice.getByRole('button', { name: /^What Codex/ }).click();
  await expect(prompt(page)).toContainText('Run the tests before you commit.');
  await pictures(app, page, 'job-one-agent');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const compare = page.getByTestId('compare');
  await compare.locator('.select-button').click();
  await page.getByRole('option', { name: 'read as opencode' }).click();
  await expect(compare.locator('.compare-sum')).toContainText(/shared from the start|The same tools and text/);
  await pictures(app, page, 'job-two-agents');
});
