// The app is killed while it builds a long prompt: what was typed is in the journal.
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLeftBehind } from '../../electron/host/edit/left-behind';
import type { Buffer as FileBuffer } from '../../shared/ipc/contract';
import { expect, test } from '../support/app/launch';
import { ask, prompt, source } from '../support/app/window';
import { random } from '../support/nothing-lost/random.mjs';

const megabyte = 1024 * 1024;
const kills = 6;

/** One file of this many characters, and a layout that sends it. */
async function longPrompt(folder: string, size: number): Promise<void> {
  let text = 'Begin here.\n';
  for (let line = 1; text.length < size; line += 1)
    text += `${line}. The harbour master writes down what came in with the tide, and what did not.\n`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'system.md'), text);
  const sections = [{ id: 'system', source: { kind: 'file', path: 'system.md' } }];
  await writeFile(
    join(folder, 'strata.json'),
    JSON.stringify({ declared: { messages: [{ role: 'system', sections }] } }),
  );
}

for (const megabytes of [4, 8, 12]) {
  test(`no typed word is lost in kills while a prompt of ${megabytes} MB is built`, async ({ launch, folder }) => {
    test.setTimeout(900_000);
    const workspace = join(folder, 'long');
    const pick = random(megabytes);
    const unsaved = join(folder, 'user-data', 'unsaved');
    let typed = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      await longPrompt(workspace, megabytes * megabyte);
      await rm(unsaved, { recursive: true, force: true });
      const { app, page } = await launch({ workspace });
      await prompt(page)
        .locator('.view-line', { hasText: 'Begin here.' })
        .click({ position: { x: 4, y: 8 }, timeout: 120_000 });
      await expect(source(page).locator('.view-line', { hasText: 'Begin here.' })).toBeVisible({ timeout: 60_000 });
      await page.keyboard.press('Control+3');
      const words = Array.from({ length: 3 + pick(8) }, (_, at) => `w${kill}-${at};`);
      for (const word of words) {
        await page.keyboard.insertText(word);
        await expect(source(page)).toContainText(word);
      }
      const last = words.at(-1) ?? '';
      // Text that the main process acknowledged is on disk by then, built or not.
      await expect
        .poll(async () => (await ask<FileBuffer>(page, 'buffer:read', workspace, 'system.md')).text.includes(last), {
          intervals: [1],
          timeout: 60_000,
        })
        .toBe(true);
      const child = app.process();
      child.kill('SIGKILL');
      await once(child, 'exit');
      const [left] = await readLeftBehind(unsaved, () => undefined);
      const text = left?.edits[0]?.text ?? '';
      expect(words.filter((word) => !text.includes(word))).toEqual([]);
      expect(left?.edits[0]?.base).toBe(await readFile(join(workspace, 'system.md'), 'utf8'));
      typed += words.length;
    }
    process.stderr.write(`${megabytes} MB: ${typed} words typed, ${kills} kills, none lost\n`);
  });
}
