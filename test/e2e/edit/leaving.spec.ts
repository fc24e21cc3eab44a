// What leaves the app, and what must not be lost when the user leaves: close prompt, conflicts, exports, every scope of
// a copy.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ElectronApplication, Page } from '@playwright/test';
import { root } from '../../../build/setup/paths.mjs';
import { expect, test } from '../../support/app/launch';
import {
  answerMessageBox,
  answerSaveDialog,
  clickMenu,
  clipboardText,
  prompt,
  questionsAsked,
  rowOf,
  typeBefore,
  useTheme,
} from '../../support/app/window';

const agent = (workspace: string): string => join(workspace, 'agents', 'harbor', 'agent.json');
const example = (name: string): string => join(root, 'build', 'examples', name);
const asking = { STRATA_TEST: 'asks' };

/** Pins the clock: otherwise two builds would differ. */
async function stopClock(workspace: string): Promise<void> {
  const manifest = join(workspace, 'strata.json');
  const settings: unknown = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(manifest, JSON.stringify({ ...Object(settings), now: '2026-03-01T10:00:00+02:00' }));
}

async function built(workspace: string, ...options: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(root, 'build', 'strata.mjs'),
    'build',
    workspace,
    ...options,
  ]);
  return stdout;
}

async function closeWindow(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
}

test.describe('closing with unsaved edits', () => {
  test('asks, and “Cancel” keeps the window and everything in it', async ({ launch, workspace }) => {
    const before = await readFile(agent(workspace), 'utf8');
    const { app, page } = await launch({ workspace, env: asking });
    await typeBefore(page, 'You are Harbor', 'Unsaved. ');
    await answerMessageBox(app, 'Cancel');
    await closeWindow(app);
    await expect.poll(() => questionsAsked(app)).toEqual(['Save the changes to agent.json?']);
    await expect(prompt(page)).toContainText('Unsaved. You are Harbor');
    await expect(page.getByLabel('unsaved')).toBeVisible();
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

  test('“Discard” drops them, also for the next start', async ({ launch, workspace }) => {
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

  test('asks on save, shows both sides, and keeps and saves mine', async ({ app, page, workspace, shot }) => {
    await conflict(page, workspace);
    // Saving asks. Nothing is written before the answer, however often the user saves.
    const theirs = await readFile(agent(workspace), 'utf8');
    const dialog = page.getByRole('dialog', { name: /changed on disk/ });
    for (const ask of [
      () => page.keyboard.press('Control+s'),
      () => clickMenu(app, 'Save'),
      () => clickMenu(app, 'Save All'),
    ]) {
      await ask();
      await expect(dialog).toBeVisible();
      await dialog.getByRole('button', { name: 'Decide later' }).click();
      await expect(dialog).toHaveCount(0);
      expect(await readFile(agent(workspace), 'utf8')).toBe(theirs);
      await expect(prompt(page)).toContainText('Mine. You are Harbor');
    }
    await page.getByRole('button', { name: 'Compare and merge' }).click();
    await expect(dialog.getByTestId('diff')).toContainText('Theirs.');
    await expect(dialog.getByTestId('diff')).toContainText('Mine.');
    // The note of Save All covers no button.
    const [note, foot] = [page.locator('.toast'), dialog.locator('.dialog-foot')];
    await expect(note).toContainText('1 file was not saved');
    const [noteBox, footBox] = [await note.boundingBox(), await foot.boundingBox()];
    if (noteBox === null || footBox === null) throw new Error('not on screen');
    expect(noteBox.y).toBeGreaterThan(footBox.y + footBox.height);
    for (const theme of ['light', 'dark'] as const) {
      await useTheme(app, theme);
      await shot(`conflict-dialog-${theme}`);
    }
    await dialog.getByRole('button', { name: 'Keep mine and save' }).click();
    await expect(page.locator('.note-conflict')).toHaveCount(0);
    await expect(page.getByLabel('unsaved')).toHaveCount(0);
    const saved = await readFile(agent(workspace), 'utf8');
    expect(saved).toContain('Mine. You are Harbor');
    expect(saved).not.toContain('Theirs.');
  });

  test('shows both sides, and takes theirs', async ({ page, workspace }) => {
    await conflict(page, workspace);
    await page.getByRole('button', { name: 'Compare and merge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use the version on disk' }).click();
    await expect(prompt(page)).toContainText('Theirs. You are Harbor');
    await expect(page.locator('.note-conflict')).toHaveCount(0);
    await expect(page.getByLabel('unsaved')).toHaveCount(0);
    expect(await readFile(agent(workspace), 'utf8')).toContain('Theirs. You are Harbor');
  });

  test('is frozen while the user compares; later changes are shown before anything is chosen', async ({
    page,
    workspace,
    shot,
  }) => {
    await conflict(page, workspace);
    // The note shows neither text, so it offers no overwriting.
    await expect(page.locator('.note-conflict').getByRole('button')).toHaveText(['Compare and merge']);
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: /changed on disk/ });
    const keep = dialog.getByRole('button', { name: 'Keep mine and save' });
    const theirs = await readFile(agent(workspace), 'utf8');
    await expect(dialog.getByTestId('diff')).toContainText('Theirs.');
    await expect(keep).toBeEnabled();
    await writeFile(agent(workspace), theirs.replace('Theirs.', 'Later.'));
    await expect(dialog.getByRole('alert')).toContainText('Changed again');
    await shot('conflict-changed-again');
    await expect(dialog.getByTestId('diff')).toContainText('Theirs.');
    await expect(dialog.getByTestId('diff')).not.toContainText('Later.');
    await expect(keep).toBeDisabled();
    await expect(dialog.getByRole('button', { name: 'Use the version on disk' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Show what is on disk now' }).click();
    await expect(dialog.getByTestId('diff')).toContainText('Later.');
    await keep.click();
    await expect(page.getByLabel('unsaved')).toHaveCount(0);
    expect(await readFile(agent(workspace), 'utf8')).toContain('Mine. You are Harbor');
  });

  test('gives up mine only for the version that was shown, however late the file changes again', async ({
    app,
    page,
    workspace,
  }) => {
    await conflict(page, workspace);
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: /changed on disk/ });
    await expect(dialog.getByTestId('diff')).toContainText('Theirs.');
    const theirs = await readFile(agent(workspace), 'utf8');
    // The click is made before the main process can have noticed the change.
    await app.evaluate(
      async ({ BrowserWindow }, [file, text]) => {
        const { writeFileSync } = process.getBuiltinModule('node:fs');
        writeFileSync(file, text);
        const click =
          "[...document.querySelectorAll('button')].find((each) => " +
          "each.textContent === 'Use the version on disk').click()";
        await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(click);
      },
      [agent(workspace), theirs.replace('Theirs.', 'Later.')] as const,
    );
    await expect(dialog).toBeVisible();
    await expect(dialog.getByTestId('diff')).toContainText('Mine.');
    await expect(prompt(page)).toContainText('Mine. You are Harbor');
    await expect(page.getByLabel('unsaved').first()).toBeVisible();
    expect(await readFile(agent(workspace), 'utf8')).toContain('Later. You are Harbor');
  });

  test('can be merged by typing on one’s own side', async ({ page, workspace }) => {
    await conflict(page, workspace);
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: /changed on disk/ });
    await dialog
      .getByTestId('diff')
      .locator('.modified-in-monaco-diff-editor .view-line', { hasText: 'Mine.' })
      .click();
    await page.keyboard.press('Home');
    await page.keyboard.insertText(' ');
    await expect(prompt(page)).toContainText('Mine. You are Harbor');
    await dialog.getByRole('button', { name: 'Keep mine and save' }).click();
    await expect(page.locator('.note-conflict')).toHaveCount(0);
    const text = await readFile(agent(workspace), 'utf8');
    expect(text).toContain('Mine. You are Harbor');
    expect(text).not.toContain('Theirs.');
  });
});

test(
  'the prompt is exported to the file that was chosen, byte for byte; no file, nothing; a file ' +
    'that cannot be, a sentence',
  async ({ launch, workspace, folder }) => {
    await stopClock(workspace);
    const { app, page } = await launch({ workspace });
    await expect(rowOf(page, 'Identity')).toBeVisible();
    const target = join(folder, 'prompt.json');
    const exportAs = async (format: string): Promise<void> => {
      await page.keyboard.press('Control+e');
      await page.getByRole('radio', { name: format }).check({ force: true });
      await page.getByRole('button', { name: 'Save to a file…' }).click();
    };
    await answerSaveDialog(app, null);
    await exportAs('Anthropic JSON');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await answerSaveDialog(app, target);
    await exportAs('Anthropic JSON');
    await expect(page.getByText(`Wrote ${target}: `)).toBeVisible();
    expect(await readFile(target, 'utf8')).toBe(await built(workspace, '--format', 'anthropic'));
    await answerSaveDialog(app, join(target, 'below-a-file.txt'));
    await exportAs('plain text');
    await expect(page.getByText(/below-a-file\.txt could not be written/)).toBeVisible();
  },
);

test.describe('every scope', () => {
  test.use({ source: example('tiered-messages') });

  test('is copied as labelled', async ({ launch, workspace }) => {
    await stopClock(workspace);
    const { app, page } = await launch({ workspace });
    await expect(page.getByTestId('edit-cost')).toHaveText(/^cold: [\d,]+ ≈ written · \$/);
    const copyScope = async (scope: RegExp, format: string): Promise<string> => {
      await app.evaluate(({ clipboard }) => clipboard.writeText('nothing'));
      await page.keyboard.press('Control+e');
      await page.getByRole('radio', { name: scope }).check({ force: true });
      await page.getByRole('radio', { name: format }).check({ force: true });
      await page.getByRole('button', { name: 'Copy to clipboard' }).click();
      await expect.poll(() => clipboardText(app)).not.toBe('nothing');
      return clipboardText(app);
    };
    expect(await copyScope(/^The whole prompt$/, 'plain text')).toBe(await built(workspace));
    expect(await copyScope(/^The whole prompt$/, 'message array')).toBe(await built(workspace, '--format', 'messages'));

    const whole: readonly { readonly role: string; readonly content: unknown }[] = JSON.parse(
      await copyScope(/^The whole prompt$/, 'message array'),
    );
    const active: readonly { readonly role: string; readonly content: unknown }[] = JSON.parse(
      await copyScope(/^Tier active$/, 'message array'),
    );
    expect(active.length).toBeGreaterThan(0);
    expect(active.length).toBeLessThan(whole.length);
    expect(whole.slice(-active.length)).toEqual(active);

    await rowOf(page, '2 user').click();
    const message: readonly { readonly role: string; readonly content: unknown }[] = JSON.parse(
      await copyScope(/^The selected message/, 'message array'),
    );
    expect(message).toEqual([whole[1]]);

    await rowOf(page, 'System prompt').click();
    const section = await copyScope(/^The selected section: System prompt/, 'plain text');
    expect(section).toContain('# Quayside coding agent');
    expect(await readFile(join(workspace, 'system.md'), 'utf8')).toContain(section.trim());

    await prompt(page)
      .locator('.view-line', { hasText: 'Quayside coding agent' })
      .click({ position: { x: 4, y: 8 } });
    await page.keyboard.press('Control+2');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    expect(await copyScope(/^The selected text$/, 'plain text')).toBe('# Quayside coding agent');
  });
});
