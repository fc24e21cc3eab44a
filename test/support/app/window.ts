// Helpers for tests of the window.
import { expect, type ElectronApplication, type Locator, type Page } from '@playwright/test';
import type { Reply } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';

export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('treeitem').filter({ has: page.locator('.name', { hasText: new RegExp(`^${name}$`) }) });
}

export function prompt(page: Page): Locator {
  return page.getByTestId('prompt');
}

/** A request that was sent, as messages and blocks. */
export function conversation(page: Page): Locator {
  return page.getByTestId('conversation');
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

/** Asks the main process over the bridge, as the page does. */
export async function ask<T>(page: Page, channel: string, ...args: readonly unknown[]): Promise<T> {
  const text = await page.evaluate(([name, given]) => window.strata.invoke(name, ...given), [channel, args] as const);
  const reply: Reply<T> = JSON.parse(text);
  if (!reply.ok) throw new Error(`${channel}: ${reply.error.message}`);
  return reply.value;
}

/**
 * What main shows in this window now: a page that subscribes again gets the whole inspection. Null if no folder is
 * open.
 */
export function shownInspection(page: Page): Promise<Inspection | null> {
  return page.evaluate(
    () =>
      new Promise<Inspection | null>((resolve, reject) => {
        const end = window.strata.on('inspection:changed', (json) => {
          const { base, delta } = JSON.parse(json);
          if (base !== null) return;
          end();
          resolve(delta.value);
        });
        window.strata.invoke('inspection:follow').then((json) => {
          const reply = JSON.parse(json);
          if (reply.ok && reply.value !== null) return;
          end();
          if (reply.ok) resolve(null);
          else reject(new Error(reply.error.message));
        }, reject);
      }),
  );
}

/** The total, once the symbol map is complete and shown. */
export async function settledTotal(page: Page): Promise<number> {
  let total = Number.NaN;
  await expect
    .poll(async () => {
      const inspection = await shownInspection(page);
      total = inspection?.analysis.total.tokens ?? Number.NaN;
      return inspection?.findings.every(({ ruleId }) => ruleId !== 'symbols-incomplete');
    })
    .toBe(true);
  await expect.poll(() => shownTotal(page)).toBe(total);
  return total;
}

export function clipboardText(app: ElectronApplication): Promise<string> {
  return app.evaluate(({ clipboard }) => clipboard.readText());
}

/** Clicks an item of the application menu by its label, at any depth. */
export async function clickMenu(app: ElectronApplication, label: string): Promise<void> {
  const found = await app.evaluate(({ Menu }, wanted) => {
    const items = (Menu.getApplicationMenu()?.items ?? []).flatMap((item) => [item, ...(item.submenu?.items ?? [])]);
    const item = items.find((each) => each.label === wanted);
    item?.click();
    return item !== undefined;
  }, label);
  if (!found) throw new Error(`The menu has no ${label}`);
}

/** Runs a command of the palette by its name. */
export async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(name);
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click();
}

/** Opens the source of the prompt line with this text, and types before it. */
export async function typeBefore(page: Page, text: string, typed: string): Promise<void> {
  await prompt(page)
    .locator('.view-line', { hasText: text })
    .click({ position: { x: 4, y: 8 } });
  await source(page).locator('.view-line', { hasText: text }).waitFor();
  await page.keyboard.press('Control+3');
  await page.keyboard.insertText(typed);
  await prompt(page)
    .locator('.view-line', { hasText: `${typed}${text}`.slice(0, 20) })
    .first()
    .waitFor();
}

/**
 * Opens a folder as if dropped on the app's icon: in the front window, by the user and not by the page. The event comes
 * after the answer: while a hostile folder is opened, V8 may collect the promise that Playwright waits for.
 */
export async function openAsUser(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(
    ({ app: electron }, folder) => void setImmediate(() => electron.emit('open-file', {}, folder)),
    path,
  );
}

/** Answers system dialogs that ask for a folder with this one, or cancels them. */
export async function answerFolderDialog(app: ElectronApplication, folder: string | null): Promise<void> {
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: path === null, filePaths: path === null ? [] : [path] });
  }, folder);
}

/** Answers system dialogs that ask where to save with this path, or cancels them. */
export async function answerSaveDialog(app: ElectronApplication, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: filePath === null, filePath: filePath ?? '' });
  }, path);
}

/** Answers message boxes with the button of this label. The questions are kept in `globalThis.asked`. */
export async function answerMessageBox(app: ElectronApplication, label: string): Promise<void> {
  await app.evaluate(({ dialog }, wanted) => {
    Object.assign(globalThis, { asked: [] });
    dialog.showMessageBox = ((_window: unknown, options: Electron.MessageBoxOptions) => {
      (globalThis as unknown as { asked: string[] }).asked.push(options.message);
      return Promise.resolve({ response: options.buttons?.indexOf(wanted) ?? -1, checkboxChecked: false });
    }) as typeof dialog.showMessageBox;
  }, label);
}

export function questionsAsked(app: ElectronApplication): Promise<readonly string[]> {
  return app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
}

export type Theme = 'light' | 'dark';

const papers: Readonly<Record<Theme, string>> = { light: 'rgb(247, 246, 243)', dark: 'rgb(20, 22, 26)' };

/** Resolves when all pages have the theme. Another test checks that they follow the system. */
export async function useTheme(app: ElectronApplication, theme: Theme): Promise<void> {
  for (const page of app.windows()) {
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForFunction((paper) => getComputedStyle(document.body).backgroundColor === paper, papers[theme]);
  }
}
