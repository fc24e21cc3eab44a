import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { answerMessageBox, prompt, rowOf, shownInspection, source } from '../../support/app/window';
import { expect, test } from '../../support/app/launch';

/** Counts whatever arrives on one port of this machine, over TCP and over UDP. */
async function listen(): Promise<{
  readonly port: number;
  readonly heard: () => readonly string[];
  readonly stop: () => void;
}> {
  const heard: string[] = [];
  const server = createServer((socket) => {
    heard.push('tcp');
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('nobody listens');
  const datagrams = createSocket('udp4', () => heard.push('udp'));
  datagrams.bind(address.port, '127.0.0.1');
  await once(datagrams, 'listening');
  const stop = (): void => {
    server.close();
    datagrams.close();
  };
  return { port: address.port, heard: () => heard, stop };
}

/** Tries every way in which a page can reach the network; resolves when each has succeeded or failed. */
async function talk(port: number): Promise<readonly string[]> {
  const at = `127.0.0.1:${port}`;
  const said: string[] = [];
  const tried = async (name: string, work: () => unknown): Promise<void> => {
    try {
      said.push(`${name}: ${String(await work())}`);
    } catch (error) {
      said.push(`${name}: ${error instanceof Error ? error.name : String(error)}`);
    }
  };
  const gathered = (Connection: typeof RTCPeerConnection): Promise<string> =>
    new Promise((resolve, reject) => {
      const connection = new Connection({
        iceServers: [
          { urls: [`stun:${at}`] },
          { urls: [`turn:${at}?transport=tcp`, `turn:${at}?transport=udp`], username: 'u', credential: 'p' },
        ],
      });
      connection.addEventListener(
        'icegatheringstatechange',
        () => connection.iceGatheringState === 'complete' && resolve('gathered'),
      );
      connection.createDataChannel('x');
      connection
        .createOffer()
        .then((offer) => connection.setLocalDescription(offer))
        .catch(reject);
    });
  const ended = (target: EventTarget, ...names: readonly string[]): Promise<string> =>
    new Promise((resolve) => names.forEach((name) => target.addEventListener(name, () => resolve(name))));
  await tried('rtc', () => gathered(RTCPeerConnection));
  await tried('rtc of a frame', async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const Connection: unknown =
      frame.contentWindow === null ? undefined : Reflect.get(frame.contentWindow, 'RTCPeerConnection');
    return typeof Connection === 'function' ? gathered(Connection as typeof RTCPeerConnection) : 'none';
  });
  await tried('fetch', () => fetch(`http://${at}/`));
  await tried('fetch no-cors', () => fetch(`http://${at}/`, { mode: 'no-cors', keepalive: true }));
  await tried('socket', () => ended(new WebSocket(`ws://${at}/`), 'error', 'close', 'open'));
  await tried('events', () => ended(new EventSource(`http://${at}/`), 'error', 'open'));
  await tried('beacon', () => navigator.sendBeacon(`http://${at}/`, 'x'));
  await tried('image', () => {
    const image = new Image();
    const loaded = ended(image, 'error', 'load');
    image.src = `http://${at}/x.png`;
    return loaded;
  });
  for (const rel of ['prefetch', 'preconnect', 'dns-prefetch', 'prerender', 'preload', 'modulepreload', 'stylesheet']) {
    await tried(rel, () => {
      const link = document.createElement('link');
      link.rel = rel;
      link.setAttribute('as', 'fetch');
      link.href = `http://${at}/${rel}`;
      document.head.append(link);
      return 'added';
    });
  }
  await tried('form', () => {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = `http://${at}/`;
    document.body.append(form);
    form.submit();
    return 'sent';
  });
  await tried('window', () => window.open(`http://${at}/`));
  await tried('navigation', () => {
    location.href = `http://${at}/`;
    return 'asked';
  });
  return said;
}

test('the page reaches nobody, and nothing outside what the user opened', async ({ app, page, folder, workspace }) => {
  await expect(rowOf(page, 'Identity')).toBeVisible();
  const elsewhere = join(folder, 'elsewhere');
  await cp(workspace, elsewhere, { recursive: true });
  await mkdir(join(folder, 'empty'));
  await writeFile(join(folder, 'empty', 'a.md'), 'x');
  await writeFile(join(folder, 'request.json'), '{"model":"gpt-5","messages":[{"role":"user","content":"hi"}]}');
  const refused = {
    ok: false,
    error: { code: 'forbidden', message: expect.stringContaining('was not opened by you') },
  };
  const calls: readonly (readonly unknown[])[] = [
    ['layout:create', join(folder, 'empty')],
    ['workspace:open', elsewhere],
    ['workspace:open', join(workspace, '..', 'elsewhere')],
    ['window:open', elsewhere],
    ['inspection:peek', { folder: elsewhere }],
    ['catalog:compare', { kind: 'used' }, { kind: 'folder', path: elsewhere }],
    ['request:compare', join(folder, 'request.json')],
  ];
  for (const call of calls) {
    const reply: unknown = await page.evaluate(
      async (each) => JSON.parse(String(await Reflect.apply(window.strata.invoke, window.strata, [...each]))),
      call,
    );
    expect(reply, String(call[0])).toMatchObject(refused);
  }
  expect(existsSync(join(folder, 'empty', 'strata.json'))).toBe(false);
  expect(await page.evaluate(() => window.strata.pathOf(new File(['x'], '/etc/passwd')))).toBe('');

  const { port, heard, stop } = await listen();
  const said = await page.evaluate(talk, port);
  expect(said.length).toBeGreaterThan(15);
  // A round trip through the main process: everything asked before it has been answered.
  await app.evaluate(({ session }) => session.defaultSession.closeAllConnections());
  expect(heard()).toEqual([]);
  stop();
  expect(page.url()).toBe('app://strata/index.html');
});

test('a read-only file is replaced only after a yes', async ({ app, page, workspace }) => {
  const file = join(workspace, 'agents/harbor/agent.json');
  await expect(prompt(page)).toContainText('You are Harbor');
  await chmod(file, 0o444);
  const before = await readFile(file, 'utf8');
  await prompt(page)
    .locator('.view-line', { hasText: 'You are Harbor' })
    .click({ position: { x: 4, y: 8 } });
  await expect(source(page).locator('.view-line', { hasText: 'You are Harbor' })).toBeVisible();
  await page.keyboard.press('Control+3');
  await page.keyboard.insertText('Zephyr ');
  await expect(prompt(page)).toContainText('Zephyr');
  await answerMessageBox(app, 'Cancel');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('is read-only. Nothing was written; your edit is kept.')).toBeVisible();
  expect(await readFile(file, 'utf8')).toBe(before);
  await answerMessageBox(app, 'Replace');
  await page.keyboard.press('Control+s');
  await expect.poll(() => readFile(file, 'utf8')).toContain('Zephyr');
});

test('after a crash the next start comes up without the folder and offers it', async ({
  launch,
  workspace,
  folder,
}) => {
  const first = await launch({ workspace });
  await expect(rowOf(first.page, 'Identity')).toBeVisible();
  const running = join(folder, 'user-data', 'running.json');
  await expect
    .poll(async (): Promise<unknown> => JSON.parse(await readFile(running, 'utf8')))
    .toMatchObject({ open: [{ path: workspace, ready: true }] });
  const child = first.app.process();
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The state after a kill in the middle of opening.
  await writeFile(running, JSON.stringify({ open: [{ path: workspace, ready: false }], suspects: [] }));

  const second = await launch();
  await expect(second.page.getByText('Strata did not close properly while opening workspace.')).toBeVisible();
  expect(await shownInspection(second.page)).toBeNull();
  await second.page.screenshot({ path: 'test/output/left-open.png' });
  await second.app.close();

  // Nor does the run after that open it by itself, though it was the last one used.
  const third = await launch();
  await expect(third.page.locator('.workspace-name')).toHaveText('tiered-messages');
  await third.app.close();
});

test('a folder that hangs its page is offered at the next start, although its window was closed', async ({
  launch,
  workspace,
  folder,
}) => {
  // Opened once, so that the page may name it.
  const first = await launch({ workspace });
  await expect(rowOf(first.page, 'Identity')).toBeVisible();
  await first.app.close();
  const second = await launch({ workspace: join(folder, 'workspace/agents/harbor') });
  await expect(second.page.locator('.app')).toBeVisible();
  await second.page.evaluate((path) => {
    window.strata.on('inspection:changed', () => {
      for (;;);
    });
    void window.strata.invoke('workspace:open', path);
  }, workspace);
  const title = () => second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());
  await expect.poll(title).toBe('workspace – Strata');
  const exited = once(second.app.process(), 'exit');
  await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await exited;

  const third = await launch();
  await expect(third.page.getByText('The window hung or crashed with workspace open.')).toBeVisible();
  expect(await shownInspection(third.page)).toBeNull();
});

test('a folder that crashes its page again and again is offered at the next start, although the user quit', async ({
  launch,
  workspace,
}) => {
  const first = await launch({ workspace });
  await expect(rowOf(first.page, 'Identity')).toBeVisible();
  const exited = once(first.app.process(), 'exit');
  await first.app.evaluate(({ BrowserWindow, dialog }) => {
    // Answers “Quit” to the question.
    dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.on('did-finish-load', () => setImmediate(() => contents.forcefullyCrashRenderer()));
    contents?.forcefullyCrashRenderer();
  });
  await exited;

  const second = await launch();
  await expect(second.page.getByText('The window hung or crashed with workspace open.')).toBeVisible();
  expect(await shownInspection(second.page)).toBeNull();
  await second.page.screenshot({ path: 'test/output/left-crashed.png' });
  // Opened on demand and closed as it should be, it is opened again.
  await second.page.getByRole('button', { name: 'workspace' }).first().click();
  await expect(rowOf(second.page, 'Identity')).toBeVisible();
  await second.app.close();
  const third = await launch();
  await expect(third.page.locator('.workspace-name')).toHaveText('workspace');
});

test('a user-data folder that cannot be written is reported once, and the folder is shown all the same', async ({
  launch,
  workspace,
  folder,
}) => {
  await mkdir(join(folder, 'user-data'), { recursive: true });
  // A folder stands where the file would be.
  for (const name of ['recent', 'open', 'running', 'choices']) await mkdir(join(folder, 'user-data', `${name}.json`));
  const { page } = await launch({ workspace, env: { TZ: 'Nope/Zone' } });
  await expect(rowOf(page, 'Identity')).toBeVisible();
  await expect(page.getByText('Strata cannot remember recent folders and choices:')).toBeVisible();
  await expect(page.getByText('Strata cannot remember recent folders and choices:')).toHaveCount(1);
  await expect(
    page.getByText('The time zone of this machine is not known (TZ is "Nope/Zone"); UTC is used').first(),
  ).toBeAttached();
});
