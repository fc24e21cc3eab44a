// What leaves the app, and what must not be lost when the user does: close prompt, conflicts, exports, every scope of a copy.
import { execFile } from 'node:child_process';
import { cp, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ElectronApplication, Page } from '@playwright/test';
import { root } from '../../build/setup/paths.mjs';
import { expect, test } from './launch';
import { answerFolderDialog, answerMessageBox, answerSaveDialog, clickMenu, clipboardText, prompt, questionsAsked, rowOf, typeBefore } from './window';

const agent = (workspace: string): string => join(workspace, 'agents', 'harbor', 'agent.json');
const example = (name: string): string => join(root, 'build', 'examples', name);
const asking = { STRATA_TEST: 'asks' };

/** A clock in the prompt would make two builds differ. */
async function stopClock(workspace: string): Promise<void> {
  const manifest = join(workspace, 'strata.json');
  const settings: unknown = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(manifest, JSON.stringify({ ...Object(settings), now: '2026-03-01T10:00:00+02:00' }));
}

async function built(workspace: string, ...options: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'build', 'strata.mjs'), 'build', workspace, ...options]);
  return stdout;
}

async function closeWindow(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
}

test.describe('closing with unsaved edits', () => {
  test('asks, and “Cancel” stays with everything as it was', async ({ launch, workspace, folder }) => {
    const before = await readFile(agent(workspace), 'utf8');
    const { app, page } = await launch({ workspace, env: asking });
    await typeBefore(page, 'You are Harbor', 'Unsaved. ');
    await answerMessageBox(app, 'Cancel');
    await closeWindow(app);
    await expect.poll(() => questionsAsked(app)).toEqual(['Save the changes to agent.json?']);
    await expect(prompt(page)).toContainText('Unsaved. You are Harbor');
    await expect(page.getByLabel('unsaved')).toBeVisible();
    // Another folder would take the edit away as well.
    await cp(example('layered'), join(folder, 'other'), { recursive: true });
    await answerFolderDialog(app, join(folder, 'other'));
    await clickMenu(app, 'Open Folder…');
    await expect.poll(() => questionsAsked(app)).toHaveLength(2);
    await expect(page.locator('.workspace-name')).toHaveText('workspace');
    await expect(prompt(page)).toContainText('Unsaved. You are Harbor');
    expect(await readFile(agent(workspace), 'utf8')).toBe(before);
    await answerMessageBox(app, 'Discard');
  });

  test('“Save” writes them and closes', async ({ launch, workspace }) => {
    const { app, page } = await launch({ workspace, env: asking });
    await typeBefore(page, 'You are Harbor', 'Saved. ');
    await answerMessageBox(app, 'Save');
    const closed = app.waitForEvent('close');
    await closeWindow(app);
    await closed;
    expect(await readFile(agent(workspace), 'utf8')).toContain('Saved. You are Harbor');
  });

  test('“Discard” gives them up, for the next start too', async ({ launch, workspace }) => {
    const before = await readFile(agent(workspace), 'utf8');
    const { app, page } = await launch({ workspace, env: asking });
    await typeBefore(page, 'You are Harbor', 'Gone. ');
    await answerMessageBox(app, 'Discard');
    const closed = app.waitForEvent('close');
    await closeWindow(app);
    await closed;
    expect(await readFile(agent(workspace), 'utf8')).toBe(before);
    const again = await launch({ workspace });
    await expect(prompt(again.page)).toContainText('You are Harbor');
    await expect(prompt(again.page)).not.toContainText('Gone.');
  });
});

test.describe('a file changed on disk under an edit', () => {
  async function conflict(page: Page, workspace: string): Promise<void> {
    await typeBefore(page, 'You are Harbor', 'Mine. ');
    const text = await readFile(agent(workspace), 'utf8');
    await writeFile(agent(workspace), text.replace('You are Harbor', 'Theirs. You are Harbor'));
    await expect(page.locator('.note-conflict')).toBeVisible();
  }

  test('is compared, and mine is kept and saved', async ({ page, workspace, shot }) => {
    await conflict(page, workspace);
    await page.getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: /on disk, and as you have it/ });
    await expect(dialog.getByTestId('diff')).toContainText('Theirs.');
    await expect(dialog.getByTestId('diff')).toContainText('Mine.');
    await shot('conflict-dialog');
    await dialog.getByRole('button', { name: 'Keep mine and save' }).click();
    await expect(page.locator('.note-conflict')).toHaveCount(0);
    await expect(page.getByLabel('unsaved')).toHaveCount(0);
    const saved = await readFile(agent(workspace), 'utf8');
    expect(saved).toContain('Mine. You are Harbor');
    expect(saved).not.toContain('Theirs.');
  });

  test('is compared, and theirs is taken', async ({ page, workspace }) => {
    await conflict(page, workspace);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take the disk’s' }).click();
    await expect(prompt(page)).toContainText('Theirs. You are Harbor');
    await expect(page.locator('.note-conflict')).toHaveCount(0);
    await expect(page.getByLabel('unsaved')).toHaveCount(0);
    expect(await readFile(agent(workspace), 'utf8')).toContain('Theirs. You are Harbor');
  });

  test('is settled from the note itself', async ({ page, workspace }) => {
    await conflict(page, workspace);
    await page.locator('.note-conflict').getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.locator('.note-conflict')).toHaveCount(0);
    await expect.poll(() => readFile(agent(workspace), 'utf8')).toContain('Mine. You are Harbor');
  });
});

test('the prompt is exported to the file that was chosen, byte for byte; no file, nothing; a file that cannot be, a sentence', async ({ launch, workspace, folder }) => {
  await stopClock(workspace);
  const { app, page } = await launch({ workspace });
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const target = join(folder, 'prompt.json');
  const exportAs = async (format: string): Promise<void> => {
    await page.keyboard.press('Control+e');
    await page.getByRole('radio', { name: format }).click({ force: true });
    await page.getByRole('button', { name: 'Save to a file…' }).click();
  };
  await answerSaveDialog(app, null);
  await exportAs('Anthropic JSON');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await answerSaveDialog(app, target);
  await exportAs('Anthropic JSON');
  await expect(page.getByText(`as Anthropic JSON to ${target}`)).toBeVisible();
  expect(await readFile(target, 'utf8')).toBe(await built(workspace, '--format', 'anthropic'));
  await answerSaveDialog(app, join(folder, 'nowhere', 'prompt.txt'));
  await exportAs('plain text');
  await expect(page.getByText(/nowhere.*could not be written/)).toBeVisible();
  await expect(stat(join(folder, 'nowhere'))).rejects.toThrow('ENOENT');
});

test.describe('every scope', () => {
  test.use({ source: example('tiered-messages') });

  test('is copied as it says', async ({ launch, workspace }) => {
    await stopClock(workspace);
    const { app, page } = await launch({ workspace });
    await expect(page.getByTestId('edit-cost')).toHaveText(/^cold: [\d,]+ ≈ written · \$/);
    const copyScope = async (scope: RegExp, format: string): Promise<string> => {
      await app.evaluate(({ clipboard }) => clipboard.writeText('nothing'));
      await page.keyboard.press('Control+e');
      await page.getByRole('radio', { name: scope }).click({ force: true });
      await page.getByRole('radio', { name: format }).click({ force: true });
      await page.getByRole('button', { name: 'Copy to clipboard' }).click();
      await expect.poll(() => clipboardText(app)).not.toBe('nothing');
      return clipboardText(app);
    };
    expect(await copyScope(/^The whole prompt$/, 'plain text')).toBe(await built(workspace));
    expect(await copyScope(/^The whole prompt$/, 'message array')).toBe(await built(workspace, '--format', 'messages'));

    const whole: readonly { readonly role: string; readonly content: unknown }[] = JSON.parse(await copyScope(/^The whole prompt$/, 'message array'));
    const active: readonly { readonly role: string; readonly content: unknown }[] = JSON.parse(await copyScope(/^Tier active$/, 'message array'));
    expect(active.length).toBeGreaterThan(0);
    expect(active.length).toBeLessThan(whole.length);
    expect(whole.slice(-active.length)).toEqual(active);

    await rowOf(page, '2 user').click();
    const message: readonly { readonly role: string; readonly content: unknown }[] = JSON.parse(await copyScope(/^The selected message/, 'message array'));
    expect(message).toEqual([whole[1]]);

    await rowOf(page, 'System prompt').click();
    const section = await copyScope(/^The selected section: System prompt/, 'plain text');
    expect(section).toContain('# Quayside coding agent');
    expect(await readFile(join(workspace, 'system.md'), 'utf8')).toContain(section.trim());

    await prompt(page).locator('.view-line', { hasText: 'Quayside coding agent' }).click({ position: { x: 4, y: 8 } });
    await page.keyboard.press('Control+2');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    expect(await copyScope(/^The selected text$/, 'plain text')).toBe('# Quayside coding agent');
  });
});
