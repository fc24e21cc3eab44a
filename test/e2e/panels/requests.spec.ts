import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { root } from '../../../build/setup/paths.mjs';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test } from '../../support/app/launch';
import { clipboardText, conversation, openAsUser, prompt, rowOf, source, useTheme } from '../../support/app/window';

const examples = join(root, 'build', 'examples');
const key = `sk-ant-api03-${'Q9z8'.repeat(10)}`;
const body = {
  model: 'claude-sonnet-4-5',
  system: '<Role>\nYou are Otter.\n</Role>\n\n<Rules>\nSwim.\n</Rules>',
  messages: [{ role: 'user', content: 'Where is the weir?' }],
};
const curl =
  `curl https://api.anthropic.com/v1/messages -H 'x-api-key: ${key}' -H 'content-type: ` +
  `application/json' -d '${JSON.stringify(body)}'`;

/** Takes screenshots in both themes for people, and checks both with axe. */
async function pictures(
  app: ElectronApplication,
  page: Page,
  shot: (name: string) => Promise<void>,
  name: string,
): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await useTheme(app, theme);
    await shot(`${name}-${theme}`);
    expect(await seriousProblems(page)).toEqual([]);
  }
}

async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await expect(page.getByRole('option').first()).toContainText(new RegExp(words, 'i'));
  await page.keyboard.press('Enter');
}

/** Gives the panels most of the window, so that their tables are visible. */
async function raisePanels(page: Page): Promise<void> {
  const splitter = page.getByRole('separator', { name: 'Resize panels' });
  await splitter.focus();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowUp');
}

/** Drops a file as from the desktop. Only a chosen file has a path, so it is chosen first and then dropped. */
async function drop(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'dropped-file';
    document.body.append(input);
  });
  await page.locator('#dropped-file').setInputFiles(path);
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#dropped-file');
    const file = input?.files?.[0];
    if (input === null || file === undefined) throw new Error('no file');
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(file);
    input.remove();
    const target = document.querySelector('[data-testid=prompt]') ?? document.querySelector('.app');
    target?.dispatchEvent(new DragEvent('dragenter', { bubbles: true, dataTransfer }));
    Object.assign(globalThis, { held: dataTransfer });
  });
  await expect(page.getByTestId('drop')).toBeVisible();
  await page.evaluate(() => {
    const dataTransfer: unknown = Reflect.get(globalThis, 'held');
    if (!(dataTransfer instanceof DataTransfer)) throw new Error('nothing is dragged');
    document
      .querySelector('[data-testid=drop]')
      ?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  });
  await expect(page.getByTestId('drop')).toHaveCount(0);
}

test('a request is pasted from the clipboard, and its secret is neither shown nor kept', async ({
  app,
  page,
  folder,
  shot,
}) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), curl);
  await command(page, 'paste request');
  await expect(rowOf(page, 'Rules')).toBeVisible();
  await expect(conversation(page)).toContainText('You are Otter.');
  await conversation(page).getByText('Swim.').click();
  await expect(source(page)).toContainText('x-api-key: ••••');
  await expect(page.locator('body')).not.toContainText(key);
  expect(await readFile(join(folder, 'user-data', 'pasted', 'pasted.curl'), 'utf8')).not.toContain(key);
  await pictures(app, page, shot, 'request-pasted');
});

test('a clipboard without a request says what was looked for', async ({ app, page }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await app.evaluate(({ clipboard }) => clipboard.writeText('Dear all,'));
  await app.evaluate(({ Menu, BrowserWindow }) => {
    const item = Menu.getApplicationMenu()
      ?.items.find(({ label }) => label === '&Edit')
      ?.submenu?.items.find(({ label }) => label === 'Paste Request');
    item?.click(undefined, BrowserWindow.getAllWindows()[0], undefined);
  });
  await expect(page.getByText('There is no request in the clipboard')).toBeVisible();
  await expect(rowOf(page, 'Identity')).toBeVisible();
  expect(await clipboardText(app)).toBe('Dear all,');
});

test('a request file is dropped on the window, or chosen', async ({ app, page, folder }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const dropped = join(folder, 'anything.json');
  await writeFile(dropped, JSON.stringify(body));
  await drop(page, dropped);
  await expect(conversation(page)).toContainText('You are Otter.');
  const chosen = join(examples, 'requests', 'gemini.request.json');
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, chosen);
  await page.keyboard.press('Control+Shift+o');
  await expect(page.locator('.top-bar')).toContainText('gemini.request.json');
});

test('a dropped request is opened again at the next start, whatever folder it is in', async ({ launch, folder }) => {
  const path = join(folder, 'anything.json');
  await writeFile(path, JSON.stringify(body));
  const first = await launch({ workspace: path });
  await expect(conversation(first.page)).toContainText('You are Otter.');
  await first.app.close();
  const second = await launch();
  await expect(conversation(second.page)).toContainText('You are Otter.');
});

test.describe('several requests', () => {
  test.use({ source: join(examples, 'requests') });

  test('form a sequence: what changed, where they differ, what is read and written, what was reported', async ({
    app,
    page,
    shot,
  }) => {
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    await page.getByRole('button', { name: /File$/ }).click();
    await page.getByRole('option', { name: 'morning.requests.jsonl' }).click();
    // A file of several requests opens as a sequence.
    await expect(page.getByRole('tab', { name: 'Sequence' })).toHaveAttribute('aria-selected', 'true');
    await raisePanels(page);
    const rows = page.locator('.sequence-table tbody tr');
    await expect(rows).toHaveCount(3);
    // The table has the columns that fit; what else is known of a row is beside it.
    const scroller = page.getByRole('group', { name: 'Requests' });
    expect(await scroller.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await expect(rows.nth(0)).toHaveAttribute('aria-current', 'true');
    // The header has the price of the Sequence, and marks the one that is predicted from another count.
    const money = page.getByTestId('money');
    await expect(money).toContainText(/^\$0\.00531 ✓ reported ·\s*≈ \$[\d.]+ cold · ≈ \$[\d.]+ warm/);
    await expect(money.locator('[data-now=true]')).toHaveAttribute(
      'title',
      /Predicted from [\d,]+ ≈ estimated here, not/,
    );
    await expect(page.getByRole('complementary', { name: 'Request 1' })).toContainText('reported 0 / 2,094 / 36');
    await rows.nth(1).locator('.row-open').click();
    await expect(page.getByRole('complementary', { name: 'Request 2' })).toContainText('reported 2,094 / 0 / 62');
    await expect(page.getByRole('complementary', { name: 'Request 2' })).toContainText('2 added');
    await rows.nth(2).locator('.row-open').click();
    await expect(rows.nth(2)).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('tab', { name: /^Messages 6/ })).toBeVisible();
    await rows.nth(0).getByRole('checkbox').check();
    await rows.nth(2).getByRole('checkbox').check();
    const parts = page.getByLabel('Sections that differ').getByRole('button');
    await expect(page.getByTestId('diff')).toContainText('above wind force 5');
    await parts.filter({ hasText: 'user prompt' }).click();
    await expect(page.getByTestId('diff')).toContainText('It rains now.');
    await parts.filter({ hasText: 'user prompt' }).click();
    await expect(page.getByTestId('diff')).toContainText('above wind force 5');
    await pictures(app, page, shot, 'sequence');
    await page.getByRole('button', { name: 'Close the comparison' }).click();
    await expect(page.getByTestId('diff')).toHaveCount(0);
    await pictures(app, page, shot, 'sequence-alone');
    await rows.nth(1).locator('.row-open').click();
    await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
    await page.getByRole('tab', { name: 'Cache' }).click();
    await expect(page.getByRole('list', { name: 'Why' })).toContainText(
      'A cold cache is assumed: what the request before it in this file left in the cache is not counted',
    );
  });
});

test(
  'a step to another request of a file is no edit: the same tools are not changed, and it is ' + 'priced by itself',
  async ({ launch, folder }) => {
    const path = join(folder, 'two.requests.jsonl');
    const tools = ['look', 'open'].map((name) => ({
      name,
      description: `Use it to ${name}.`,
      input_schema: { type: 'object', properties: { what: { type: 'string' } } },
    }));
    const system = [
      {
        type: 'text',
        text: `You are Fern. ${'Never open a vent in rain. '.repeat(300)}`,
        cache_control: { type: 'ephemeral' },
      },
    ];
    const request = (...said: readonly string[]) => ({
      model: 'claude-sonnet-4-5',
      max_tokens: 9,
      tools,
      system,
      messages: said.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
    });
    await writeFile(
      path,
      [request('Is it raining?'), request('Is it raining?', 'No.', 'Then open it.')]
        .map((each) => `${JSON.stringify({ request: each })}\n`)
        .join(''),
    );
    const { page } = await launch({ workspace: path });
    const status = page.getByTestId('edit-cost');
    await expect(status).toHaveText(/^cold: [\d,]+ ≈ written · \$/);
    await page.getByRole('tab', { name: 'Sequence' }).click();
    await page.locator('.sequence-table tbody tr').nth(1).locator('.row-open').click();
    await expect(page.getByRole('tab', { name: /^Messages 4/ })).toBeVisible();
    await expect(rowOf(page, 'look')).toBeVisible();
    await expect(rowOf(page, 'look').locator('.changed-dot')).toHaveCount(0);
    // The status bar says what arrived; a note would cover the row that was chosen.
    await expect(page.getByTestId('step')).toHaveText('request 1 → 2: 2 blocks added');
    await expect(page.locator('.toast')).toHaveCount(0);
    await expect(status).toHaveText(/^cold: [\d,]+ ≈ written · \$/);
    await status.click();
    await page.getByTestId('money').getByRole('button', { name: 'Warm', exact: true }).click();
    await expect(status).toHaveText(/^warm: 1 of 1 kept · [\d,]+ ≈ read · \$[\d.]+$/);
    await expect(page.getByLabel('What does the next request cost?')).toContainText('nothing differs');
  },
);

test('a sent request is compared with the build by section, with the line that would have made each text', async ({
  app,
  page,
  workspace,
  shot,
}) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.getByRole('tab', { name: 'Sent' }).click();
  await shot('sent-empty');
  await command(page, 'anthropic json');
  await expect(page.getByText(/as Anthropic JSON/)).toBeVisible();
  const copied = await clipboardText(app);
  const altered = copied.replace('calm, precise', 'loud, precise');
  expect(altered).not.toBe(copied);
  const request: { messages: unknown[] } = JSON.parse(altered);
  request.messages.push({ role: 'user', content: 'One thing more that no file makes.' });
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), JSON.stringify(request));
  await page.getByRole('tabpanel').getByRole('button', { name: 'Paste request' }).click();
  await raisePanels(page);
  const changed = page.locator('.sent-row.sent-changed');
  await expect(changed).toHaveCount(1);
  await expect(page.locator('.sent-row.sent-same').first()).toBeVisible();
  // The message that stands in for the user's, and the one that was added.
  await expect(page.locator('.sent-row.sent-only-sent')).toHaveCount(2);
  await changed.click();
  await expect(changed).toContainText('agent.json:');
  await expect(page.getByRole('tab', { name: 'agent.json' })).toBeVisible();
  await expect(source(page).locator('.view-line', { hasText: 'calm, precise' })).toBeVisible();
  await expect(page.getByTestId('diff')).toContainText('loud, precise');
  await pictures(app, page, shot, 'sent');

  // When the build changes, the comparison follows.
  const agent = join(workspace, 'agents', 'harbor', 'agent.json');
  await writeFile(agent, (await readFile(agent, 'utf8')).replace('calm, precise', 'loud, precise'));
  await expect(changed).toHaveCount(0);
});

test.describe('a declared layout', () => {
  test.use({ source: join(examples, 'declared') });

  test('lists every variant; one can be opened, two can be compared', async ({ app, page, shot }) => {
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    await page.getByRole('tab', { name: 'Matrix' }).click();
    await raisePanels(page);
    await page.getByRole('button', { name: 'Build 8 variants' }).click();
    const rows = page.locator('.matrix-table tbody tr');
    await expect(rows).toHaveCount(8);
    const current = page.locator('.matrix-table tr[aria-current=true]');
    await expect(current).toHaveCount(1);
    await expect(current).toContainText('on screen');
    await expect(current.locator('.finding-info')).toHaveText('i 1');
    await expect(page.getByRole('tab', { name: 'Findings 1' })).toBeVisible();
    await expect(page.getByText(/all begin with the same/)).toBeVisible();
    await pictures(app, page, shot, 'matrix');
    const row = rows.filter({ hasText: 'triage' }).filter({ hasText: 'on' }).first();
    await row.locator('.row-open').click();
    await expect(row).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('.top-bar')).toContainText('triage');
    await rows.nth(0).getByRole('checkbox').check();
    await row.getByRole('checkbox').check();
    await expect(page.getByTestId('diff')).toBeVisible();
    await expect(page.getByLabel('Sections that differ').getByRole('button', { name: /House rules/ })).toBeVisible();
    await pictures(app, page, shot, 'matrix-pair');
    await page.getByText('For children ×2').click();
    await expect(page.getByRole('button', { name: 'Build 4 variants' })).toBeVisible();
  });

  test('limits the number of variants, shows progress, and can be stopped', async ({ launch, folder }) => {
    const many = join(folder, 'many');
    await mkdir(many);
    const letters = ['a', 'b', 'c', 'd', 'e'];
    const settings = ['one', 'two', 'three', 'four'].map((name) => ({
      name,
      label: name,
      kind: 'choice',
      values: letters,
      default: 'a',
      help: name,
    }));
    const sections = settings.map(({ name }) => ({ id: name, template: `${name}: {{setting.${name}}}\n`.repeat(400) }));
    await writeFile(
      join(many, 'strata.json'),
      JSON.stringify({ declared: { settings, messages: [{ role: 'system', sections }] } }),
    );
    const { page } = await launch({ workspace: many });
    await page.getByRole('tab', { name: 'Matrix' }).click();
    for (const name of ['three', 'four', 'two', 'one']) {
      const box = page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
      if (!(await box.isChecked())) await page.getByText(`${name} ×5`).click();
    }
    await page.getByRole('button', { name: 'Build 625 variants' }).click();
    await expect(page.getByText(/ of 500$/)).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText(/of 625 variants \(stopped\)/)).toBeVisible();
    expect(await page.locator('.matrix-table tbody tr').count()).toBeLessThan(500);
  });
});

test.describe('a folder of prompt files', () => {
  test('that matches no design gets a first layout, and never a second one', async ({ launch, folder }) => {
    const home = join(folder, 'prompts-only');
    await mkdir(join(home, 'prompts'), { recursive: true });
    await writeFile(join(home, 'prompts', 'system.md'), 'You keep the lighthouse logbook.');
    await writeFile(join(home, 'AGENTS.md'), '# Rules\n\nWrite short entries.');
    await writeFile(join(home, 'weather.prompt.md'), '---\ndescription: Weather\n---\nNote the weather.');
    const { app, page } = await launch({ workspace: home });
    await expect(page.getByRole('region', { name: 'Choose how to read the folder' })).toContainText(
      'prompts-only: no known agent design found. Choose one:',
    );
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Paste request' })).toBeVisible();
    const shot = async (name: string): Promise<void> =>
      void (await page.screenshot({ path: join(root, 'test', 'output', `${name}.png`) }));
    await pictures(app, page, shot, 'layout-offer');
    await page.getByRole('button', { name: 'New layout from this folder' }).click();
    await expect(prompt(page)).toContainText('You keep the lighthouse logbook.');
    await expect(prompt(page)).toContainText('Write short entries.');
    await expect(page.getByRole('tab', { name: 'strata.json' })).toBeVisible();
    await expect(source(page)).toContainText('"declared"');
    await pictures(app, page, shot, 'layout-new');
    const written = await readFile(join(home, 'strata.json'), 'utf8');
    await command(page, 'new layout');
    await expect(page.getByText(/is there already; nothing was written/)).toBeVisible();
    expect(await readFile(join(home, 'strata.json'), 'utf8')).toBe(written);
  });

  test('is offered a layout beside the workspace that stays open', async ({ app, page, folder, shot }) => {
    await expect(rowOf(page, 'Identity')).toBeVisible();
    const home = join(folder, 'other');
    await mkdir(home);
    await cp(join(examples, 'declared', 'rules', 'children.md'), join(home, 'AGENTS.md'));
    // As from the menu of recent folders.
    await openAsUser(app, home);
    await expect(page.locator('.note', { hasText: 'No known agent design' })).toBeVisible();
    await expect(rowOf(page, 'Identity')).toBeVisible();
    await shot('layout-note');
    await page.getByRole('button', { name: 'New layout from this folder' }).click();
    await expect(rowOf(page, 'Agent instructions')).toBeVisible();
    await expect(page.locator('.note')).toHaveCount(0);
  });
});
