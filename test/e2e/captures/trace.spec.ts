/** A request of an agent without rules, laid over a folder. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { root } from '../../../build/setup/paths.mjs';
import { capture } from '../../support/agents/captured';
import { expect, test } from '../../support/app/launch';
import { seriousProblems } from '../../support/app/accessibility';
import { answerFolderDialog, prompt, rowOf, source, typeBefore, useTheme } from '../../support/app/window';

test.use({ source: join(root, 'build', 'examples', 'agents') });

async function bodyOf(workspace: string): Promise<string> {
  const agents = await readFile(join(workspace, 'AGENTS.md'), 'utf8');
  const claude = await readFile(join(workspace, 'CLAUDE.md'), 'utf8');
  return JSON.stringify({
    model: 'claude-sonnet-4-5',
    max_tokens: 1000,
    system: `You are made up, in words of our own.\n\n<rules>\n${agents}</rules>\n\nBe brief.`,
    messages: [
      { role: 'user', content: 'When does the last ferry leave?' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'CLAUDE.md' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: `Read:\n${claude}` }] },
    ],
    tools: [{ name: 'read', description: 'Reads a file.', input_schema: { type: 'object' } }],
  });
}

async function sized(app: ElectronApplication, width: number, height: number): Promise<void> {
  await app.evaluate(({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h), [
    width,
    height,
  ] as const);
}

test('a captured session is laid over its folder: click, edit, see the next request', async ({
  launch,
  workspace,
  folder,
}) => {
  const body = await bodyOf(workspace);
  const address = 'https://api.anthropic.com/v1/messages';
  const id = await capture(join(folder, 'user-data', 'captures'), {
    day: 1,
    agent: 'mine',
    folder: workspace,
    body,
    address,
  });
  const { app, page } = await launch({ workspace });
  await page.getByRole('button', { name: 'Capture', exact: true }).click();
  await page.getByRole('table', { name: 'Sessions' }).getByRole('row').nth(1).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Trace ▾' }).click();
  await page.getByRole('menuitem', { name: /where the agent worked/ }).click();
  const note = page.locator('.note-traced');
  await expect(note).toContainText(`Request 1 of session ${id}`);
  await expect(note).toContainText(/\d+ % of its text was found in 2 files here/);
  await expect(prompt(page)).toContainText('You are made up');
  await expect(rowOf(page, 'AGENTS.md')).toBeVisible();
  await expect(rowOf(page, 'CLAUDE.md')).toBeVisible();
  // The model is that of the request, not that of the folder.
  await expect(page.getByRole('button', { name: /Sonnet 4\.5/ })).toBeVisible();
  for (const [width, height] of [
    [1000, 700],
    [1440, 900],
  ] as const)
    for (const theme of ['dark', 'light'] as const) {
      await sized(app, width, height);
      await useTheme(app, theme);
      await page.screenshot({ path: join(root, 'test', 'output', `trace-${width}-${theme}.png`) });
      expect(await seriousProblems(page)).toEqual([]);
    }
  const [line = ''] = (await readFile(join(workspace, 'AGENTS.md'), 'utf8')).split('\n');
  await typeBefore(page, line, 'New: ');
  await expect(source(page)).toContainText(`New: ${line}`);
  await expect(prompt(page)).toContainText(`New: ${line}`);
  await page.screenshot({ path: join(root, 'test', 'output', 'trace-edit.png') });
  await page.getByRole('button', { name: 'Trace again' }).click();
  await expect(note).toContainText(`Request 1 of session ${id}`);
  await expect(prompt(page)).toContainText(`New: ${line}`);
});

test('a request file is laid over a folder that the user picks', async ({ launch, workspace, folder }) => {
  const path = join(folder, 'one.request.json');
  await writeFile(path, await bodyOf(workspace));
  const { app, page } = await launch({ workspace: path });
  await answerFolderDialog(app, null);
  await page.getByRole('button', { name: 'Trace…' }).click();
  await expect(page.getByRole('button', { name: 'Trace…' })).toBeVisible();
  await answerFolderDialog(app, workspace);
  await page.getByRole('button', { name: 'Trace…' }).click();
  await expect(page.locator('.note-traced')).toContainText('one.request.json');
  await expect(rowOf(page, 'AGENTS.md')).toBeVisible();
});
