import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { seriousProblems } from '../../support/app/accessibility';
import { expect, test } from '../../support/app/launch';
import { prompt, shownInspection, useTheme } from '../../support/app/window';

const [house, key] = ['HOUSE-RULES-4f1d', 'SECRET-KEY-4f1d'];

/** A folder that asks for a file beside it, a secret, and by a link for a third. */
async function makeAsking(folder: string): Promise<string> {
  const workspace = join(folder, 'ws');
  await mkdir(join(folder, 'home', '.aws'), { recursive: true });
  await mkdir(workspace);
  await writeFile(join(folder, 'house.md'), house);
  await writeFile(join(folder, 'linked.md'), `linked ${house}`);
  await writeFile(join(folder, 'home', '.aws', 'credentials'), key);
  await symlink(join(folder, 'linked.md'), join(workspace, 'link.md'));
  const sections = [
    { id: 'own', template: 'Own words.' },
    { id: 'house', source: { kind: 'file', root: 'absolute', path: join(folder, 'house.md') } },
    { id: 'key', source: { kind: 'file', root: 'home', path: '.aws/credentials' } },
    { id: 'link', source: { kind: 'file', path: 'link.md' } },
  ];
  await writeFile(
    join(workspace, 'strata.json'),
    JSON.stringify({ home: join(folder, 'home'), declared: { messages: [{ role: 'system', sections }] } }, null, 2),
  );
  return workspace;
}

test('what the settings of an agent in a folder name outside it is asked for too', async ({ launch, folder }) => {
  const workspace = join(folder, 'ws');
  await mkdir(join(workspace, '.git'), { recursive: true });
  await writeFile(join(folder, 'house.md'), house);
  await writeFile(join(folder, 'id_rsa'), key);
  await writeFile(join(workspace, 'AGENTS.md'), 'Own words.');
  const instructions = [join(folder, 'house.md'), join(folder, 'id_rsa')];
  await writeFile(join(workspace, 'opencode.json'), JSON.stringify({ instructions }));
  await writeFile(join(workspace, 'strata.json'), JSON.stringify({ architecture: 'opencode' }));
  const { page } = await launch({ workspace });
  const note = page.locator('.note-trust');
  await expect(note).toContainText('This folder asks to read 2 files outside it.');
  await expect(prompt(page)).toContainText('Own words.');
  const received = JSON.stringify(await shownInspection(page));
  expect(received).not.toContain(house);
  expect(received).not.toContain(key);
  await note.getByRole('button', { name: 'Show…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Files outside this folder' });
  await expect(dialog.getByRole('list', { name: 'Asked for' })).toContainText('opencode.json line');
  await expect(dialog.getByRole('list', { name: 'May hold secrets' })).toContainText('id_rsa');
  await page.screenshot({ path: join(root, 'test', 'output', 'trust-dialog-agent.png') });
});

test('a folder reads nothing outside itself until each file is allowed, and that is remembered and taken back', async ({
  launch,
  folder,
}) => {
  const workspace = await makeAsking(folder);
  const first = await launch({ workspace });
  const { page } = first;
  const note = page.locator('.note-trust');
  await expect(note).toContainText('This folder asks to read 3 files outside it.');
  await expect(prompt(page)).toContainText('Own words.');
  const received = JSON.stringify(await shownInspection(page));
  expect(received).not.toContain(house);
  expect(received).not.toContain(key);
  expect(received).toContain('"reason":"untrusted"');
  // Neither more than the folder asks for can be allowed, nor a file that was left out.
  expect(await page.evaluate(() => window.strata.invoke('trust:allow', ['/etc/passwd']))).toContain(
    'is not something this folder asks for',
  );
  expect(
    await page.evaluate((path) => window.strata.invoke('buffer:read', path.workspace, path.file), {
      workspace,
      file: join(folder, 'home', '.aws', 'credentials'),
    }),
  ).toContain('outside-workspace');
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(first.app, theme);
    await page.screenshot({ path: join(root, 'test', 'output', `trust-bar-${theme}.png`) });
  }

  await note.getByRole('button', { name: 'Show…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Files outside this folder' });
  await expect(dialog.getByRole('list', { name: 'May hold secrets' })).toContainText('.aws/credentials');
  await expect(dialog.getByRole('list', { name: 'Asked for' })).toContainText('strata.json line');
  await expect(dialog.getByRole('list', { name: 'Asked for' })).toContainText('link.md');
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(first.app, theme);
    await page.screenshot({ path: join(root, 'test', 'output', `trust-dialog-${theme}.png`) });
    expect(await seriousProblems(page)).toEqual([]);
  }

  // The button that allows all at once allows no secrets.
  await dialog.getByRole('button', { name: 'Allow these 2' }).click();
  await expect(dialog.getByRole('list', { name: 'Allowed' })).toContainText('house.md');
  const allowed = JSON.stringify(await shownInspection(page));
  expect(allowed).toContain(house);
  expect(allowed).not.toContain(key);
  await dialog.getByRole('button', { name: /^Allow .*credentials$/ }).click();
  await expect(note).toHaveCount(0);
  await expect(dialog.getByRole('list', { name: 'Allowed' })).toContainText('credentials');
  await page.screenshot({ path: join(root, 'test', 'output', 'trust-allowed-dark.png') });
  expect((await shownInspection(page))?.trusted).toHaveLength(3);
  expect((await stat(join(folder, 'user-data', 'trust.json'))).mode & 0o777).toBe(0o600);
  // A link that leads out is read and not written through: that is said before anybody types.
  await page.keyboard.press('Escape');
  await prompt(page).getByText('linked').click();
  const locked = page.getByRole('status').filter({ hasText: 'Read only' });
  await expect(locked).toContainText('link.md is a link, or in a linked folder, that leads out of this folder');
  await page.getByTestId('source').getByRole('textbox').pressSequentially('mine');
  expect((await shownInspection(page))?.sources.some(({ dirty }) => dirty)).toBe(false);
  expect(await readFile(join(folder, 'linked.md'), 'utf8')).toBe(`linked ${house}`);
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(first.app, theme);
    await page.screenshot({ path: join(root, 'test', 'output', `locked-${theme}.png`) });
    expect(await seriousProblems(page)).toEqual([]);
  }
  await first.app.close();
  // Nothing was written into the folder, and what is kept of it is where docs/install.md says.
  expect((await readdir(workspace)).toSorted()).toEqual(['link.md', 'strata.json']);
  const installing = await readFile(join(root, 'docs', 'install.md'), 'utf8');
  const kept = (await readdir(join(folder, 'user-data'))).filter((name) => name.endsWith('.json'));
  expect(kept).toContain('trust.json');
  for (const name of kept) expect(installing).toContain(`\`${name}\``);

  const { page: again } = await launch({ workspace });
  await expect(prompt(again)).toContainText(key);
  await expect(again.locator('.note-trust')).toHaveCount(0);
  await again.keyboard.press('Control+k');
  await again.keyboard.type('outside itself');
  await again.keyboard.press('Enter');
  await again.getByRole('button', { name: /^Revoke .*credentials$/ }).click();
  await expect(prompt(again)).not.toContainText(key);
  await expect(again.locator('.note-trust')).toContainText('asks to read a file outside it');
  expect(JSON.parse(await readFile(join(folder, 'user-data', 'trust.json'), 'utf8'))[workspace]).toHaveLength(2);
});
