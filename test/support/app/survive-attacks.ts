import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { makeLimitAttack, type LimitAttack } from '../limit-attacks';
import { expect } from './launch';
import { openAsUser, prompt, shownInspection } from './window';

/** Opens one folder after another that asks for excessive work. The window shows each and says what was cut. */
export async function surviveAttacks(
  app: ElectronApplication,
  page: Page,
  folder: string,
  attacks: readonly LimitAttack[],
): Promise<void> {
  await expect(prompt(page)).toContainText('You are Harbor');
  for (const attack of attacks) {
    const workspace = join(folder, 'attacks', attack.name.replaceAll(/\W/g, '-'));
    await mkdir(workspace, { recursive: true });
    makeLimitAttack(attack, workspace);
    await openAsUser(app, workspace);
    // What is shown may be many megabytes: it is asked for when it is there, not again and again.
    await expect(page.locator('.workspace-name')).toHaveText(basename(workspace), { timeout: 30_000 });
    const shown = (): Promise<string> => shownInspection(page).then((inspection) => JSON.stringify(inspection));
    expect((await shown()).slice(0, 2000), attack.name).toContain(workspace);
    if (attack.tells !== undefined)
      await expect.poll(shown, { message: attack.name, timeout: 30_000 }).toContain(attack.tells);
    // The main process still answers.
    expect(await app.evaluate(({ app: running }) => running.isReady())).toBe(true);
  }
}
