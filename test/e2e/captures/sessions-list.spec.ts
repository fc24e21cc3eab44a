/** What can be done with kept sessions in the window: delete, export, and open what the agents keep themselves. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test } from '../../support/app/launch';
import { answerMessageBox, answerSaveDialog, conversation, rowOf, useTheme } from '../../support/app/window';
import { conversation as dialogue, writtenSession } from '../../support/capture/written-session';

const secret = 'sk-ant-api03-Zx81kQpLm2Vt7RwYb4Nc6Hd9Jf3Gs5Ka0Ue8Io2Pq4Xv6Bz1Cw3';

function listed(page: Page) {
  return page.getByRole('table', { name: 'Sessions', exact: true }).locator('tbody').getByRole('row');
}

async function pictures(app: ElectronApplication, page: Page, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await useTheme(app, theme);
    await page.screenshot({ path: `test/output/${name}-${theme}.png` });
    expect(await seriousProblems(page)).toEqual([]);
  }
}

test('a session is deleted after a question, and exported with secrets masked', async ({
  launch,
  workspace,
  folder,
}) => {
  const captures = join(folder, 'user-data', 'captures');
  const { path } = await writtenSession(captures, [{ body: dialogue(1, `The key is ${secret}.`), at: 0 }], workspace);
  const other = await writtenSession(captures, [{ body: dialogue(2), at: 0 }]);
  const { app, page } = await launch({ workspace });
  await page.getByRole('button', { name: 'Capture' }).click();
  await expect(listed(page)).toHaveCount(2);
  const mine = listed(page).filter({ hasText: workspace });

  const to = join(folder, 'given-away');
  await answerSaveDialog(app, null);
  await mine.getByRole('button', { name: /^Export/ }).click();
  await answerSaveDialog(app, to);
  await mine.getByRole('button', { name: /^Export/ }).click();
  const said = page.getByRole('status').filter({ hasText: 'Exported 4 files' });
  await expect(said).toContainText(`to ${to}; `);
  await expect(said).toContainText('read them before you share them');
  const copied = (await Promise.all((await readdir(to)).map((name) => readFile(join(to, name), 'utf8')))).join('');
  expect(copied).toContain('The key is ');
  expect(copied).not.toContain(secret);
  // A second export to the same place would overwrite the first, so it is refused.
  await mine.getByRole('button', { name: /^Export/ }).click();
  await expect(page.getByText('was not exported')).toContainText('it exists');
  await pictures(app, page, 'sessions-list');
  await said.getByRole('button', { name: 'Dismiss' }).click();
  await expect(said).toHaveCount(0);

  await answerMessageBox(app, 'Cancel');
  await mine.getByRole('button', { name: /^Delete/ }).click();
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'asked').length)).toBe(1);
  expect(existsSync(path)).toBe(true);

  // Deleting what is on screen goes back to the list, and to the folder that was open.
  await mine.locator('.row-open').click();
  await expect(conversation(page)).toContainText('The key is');
  await answerMessageBox(app, 'Delete');
  await page.getByRole('button', { name: /^Delete the session/ }).click();
  await expect(listed(page)).toHaveCount(1);
  expect(existsSync(path)).toBe(false);
  expect(existsSync(other.path)).toBe(true);
  await expect(conversation(page)).toHaveCount(0);
  await expect(rowOf(page, 'Identity')).toBeVisible();
});

test('a running capture cannot be deleted', async ({ launch, workspace }) => {
  const { page } = await launch({ workspace });
  await page.getByRole('button', { name: 'Capture' }).click();
  await page.getByRole('button', { name: 'Start capture' }).click();
  await expect(page.getByRole('button', { name: /^Delete the session/ })).toBeDisabled();
  await page.getByRole('button', { name: 'End capture' }).first().click();
  await expect(page.getByRole('button', { name: /^Delete the session/ })).toBeEnabled();
});

async function put(path: string, lines: readonly object[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** What four agents keep of two turns in this folder, and Codex of another one. */
async function agentsAtHome(home: string, worked: string): Promise<void> {
  const said = (role: string, text: string) => ({
    type: 'response_item',
    payload: { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] },
  });
  const usage = (input: number) => ({
    type: 'event_msg',
    payload: {
      type: 'token_count',
      info: {
        last_token_usage: { input_tokens: input, cached_input_tokens: 0, output_tokens: 5, total_tokens: input + 5 },
      },
    },
  });
  const rollout = (cwd: string, id: string) =>
    [
      { type: 'session_meta', payload: { id, cwd, base_instructions: { text: 'Be kind.' } } },
      { type: 'turn_context', payload: { model: 'gpt-5.5' } },
      said('user', 'What is in the harbour?'),
      said('assistant', 'Three boats.'),
      usage(1200),
      said('user', 'And now?'),
      said('assistant', 'Two boats.'),
      usage(1300),
    ].map((line, at) => ({ timestamp: `2026-11-18T10:00:0${at}.000Z`, ...line }));
  const day = join(home, '.codex/sessions/2026/11/18');
  await put(join(day, 'rollout-2026-11-18T10-00-00-aaaa1.jsonl'), rollout(worked, 'aaaa1'));
  await put(join(day, 'rollout-2026-11-18T10-01-00-other.jsonl'), rollout('/elsewhere', 'other'));
  const project = worked.replaceAll(/[^a-zA-Z\d]/g, '-');
  const message = {
    id: 'msg_1',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [{ type: 'text', text: 'Gulls.' }],
  };
  await put(join(home, '.claude/projects', project, 'cccc1.jsonl'), [
    { type: 'user', uuid: 'u1', parentUuid: null, cwd: worked, message: { role: 'user', content: 'Which birds?' } },
    {
      type: 'assistant',
      uuid: 'u2',
      parentUuid: 'u1',
      requestId: 'req_1',
      message: { ...message, usage: { input_tokens: 900, output_tokens: 3 } },
    },
  ]);
  await writeFile(
    join(await made(join(home, '.gemini')), 'projects.json'),
    JSON.stringify({ projects: { [worked]: 'slug' } }),
  );
  await put(join(home, '.gemini/tmp/slug/chats/session-2026-11-18T10-05-gggg1.jsonl'), [{ sessionId: 'gggg1' }]);
  const kept = `--${worked.slice(1).replaceAll('/', '-')}--`;
  await put(join(home, '.pi/agent/sessions', kept, '2026-11-18_pppp1.jsonl'), [
    { type: 'session', version: 3, id: 'pppp1', cwd: worked },
  ]);
}

async function made(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  return path;
}

test('the sessions that agents keep of this folder are listed and opened', async ({ launch, workspace, folder }) => {
  const home = await made(join(folder, 'home'));
  await agentsAtHome(home, await realpath(workspace));
  const { app, page } = await launch({ workspace, env: { HOME: home, CODEX_HOME: join(home, '.codex') } });
  await page.getByRole('button', { name: 'Capture' }).click();
  const logs = page.getByRole('region', { name: 'Sessions of this folder' });
  const rows = logs.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(4);
  for (const name of ['Codex', 'Claude Code', 'Gemini CLI', 'pi'])
    await expect(rows.filter({ hasText: name })).toHaveCount(1);
  await expect(logs).not.toContainText('other');
  await expect(page.getByText('Agents keep 4 sessions of this folder themselves.')).toBeVisible();
  await logs.scrollIntoViewIfNeeded();
  await pictures(app, page, 'sessions-of-folder');

  await page.getByRole('button', { name: 'Codex aaaa1' }).click();
  await expect(page.getByRole('tab', { name: 'Sequence' })).toHaveAttribute('aria-selected', 'true');
  await expect(conversation(page)).toContainText('What is in the harbour?');
  await expect(page.getByRole('table', { name: 'Requests' }).locator('tbody').getByRole('row')).toHaveCount(2);
  // The log has what was reported, and not all that was sent.
  await expect(page.getByTestId('total')).toContainText(
    /^1,[23]00 ✓ tokensreported\(\d+ . (?:counted|estimated) here\)/,
  );
  await pictures(app, page, 'sessions-log-opened');

  // The list is still that of the folder that was open.
  await page.getByRole('tab', { name: 'Sessions' }).click();
  await page.getByRole('button', { name: 'Claude Code cccc1' }).click();
  await expect(conversation(page)).toContainText('Which birds?');
  await expect(rows).toHaveCount(4);
});
