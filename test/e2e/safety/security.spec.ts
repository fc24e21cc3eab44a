import { join } from 'node:path';
import { root } from '../../../build/setup/paths.mjs';
import { expect, test } from '../../support/app/launch';
import { rowOf } from '../../support/app/window';

/** Calls the bridge as a page would that ignores its types. */
const forged = async (call: readonly unknown[]): Promise<unknown> => {
  const bridge: unknown = Reflect.get(window, 'strata');
  const invoke: unknown = typeof bridge === 'object' && bridge !== null ? Reflect.get(bridge, 'invoke') : undefined;
  if (typeof invoke !== 'function') throw new Error('there is no bridge');
  const reply: unknown = JSON.parse(String(await Reflect.apply(invoke, bridge, [...call])));
  return reply;
};

test('a call with wrong arguments or an unknown name is refused', async ({ page }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  expect(await page.evaluate(forged, ['buffer:read', 42])).toMatchObject({
    ok: false,
    error: { code: 'bad-arguments' },
  });
  expect(await page.evaluate(forged, ['workspace:delete', '/'])).toMatchObject({
    ok: false,
    error: { code: 'forbidden' },
  });
  expect(await page.evaluate(forged, ['constructor'])).toMatchObject({ ok: false, error: { code: 'forbidden' } });
});

test('a file outside the workspace is neither read nor written', async ({ page, workspace }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  for (const id of ['/etc/passwd', '../../etc/passwd']) {
    const refused = { ok: false, error: { code: 'outside-workspace' } };
    expect(await page.evaluate(forged, ['buffer:read', workspace, id])).toMatchObject(refused);
    expect(await page.evaluate(forged, ['buffer:edit', workspace, id, 'x', 0])).toMatchObject(refused);
  }
});

test('a page that is not one of our windows is refused, though it has our preload and our address', async ({
  app,
  page,
}) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const preload = join(root, 'out', 'preload', 'preload.cjs');
  const reply = await app.evaluate(async ({ BrowserWindow }, path) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: { preload: path, sandbox: true, contextIsolation: true },
    });
    await window.loadURL('app://strata/index.html');
    const answer: unknown = await window.webContents.executeJavaScript(
      `window.strata.invoke('inspection:follow').then(JSON.parse)`,
    );
    window.destroy();
    return answer;
  }, preload);
  expect(reply).toMatchObject({ ok: false, error: { code: 'forbidden' } });
});

test('our window on another page is refused as well', async ({ app, page }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const reply = await app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error('there is no window');
    await window.loadURL('data:text/html,<p>elsewhere</p>');
    const answer: unknown = await window.webContents.executeJavaScript(
      `window.strata.invoke('inspection:follow').then(JSON.parse)`,
    );
    return answer;
  });
  expect(reply).toMatchObject({ ok: false, error: { code: 'forbidden' } });
});

test('the page cannot leave, open a window, or use a device', async ({ app, page }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  expect(await page.evaluate(() => window.open('https://example.org') === null)).toBe(true);
  expect(
    await page.evaluate(() => navigator.permissions.query({ name: 'geolocation' }).then((status) => status.state)),
  ).toBe('denied');
  const after = await app.evaluate(async ({ BrowserWindow }) => {
    const windows = BrowserWindow.getAllWindows();
    const contents = windows[0]?.webContents;
    if (contents === undefined) throw new Error('there is no window');
    const refused = new Promise<boolean>((resolve) =>
      contents.once('will-frame-navigate', (event) => setImmediate(() => resolve(event.defaultPrevented))),
    );
    await contents.executeJavaScript(`void (location.href = 'https://example.org')`);
    return { refused: await refused, url: contents.getURL(), windows: windows.length };
  });
  expect(after).toEqual({ refused: true, url: 'app://strata/index.html', windows: 1 });
});

test('the page runs under its content policy, Trusted Types included, without a violation', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await page.reload();
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await expect(page.getByTestId('prompt')).toContainText('You are Harbor');
  expect(complaints.filter((text) => /Content Security Policy|TrustedScript|Refused to/i.test(text))).toEqual([]);
  const evaluated = await page.evaluate(() => {
    try {
      const element = document.createElement('div');
      Reflect.set(element, 'innerHTML', '<b>x</b>');
      return 'allowed';
    } catch {
      return 'refused';
    }
  });
  expect(evaluated).toBe('refused');
});
