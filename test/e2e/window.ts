// Where things stand in the window, for the tests of it.
import type { ElectronApplication, Locator, Page } from '@playwright/test';

export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('treeitem').filter({ has: page.locator('.name', { hasText: new RegExp(`^${name}$`) }) });
}

export function prompt(page: Page): Locator {
  return page.getByTestId('prompt');
}

export function source(page: Page): Locator {
  return page.getByTestId('source');
}

export function tokensOf(text: string): number {
  return Number(text.replace(/[^\d]/g, ''));
}

export async function shownTotal(page: Page): Promise<number> {
  return tokensOf(await page.locator('.sections-total .count').innerText());
}

export function clipboardText(app: ElectronApplication): Promise<string> {
  return app.evaluate(({ clipboard }) => clipboard.readText());
}

/** The next system dialog that asks for a folder is answered with this one. */
export async function answerFolderDialog(app: ElectronApplication, folder: string): Promise<void> {
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, folder);
}
