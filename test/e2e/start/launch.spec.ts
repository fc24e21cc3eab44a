import { expect, test } from '../../support/app/launch';

test('the app opens on a folder and shows its prompt by section', async ({ page, shot }) => {
  await expect(page.getByText('Identity').first()).toBeVisible();
  await expect(page.getByText('Responsibilities').first()).toBeVisible();
  await shot('opened');
});

test('the page has no Node', async ({ page }) => {
  await expect(page.getByText('Identity').first()).toBeVisible();
  const reachable = await page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
  );
  expect(reachable).toEqual([]);
});

test('the app remembers nothing of another test', async ({ app, folder }) => {
  expect(await app.evaluate(({ app: electron }) => electron.getPath('userData'))).toBe(`${folder}/user-data`);
});

test('two windows of one test share their user data and close with it', async ({ launch, workspace }) => {
  const first = await launch({ workspace });
  await first.app.close();
  const second = await launch({ workspace });
  await expect(second.page.getByText('Identity').first()).toBeVisible();
});
