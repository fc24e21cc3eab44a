// How one gets into the app and around in it: drops, menus, windows, several designs in one folder, content parts,
// front matter.
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { expect, test } from '../../support/app/launch';
import {
  answerFolderDialog,
  clickMenu,
  clipboardText,
  openAsUser,
  prompt,
  rowOf,
  runCommand,
  source,
} from '../../support/app/window';

const example = (name: string): string => join(root, 'build', 'examples', name);

test('a folder dropped onto the window is opened', async ({ page, folder }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const dropped = join(folder, 'dropped');
  await cp(example('persona-files'), dropped, { recursive: true });
  const client = await page.context().newCDPSession(page);
  const drag = { x: 700, y: 300, data: { items: [], files: [dropped], dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, ...drag });
  await expect(page.getByRole('button', { name: /^Folder .*dropped/ })).toBeVisible();
  await expect(rowOf(page, 'Identity')).toBeVisible();
});

test('the menu does what it says', async ({ app, page }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await clickMenu(app, 'Command Palette…');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.press('Escape');
  await clickMenu(app, 'Copy or Export…');
  await expect(page.getByRole('dialog', { name: 'Copy or export' })).toBeVisible();
  await page.keyboard.press('Escape');
  await clickMenu(app, 'Take the Tour');
  await expect(page.getByRole('dialog')).toContainText('The whole request, to scale');
  await page.keyboard.press('Escape');
  await clickMenu(app, 'Copy Prompt');
  await expect(page.getByText(/^Copied/)).toBeVisible();
  expect(await clipboardText(app)).toContain('You are Harbor');
  await clickMenu(app, 'Filter Sections');
  await expect(page.getByRole('searchbox', { name: 'Filter sections' })).toBeFocused();
  const opened = app.waitForEvent('window');
  await clickMenu(app, 'New Window');
  await expect((await opened).getByRole('button', { name: 'Open folder…' })).toBeVisible();
});

test('a folder is chosen in the system dialog, from the menu and from the palette', async ({ app, page, folder }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  await cp(example('persona-files'), first, { recursive: true });
  await cp(example('layered'), second, { recursive: true });
  const name = page.locator('.workspace-name');
  await answerFolderDialog(app, null);
  await clickMenu(app, 'Open Folder…');
  await expect(name).toHaveText('workspace');
  await answerFolderDialog(app, first);
  await clickMenu(app, 'Open Folder…');
  await expect(name).toHaveText('first');
  await answerFolderDialog(app, second);
  await runCommand(page, 'Open folder');
  await expect(name).toHaveText('second');
  await page.getByRole('button', { name: /^Folder/ }).click();
  await expect(page.getByRole('menuitem', { name: /^first/ })).toBeVisible();
});

test('all windows come back after a restart, each with its folder', async ({ launch, workspace, folder }) => {
  const second = join(folder, 'second');
  await cp(example('persona-files'), second, { recursive: true });
  const first = await launch({ workspace });
  await expect(rowOf(first.page, 'Identity')).toBeVisible();
  const opened = first.app.waitForEvent('window');
  await first.page.keyboard.press('Control+k');
  await first.page.keyboard.type('new window');
  await first.page.keyboard.press('Enter');
  const other = await opened;
  await expect(other.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  await openAsUser(first.app, second);
  await expect(other.getByRole('treeitem').first()).toBeVisible();
  await first.app.close();

  const again = await launch();
  await expect.poll(() => again.app.windows().length).toBe(2);
  const names = await Promise.all(again.app.windows().map((each) => each.locator('.workspace-name').innerText()));
  expect(new Set(names)).toEqual(new Set(['second', 'workspace']));
});

test('a folder of two designs says which one is read, and shows the other on a click', async ({
  launch,
  workspace,
}) => {
  await rm(join(workspace, 'strata.json'));
  await cp(join(example('persona-files'), 'SOUL.md'), join(workspace, 'SOUL.md'));
  await cp(join(example('persona-files'), 'IDENTITY.md'), join(workspace, 'IDENTITY.md'));
  const { page } = await launch({ workspace });
  const note = page.locator('.note-architecture');
  await expect(note).toContainText('Read as Tagged sections');
  await note.getByRole('button', { name: 'Persona files' }).click();
  await expect(page.getByRole('button', { name: /Persona files.*Design|Design.*Persona files/ })).toBeVisible();
  await expect(note).toHaveCount(0);
});

test.describe('a request', () => {
  test.use({ source: example('requests') });
  test('begins each content part on a line of its own, and is copied without our line ends', async ({
    launch,
    workspace,
  }) => {
    const { app, page } = await launch({ workspace: join(workspace, 'anthropic.request.json') });
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    const lines = prompt(page).locator('.view-line');
    await expect(lines.filter({ hasText: /^<\/HouseRules>$/ })).toBeVisible();
    await expect(lines.filter({ hasText: /^#\sBenches/ })).toBeVisible();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText(/^Copied/)).toBeVisible();
    expect(await clipboardText(app)).toContain('</HouseRules># Benches');
  });
});

test.describe('front matter', () => {
  test.use({ source: example('layered') });
  test('is completed by the schema of its file', async ({ page, workspace }) => {
    const file = join(workspace, 'agents', 'juniper', 'AGENT.md');
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    await writeFile(file, (await readFile(file, 'utf8')).replace('allow_skills: true\n', ''));
    await expect(rowOf(page, 'Skills')).toContainText('allow_skills');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('AGENT.md');
    await page.keyboard.press('Enter');
    await expect(source(page).locator('.view-line', { hasText: /^---$/ }).first()).toBeVisible();
    await page.keyboard.press('Control+3');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Space');
    await expect(page.locator('.suggest-widget .monaco-list-row', { hasText: 'allow_skills' })).toBeVisible();
  });

  test('that is wrong is underlined at its place', async ({ page, workspace }) => {
    const file = join(workspace, 'agents', 'juniper', 'AGENT.md');
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    await writeFile(file, (await readFile(file, 'utf8')).replace('max_concurrency: 2', 'max_concurrency: many'));
    const finding = page.locator('.finding', { hasText: 'max_concurrency' }).first();
    await finding.click();
    await expect(source(page).locator('.squiggly-warning, .squiggly-error').first()).toBeVisible();
  });
});

test('the reason of a selected row stands below the list in full; the palette finds nested sections', async ({
  page,
}) => {
  await rowOf(page, 'Background').click();
  await expect(page.locator('.sections-reason')).toContainText('Background is left out: sent only when background');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('weather watch');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Weather watch')).toHaveAttribute('aria-selected', 'true');
});
