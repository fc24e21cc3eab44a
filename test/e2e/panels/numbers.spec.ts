// Numbers in the window can be read, and template text is distinguished from the user's.
import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { expectWholeNumbers } from '../../support/app/cut-numbers';
import { expect, test } from '../../support/app/launch';
import { rowOf, shownTotal } from '../../support/app/window';

test('no number is cut in a small or a zoomed window, and template text is distinguished from the user’s', async ({
  launch,
}) => {
  test.setTimeout(120_000);
  const { app, page } = await launch({ workspace: join(root, 'build', 'examples', 'part-catalog') });
  await expectWholeNumbers(app, page, 'part-catalog');

  const headline = page.getByTestId('headline');
  await expect(headline).toContainText(/yours [\d,]+ ≈ · template [\d,]+ ≈ · framing [\d,]+ ≈/);
  const parts = [...(await headline.innerText()).matchAll(/(?:yours|template|framing)\s+([\d,]+)/g)];
  const sum = parts.reduce((all, [, tokens = '']) => all + Number(tokens.replaceAll(',', '')), 0);
  expect(sum).toBe(await shownTotal(page));
  await expect(page.locator('.ruler-key')).toHaveText('template');
  await expect(page.locator('.band', { has: page.locator('.hatch') }).first()).toHaveAttribute('title', /, template$/);
  await expect(rowOf(page, 'Bash')).toHaveAttribute('aria-label', /template: words of the design, not yours/);
  await expect(rowOf(page, 'Bash').locator('.detail')).toHaveText('template');
});
