// State belongs to its folder: tabs, undo and unsaved edits, also when the user leaves it while typing.
import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { expect, test } from '../../support/app/launch';
import {
  answerFolderDialog,
  answerMessageBox,
  ask,
  clickMenu,
  prompt,
  questionsAsked,
  source,
  typeBefore,
} from '../../support/app/window';

const agent = 'agents/harbor/agent.json';

test('another folder takes over nothing, and the first one is unchanged when opened again', async ({
  launch,
  workspace,
  folder,
}) => {
  const other = join(folder, 'other');
  await cp(join(root, 'build', 'examples', 'layered'), other, { recursive: true });
  const before = await readFile(join(workspace, agent), 'utf8');
  const { app, page } = await launch({ workspace, env: { STRATA_TEST: 'asks' } });
  await typeBefore(page, 'You are Harbor', 'Unsaved. ');
  await answerMessageBox(app, 'Cancel');
  await answerFolderDialog(app, other);
  await clickMenu(app, 'Open Folder…');
  await expect(page.locator('.workspace-name')).toHaveText('other');
  await expect(page.locator('.toast', { hasText: 'workspace' })).toContainText('1 unsaved file of workspace is kept');
  await expect(page.getByRole('tablist', { name: 'Open files' }).getByRole('tab')).toHaveCount(0);
  await expect(page.getByLabel('unsaved')).toHaveCount(0);

  // Nothing of the first folder gets into this one, whatever is typed and saved now.
  await page.keyboard.press('Control+3');
  await page.keyboard.insertText('Lost? ');
  await page.keyboard.press('Control+s');
  await clickMenu(app, 'Save All');
  await expect(ask(page, 'buffer:save', workspace, agent)).rejects.toThrow('no longer open');
  await expect(stat(join(other, agent))).rejects.toThrow('ENOENT');
  expect(await readFile(join(workspace, agent), 'utf8')).toBe(before);
  expect(await questionsAsked(app)).toEqual([]);

  await answerFolderDialog(app, workspace);
  await clickMenu(app, 'Open Folder…');
  await expect(prompt(page)).toContainText('Unsaved. You are Harbor');
  await expect(page.getByRole('tab', { name: 'agent.json' })).toBeVisible();
  await expect(page.getByLabel('unsaved')).toBeVisible();
  await page.keyboard.press('Control+3');
  // Undoes the word and the space after it.
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Control+z');
  await expect(source(page)).not.toContainText('Unsaved.');
  await expect(page.getByLabel('unsaved')).toHaveCount(0);
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Control+y');
  await expect(source(page)).toContainText('Unsaved.');
  await page.keyboard.press('Control+s');
  await expect(page.getByLabel('unsaved')).toHaveCount(0);
  expect(await readFile(join(workspace, agent), 'utf8')).toBe(
    before.replace('You are Harbor', 'Unsaved. You are Harbor'),
  );
});

test('an unwritable journal is reported in the status bar at the first letter', async ({
  launch,
  workspace,
  folder,
}) => {
  await mkdir(join(folder, 'user-data'));
  await writeFile(join(folder, 'user-data', 'unsaved'), 'a file where the folder should be');
  const { page } = await launch({ workspace });
  await expect(page.getByLabel('Status').getByRole('alert')).toHaveCount(0);
  await typeBefore(page, 'You are Harbor', 'Unsafe. ');
  await expect(page.getByLabel('Status').getByRole('alert')).toContainText('unsaved edits are not safe from a crash');
});
