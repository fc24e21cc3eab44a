// Pictures of the whole window for people to look at, in both themes and three sizes.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type ElectronApplication, type Page } from '@playwright/test';
import { root } from '../../../build/setup/paths.mjs';
import { seriousProblems } from './accessibility';
import { useTheme } from './window';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const sizes: readonly Size[] = [
  { width: 1000, height: 700 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];

export async function resize(app: ElectronApplication, page: Page, { width, height }: Size): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
    { width, height },
  );
  await page.waitForFunction((wide) => Math.abs(innerWidth - wide) <= 2, width);
}

/** Writes test/output/pictures/<name>-<width>-<theme>.png. Also: axe finds nothing serious in any of them. */
export async function pictures(app: ElectronApplication, page: Page, name: string): Promise<void> {
  const folder = join(root, 'test', 'output', 'pictures');
  await mkdir(folder, { recursive: true });
  // No row is hovered in a picture.
  await page.mouse.move(0, 0);
  for (const size of sizes) {
    await resize(app, page, size);
    for (const theme of ['light', 'dark'] as const) {
      await useTheme(app, theme);
      expect(await seriousProblems(page), `${name}, ${theme}, ${size.width}`).toEqual([]);
      await page.screenshot({ path: join(folder, `${name}-${size.width}-${theme}.png`) });
    }
  }
}
