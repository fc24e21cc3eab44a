import { mkdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { limitAttacks, makeLimitAttack } from '../../support/limit-attacks';
import { expect, test } from '../../support/app/launch';
import { openAsUser, prompt, shownInspection } from '../../support/app/window';

test(
  'every piece of work has a limit: the window lives through folders that ask for more, and says ' + 'what was cut',
  async ({ app, page, folder }) => {
    test.setTimeout(240_000);
    await expect(prompt(page)).toContainText('You are Harbor');
    for (const attack of limitAttacks) {
      const workspace = join(folder, 'attacks', attack.name.replaceAll(/\W/g, '-'));
      await mkdir(workspace, { recursive: true });
      makeLimitAttack(attack, workspace);
      await openAsUser(app, workspace);
      // What is shown may be many megabytes: it is asked for when it is there, not again and again.
      await expect(page.locator('.workspace-name')).toHaveText(basename(workspace), { timeout: 30_000 });
      const shown = (): Promise<string> => shownInspection(page).then((shown) => JSON.stringify(shown));
      expect((await shown()).slice(0, 2000), attack.name).toContain(workspace);
      if (attack.tells !== undefined)
        await expect.poll(shown, { message: attack.name, timeout: 30_000 }).toContain(attack.tells);
      // The main process still answers.
      expect(await app.evaluate(({ app: running }) => running.isReady())).toBe(true);
    }
    // What the app keeps is open to its owner alone.
    const userData = await app.evaluate(({ app: running }) => running.getPath('userData'));
    if (process.platform !== 'win32') expect(((await stat(userData)).mode & 0o777).toString(8)).toBe('700');
    await page.screenshot({ path: join(import.meta.dirname, '../../output', 'limits.png') });
  },
);
