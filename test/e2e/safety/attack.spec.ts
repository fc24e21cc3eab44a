import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../build/setup/paths.mjs';
import { invisiblePlaces } from '../../../shared/basics/invisible';
import { attacks, makeAttack, outsideSecret, pwned } from '../../support/app/attack-workspace';
import { expect, test } from '../../support/app/launch';
import { prompt, shownInspection } from '../../support/app/window';

const run = promisify(execFile);

for (const attack of attacks) {
  test(`a hostile workspace runs nothing, reads nothing outside and shows itself as it is: ${attack.name}`, async ({
    launch,
    folder,
  }) => {
    const workspace = await makeAttack(attack, folder);
    const { app, page } = await launch({ workspace });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
    await expect(prompt(page)).toContainText('<script>');

    // Nothing ran, in the page or in the main process, and no markup became an element.
    const inPage = await page.evaluate(
      (name) => ({
        ran: name in globalThis,
        polluted: 'polluted' in {},
        elements: document.querySelectorAll(
          'xattack, iframe, img[src="x"], svg[onload], a[href^="javascript:"], a[href^="file:"]',
        ).length,
        url: location.href,
      }),
      pwned,
    );
    expect(inPage).toEqual({ ran: false, polluted: false, elements: 0, url: 'app://strata/index.html' });
    expect(await app.evaluate((_, name) => ({ ran: name in globalThis, polluted: 'polluted' in {} }), pwned)).toEqual({
      ran: false,
      polluted: false,
    });
    expect(existsSync(join(workspace, pwned))).toBe(false);

    // Nothing from outside is in what the page received.
    const received = JSON.stringify(await shownInspection(page));
    expect(received).not.toContain(outsideSecret);
    expect(received).not.toContain('root:x:0:0');
    expect(received).toContain('invisible-characters');

    // Names and labels hold no character that cannot be seen; in the prompt each is written out.
    const labels = await page.evaluate(() =>
      [...document.querySelectorAll('.section-row, .tab, .status-bar, .top-bar, .finding')]
        .map((each) => `${each.textContent} ${each.getAttribute('aria-label') ?? ''}`)
        .join('\n'),
    );
    expect(invisiblePlaces(labels)).toEqual([]);
    // Lines out of view are not in the page.
    await prompt(page).hover();
    await expect(async () => {
      await page.mouse.wheel(0, 100);
      await expect(prompt(page).getByText('zero').first()).toBeInViewport({ timeout: 200 });
    }).toPass();
    await expect(prompt(page)).toContainText('U+200B');
    await expect(prompt(page)).toContainText('[U+202E]');
    await expect(prompt(page)).toContainText('U+E0049');
    await page.screenshot({ path: join(root, 'test', 'output', `attack-${attack.name}.png`) });

    // A click on a link is a click on text.
    await prompt(page)
      .getByText('javascript:')
      .first()
      .click({ modifiers: ['Control'] });
    await prompt(page)
      .getByText('https:')
      .first()
      .click({ modifiers: ['Control'] });
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    expect(page.url()).toBe('app://strata/index.html');
    expect(complaints.filter((text) => /Content Security Policy|TrustedScript|Refused to|dialog:/i.test(text))).toEqual(
      [],
    );
  });

  test(`a hostile workspace sends the terminal no command: ${attack.name}`, async ({ folder }) => {
    const workspace = await makeAttack(attack, folder);
    const command = join(root, 'out', 'main', 'cli.js');
    for (const name of ['inspect', 'lint', 'build']) {
      const { stdout, stderr } = await run(process.execPath, [command, name, workspace]).catch((problem: unknown) => {
        if (
          problem instanceof Error &&
          'stdout' in problem &&
          'stderr' in problem &&
          'code' in problem &&
          problem.code === 1
        )
          return { stdout: String(problem.stdout), stderr: String(problem.stderr) };
        throw problem;
      });
      // The prompt itself is printed as it is, for use in a pipe.
      expect(invisiblePlaces(name === 'build' ? stderr : stdout + stderr)).toEqual([]);
      expect(stdout + stderr).not.toContain(outsideSecret);
    }
    expect(existsSync(join(workspace, pwned))).toBe(false);
  });
}

test('windows are sandboxed, and the main process asks nobody on the network', async ({ app, page }) => {
  await expect(prompt(page)).toContainText('You are Harbor');
  const facts = await app.evaluate(async ({ BrowserWindow, net, session }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const status = async (url: string): Promise<number | string> => {
      try {
        return (await net.fetch(url)).status;
      } catch (problem) {
        return problem instanceof Error ? problem.message : 'refused';
      }
    };
    const preferences: unknown =
      contents === undefined ? {} : Reflect.apply(Reflect.get(contents, 'getLastWebPreferences'), contents, []);
    return {
      preferences,
      files: await Promise.all(
        [
          'app://strata/index.html',
          'app://strata/..%2f..%2fpackage.json',
          'app://strata/%2e%2e/main/main.js',
          'app://other/index.html',
          'https://example.org/',
          'file:///etc/passwd',
        ].map(status),
      ),
      persistent: session.defaultSession.isPersistent(),
    };
  });
  expect(facts.preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
  const [own, ...others] = facts.files;
  expect(own).toBe(200);
  expect(others).toEqual([
    404,
    404,
    'net::ERR_BLOCKED_BY_CLIENT',
    'net::ERR_BLOCKED_BY_CLIENT',
    'net::ERR_BLOCKED_BY_CLIENT',
  ]);
});

test('what the page asks for itself is refused as well', async ({ page }) => {
  await expect(prompt(page)).toContainText('You are Harbor');
  const refused = await page.evaluate(async () => {
    const tried = async (work: () => Promise<unknown>): Promise<boolean> =>
      work().then(
        () => false,
        () => true,
      );
    return {
      network: await tried(() => fetch('https://example.org/')),
      files: await tried(() =>
        fetch('app://strata/..%2f..%2fpackage.json').then((response) =>
          response.ok ? response : Promise.reject(new Error('not found')),
        ),
      ),
      evaluated: await tried(async () => Reflect.apply(setTimeout, window, ['1'])),
      camera: await tried(() => navigator.mediaDevices.getUserMedia({ video: true })),
      notifications: Notification.permission === 'denied',
      clipboard: await tried(() => navigator.clipboard.readText()),
    };
  });
  expect(refused).toEqual({
    network: true,
    files: true,
    evaluated: true,
    camera: true,
    notifications: true,
    clipboard: true,
  });
});
