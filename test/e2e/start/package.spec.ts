// The installed app: built in the release configuration with the available Electron. Driven over Chromium's debugging
// port, since its fuses disable Node's debugger.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { unpackedApp } from '../../../build/package.mjs';
import { listAsar } from '../../../build/package/asar.mjs';
import { readFuses } from '../../../build/package/fuses.mjs';
import { root } from '../../../build/setup/paths.mjs';
import { sandboxObstacle } from '../../../build/setup/sandbox.mjs';
import { expect, test } from '../../support/app/launch';
import { prompt, rowOf, shownInspection } from '../../support/app/window';

const run = promisify(execFile);
const { executable, resources } = unpackedApp(true);
const archive = join(resources, 'app.asar');
const output = join(root, 'test', 'output');
const unsandboxed = sandboxObstacle() === undefined ? [] : ['--no-sandbox'];

test.describe.configure({ mode: 'serial' });

test('the unpacked app is built', async () => {
  test.setTimeout(180_000);
  await run(process.execPath, [join(root, 'build', 'package.mjs'), '--test-build', '--dir'], {
    cwd: root,
    maxBuffer: 1 << 26,
  });
  const packed = await listAsar(archive);
  await mkdir(output, { recursive: true });
  const size = packed.reduce((total, file) => total + file.size, 0);
  const largest = packed.toSorted((a, b) => b.size - a.size).slice(0, 10);
  const report = { files: packed.length, bytes: size, largest };
  await writeFile(join(output, 'package-size.json'), `${JSON.stringify(report, null, 2)}\n`);
  expect(size).toBeGreaterThan(0);
});

test('its archive contains only what it needs to run', async () => {
  const paths = (await listAsar(archive)).map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['package.json', 'out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html']),
  );
  expect(
    paths.filter(
      (path) =>
        path !== 'package.json' &&
        !/^out\/(?:main|preload|renderer)\/[\w./-]+\.(?:js|cjs|wasm|bin|css|ttf|html)$/.test(path),
    ),
  ).toEqual([]);
  expect(paths.filter((path) => /node_modules|(?:^|\/)test|\.map$|\.tsx?$/.test(path))).toEqual([]);
  const bytes = await readFile(archive);
  expect(bytes.includes(root), 'the folder it was built in is written into it').toBe(false);
  expect(bytes.includes('sourceMappingURL=data:')).toBe(false);
  expect(await readdir(resources)).not.toContain('default_app.asar');
});

test('it includes third-party notices', async () => {
  const notices = await readFile(join(resources, 'THIRD_PARTY_NOTICES.txt'), 'utf8');
  const { components }: { components: readonly { name: string; version: string }[] } = JSON.parse(
    await readFile(join(resources, 'sbom.cdx.json'), 'utf8'),
  );
  const names = components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      '@vscode/tree-sitter-wasm',
      'electron',
      'gpt-tokenizer',
      'jsonc-parser',
      'monaco-editor',
      'react',
      'web-tree-sitter',
      'yaml',
      'zod',
    ]),
  );
  expect(names.filter((name) => /vitest|playwright|typescript|oxlint|electron-builder/.test(name))).toEqual([]);
  for (const { name, version } of components.filter((each) => each.name !== 'electron'))
    expect(notices).toContain(`${name} ${version} (`);
});

test('its examples are all there, dot folders included', async () => {
  const filesIn = async (folder: string): Promise<readonly string[]> =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .toSorted();
  const packed = await filesIn(join(resources, 'examples'));
  expect(packed).toEqual(await filesIn(join(root, 'build', 'examples')));
  expect(packed.some((path) => path.includes('.claude'))).toBe(true);
});

test('its fuses are set: no Node mode, no Node options, no debugger, only its own archive', async () => {
  expect(await readFuses(executable)).toMatchObject({
    runAsNode: 'off',
    nodeOptions: 'off',
    nodeCliInspect: 'off',
    asarIntegrity: 'on',
    onlyLoadAppFromAsar: 'on',
    fileProtocolExtraPrivileges: 'off',
  });
  const asNode = await run(executable, [...unsandboxed, '--cli', '--version'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--require=/nowhere.js' },
  });
  expect(asNode.stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
});

test('its command prints what the command of the clone prints, without a display', async ({ workspace }) => {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const strata = join(resources, 'bin', 'strata');
  const cli = join(root, 'out', 'main', 'cli.js');
  const pinned = ['--now', '2026-02-25T12:30:00Z', '--tz', 'UTC', '--home', '/home/k'];
  for (const args of [
    ['build', workspace, ...pinned],
    ['inspect', '--json', workspace, ...pinned],
  ]) {
    const packaged = await run(strata, args, { env });
    expect(packaged.stdout).toBe((await run(process.execPath, [cli, ...args])).stdout);
  }
  await expect(run(strata, ['nonsense'], { env })).rejects.toMatchObject({ code: 2 });
});

/** Starts the app and connects to its page. */
async function start(
  display: string | undefined,
  args: readonly string[],
): Promise<{ readonly child: ChildProcess; readonly endpoint: string }> {
  const child = spawn(
    executable,
    [...unsandboxed, ...(display ? ['--ozone-platform=x11'] : []), '--remote-debugging-port=0', ...args],
    {
      env: { ...process.env, ...(display ? { DISPLAY: display } : {}) },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  for await (const line of createInterface(child.stderr)) {
    const endpoint = /^DevTools listening on (ws:\/\/.*)$/.exec(line)?.[1];
    if (endpoint !== undefined) {
      child.stderr.resume();
      return { child, endpoint };
    }
  }
  throw new Error('the packaged app ended before it could be driven');
}

test("it starts, shows an example, and opens another as a copy of the user's own", async ({ display, folder }) => {
  const userData = join(folder, 'user-data');
  const { child, endpoint } = await start(display, [`--user-data-dir=${userData}`]);
  try {
    // Attaching to a window before it has a page may hang for ever.
    const targets = `http://${new URL(endpoint).host}/json/list`;
    await expect
      .poll(() => fetch(targets).then((answer) => answer.text()), { timeout: 30_000 })
      .toContain('"url": "app://strata/index.html"');
    const browser = await chromium.connectOverCDP(endpoint);
    const [context] = browser.contexts();
    if (context === undefined) throw new Error('there is no window');
    const page = context.pages()[0] ?? (await context.waitForEvent('page'));
    await expect(rowOf(page, '1 system')).toBeVisible();
    await expect(prompt(page)).toContainText('Quayside coding agent');

    const opened = await page.evaluate(
      (path) => window.strata.invoke('workspace:open', path).then(JSON.parse),
      join(resources, 'examples', 'part-catalog'),
    );
    expect(opened).toMatchObject({ ok: true });
    expect(await shownInspection(page)).toMatchObject({
      architecture: 'part-catalog',
      workspace: join(userData, 'examples', 'part-catalog'),
    });
    await expect(page.locator('.workspace-name')).toHaveText('part-catalog');
    await expect(page.locator('.section-row').first()).toBeVisible();
    await page.screenshot({ path: join(output, 'packaged.png') });
    expect(
      await page.evaluate(() => window.strata.invoke('workspace:open', '/nowhere/at/all').then(JSON.parse)),
    ).toMatchObject({ ok: false });
    await browser.close();
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  expect(await readdir(join(userData, 'examples', 'part-catalog'))).toContain('.claude');
});
