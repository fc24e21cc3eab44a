// Checks that no number is cut: in a small window, and at 150 % zoom.
import { join } from 'node:path';
import { expect, type ElectronApplication, type Page } from '@playwright/test';
import { root } from '../../../build/setup/paths.mjs';
import { useTheme } from './window';

/**
 * Digits in the window that cannot be read: cut by an ancestor with hidden overflow, or outside the window. Names,
 * paths and the user's sentences may be shortened. What a list or table can scroll to is fine, but rows are never wider
 * than their list, and tables do not scroll sideways.
 */
function cutNumbers(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const ownWords =
      '.monaco-editor, .name, .detail, .preview, .place, .path-folders, .path-end, .finding-message, ' +
      '.finding-note, .menu-note, .terms, code, option, .only-heard';
    const cut: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const text = texts.currentNode;
      const holder = text.parentElement;
      if (
        holder === null ||
        holder.closest(ownWords) !== null ||
        !holder.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
      )
        continue;
      for (const match of (text.nodeValue ?? '').matchAll(/\d[\d,.]*/g)) {
        const range = document.createRange();
        range.setStart(text, match.index);
        range.setEnd(text, match.index + match[0].length);
        const digits = range.getBoundingClientRect();
        if (digits.width === 0) continue;
        const hides = (edge: DOMRect): boolean =>
          digits.left < edge.left - 1 ||
          digits.right > edge.right + 1 ||
          digits.top < edge.top - 2 ||
          digits.bottom > edge.bottom + 2;
        let scrolls = false;
        for (let above: Element | null = holder; above !== null; above = above.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(above);
          const edge = above.getBoundingClientRect();
          if (
            above.classList.contains('virtual-list') &&
            (digits.left < edge.left - 1 || digits.right > edge.left + above.clientWidth + 1)
          ) {
            cut.push(`${match[0]} of "${holder.textContent}" (${holder.className}) in a row wider than its list`);
          }
          if (/auto|scroll/.test(`${overflowX} ${overflowY}`)) scrolls = true;
          else if (
            !scrolls &&
            `${overflowX} ${overflowY}` !== 'visible visible' &&
            hides(above.getBoundingClientRect())
          ) {
            cut.push(
              `${match[0]} of "${holder.textContent}" (${holder.className}) behind ${above.className || above.tagName}`,
            );
            break;
          }
        }
        if (!scrolls && hides(new DOMRect(0, 0, innerWidth, innerHeight)))
          cut.push(`${match[0]} of "${holder.textContent}" outside the window`);
      }
    }
    for (const table of document.querySelectorAll('.table-scroll'))
      if (table.scrollWidth > table.clientWidth + 1)
        cut.push(`a table of ${table.scrollWidth} px in ${table.clientWidth} px`);
    return [...new Set(cut)];
  });
}

/** In screen pixels. */
const sizes = [
  { name: 'small', width: 1000, height: 700, zoom: 1 },
  { name: 'zoomed', width: 1440, height: 900, zoom: 1.5 },
] as const;

/** Checks every panel in both sizes, and saves screenshots of both themes. */
export async function expectWholeNumbers(app: ElectronApplication, page: Page, example: string): Promise<void> {
  await page.locator('.sections-total .count').waitFor();
  await page.keyboard.press('Escape');
  for (const { name, width, height, zoom } of sizes) {
    await app.evaluate(
      ({ BrowserWindow }, size) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.setBounds({ width: size.width, height: size.height });
        window?.webContents.setZoomFactor(size.zoom);
      },
      { width, height, zoom },
    );
    await page.waitForFunction((wide) => Math.abs(innerWidth - wide) <= 2, Math.round(width / zoom));
    for (const tab of await page.locator('.panel-tab').all()) {
      const title = await tab.innerText();
      await tab.click();
      await expect.poll(() => cutNumbers(page), { message: `${example}, ${name}, ${title}` }).toEqual([]);
    }
    for (const theme of ['light', 'dark'] as const) {
      await useTheme(app, theme);
      await page.screenshot({ path: join(root, 'test', 'output', `numbers-${example}-${name}-${theme}.png`) });
    }
  }
}
